// A page in Chromium, and what goes wrong in it.
import { chromium } from 'playwright'
import { findChromium, launchOptions } from '../../.ci/chromium.mjs'

/**
 * Opens an address, waits for its canvas, and gathers errors of the page, of its console and of what it loads.
 *
 * @param {string} address
 * @param {(page: import('playwright').Page) => Promise<unknown>} use may give further complaints
 * @returns {Promise<unknown[]>} complaints
 */
export async function browse(address, use) {
  const browser = await chromium.launch(launchOptions(await findChromium()))
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 700 } })
    const complaints = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(address)
    await page.waitForSelector('canvas')
    const more = await use(page)
    return complaints.concat(more ?? [])
  } finally {
    await browser.close()
  }
}

// The published pages in a real browser, with real mouse, wheel and keyboard: the player under its
// content security policy, the lesson that embeds it, and how a widget behaves inside a page.
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { BillowCloth } from '@billow/embed'
import { findChromium, launchOptions, WITHOUT_MULTISAMPLING } from '../../.ci/chromium.mjs'
import { texts as de } from '../../packages/embed/src/texts/de.js'
import { openSite, type Site } from './helpers/site.js'

let site: Site
let browser: Browser
/** Complaints of all pages: errors, violations of the policy, requests to anywhere else. */
let complaints: string[] = []

/** A small sheet, so that software rendering keeps up. */
const SMALL = 'segmentsx=12&segmentsy=8'

// Software rendering on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 })
const SOON = { timeout: 20_000 }

beforeAll(async () => {
  site = await openSite()
  browser = await chromium.launch(launchOptions(await findChromium(), WITHOUT_MULTISAMPLING))
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  const found = complaints
  complaints = []
  expect(found).toEqual([])
})

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 480, height: 300 }, ...options })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob):/.test(url) && !url.startsWith(site.url) && !url.startsWith('file:'))
      complaints.push(`request to ${url}`)
  })
  await page.goto(new URL(address, site.url).href)
  return page
}

/** Waits until the picture is there. */
async function drawn(page: Page | Frame): Promise<void> {
  await page.locator('billow-cloth canvas').waitFor({ state: 'visible', timeout: 30_000 })
}

async function openDrawn(address: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await open(address, options)
  await drawn(page)
  return page
}

/** What `read` finds on the element of the page. */
function onCloth<Result>(page: Page | Frame, read: (element: BillowCloth) => Result) {
  return page.locator('billow-cloth').evaluate(read as (element: Node) => Result)
}

const timeOf = (page: Page | Frame) => onCloth(page, ({ simulation }) => simulation.time)

async function moves(page: Page | Frame): Promise<void> {
  const before = await timeOf(page)
  await expect.poll(() => timeOf(page), SOON).toBeGreaterThan(before)
}

test('player: parameters, language, title, warnings, and no violation of its policy', async () => {
  const page = await openDrawn(
    `player.html?preset=curtain&lang=de&windZ=1e9&${SMALL}&wigs=2&__proto__=x&onclick=alert(1)`,
  )
  expect(await page.title()).toBe(de.presets.curtain.title)
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await onCloth(page, ({ simulation }) => simulation.params.wind[2])).toBe(15)
  const notes = await page.getByRole('status').getByRole('listitem').allTextContents()
  expect(notes).toHaveLength(4)
  expect(notes[0]).toMatch(/^windz: .*15/)
  expect(notes.slice(1)).toEqual(
    ['wigs', '__proto__', 'onclick'].map((name) => de.unknownName(name)),
  )
  const [width, height] = await onCloth(page, (element) => [
    element.offsetWidth,
    element.offsetHeight,
  ])
  expect([width, height]).toEqual([480, 300])
  await page.getByRole('button', { name: de.closeNotes }).click()
  await expect.poll(() => page.getByRole('listitem').count(), SOON).toBe(0)
  await moves(page)
})

test('player: markup in the address stays text', async () => {
  const markup = encodeURIComponent('<img src=x onerror="document.title=1">')
  const page = await openDrawn(
    `player.html?preset=${markup}&density=${markup}&${markup}=1&${SMALL}&lang=en&autoplay=never`,
  )
  expect(await page.locator('billow-cloth img').count()).toBe(0)
  const notes = await page.getByRole('listitem').allTextContents()
  expect(notes).toHaveLength(3)
  expect(notes.some((note) => note.startsWith('<img'))).toBe(true)
  expect(await page.title()).toBe('Flag in the wind')
})

test('player: in a sandboxed frame, where storage and origin are denied', async () => {
  // Any page of the site will do: Chromium lets no blank page load a frame from this machine.
  const page = await open('player.css')
  await page.setContent(
    `<iframe sandbox="allow-scripts" width="600" height="380" src="${site.url}player.html?${SMALL}&lang=de"></iframe>`,
  )
  const frame = page.frames()[1]!
  await drawn(frame)
  await moves(frame)
})

test('lesson: one cloth in the page and one in a frame, with text where there is no script', async () => {
  const page = await open('lesson.html', { viewport: { width: 480, height: 1700 } })
  await drawn(page)
  await moves(page)
  const player = page.frames().find((frame) => frame.url().includes('player.html'))!
  await drawn(player)
  await moves(player)
  expect(await onCloth(player, (element) => element.label)).toBe(de.presets.drape.title)
  expect(await page.locator('h1').textContent()).toBe('Warum weht eine Fahne?')

  const plain = await open('lesson.html', { javaScriptEnabled: false })
  expect(await plain.getByText('Hier weht eine Fahne im Wind.').isVisible()).toBe(true)
})

test('player: opened from disk', async () => {
  const page = await openDrawn(`${pathToFileURL(join(site.folder, 'player.html')).href}?${SMALL}`)
  await moves(page)
})

test('a drag takes the particle under the pointer along, and lets it go', async () => {
  const page = await openDrawn(`player.html?wind=0&turbulence=0&${SMALL}`)
  await moves(page)
  const box = (await page.locator('canvas').boundingBox())!
  const [x, y] = [box.x + 0.6 * box.width, box.y + 0.4 * box.height]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 10, y - 20, { steps: 4 })
  await page.mouse.move(x + 30, y - 80, { steps: 8 })
  const held = () =>
    onCloth(page, ({ simulation }) => {
      const kinds = [...simulation.snapshot().holdKinds]
      const particle = kinds.findIndex((kind) => (kind & 2) !== 0)
      return { particle, position: [...simulation.positions.slice(3 * particle, 3 * particle + 3)] }
    })
  // Without wind and with only one edge held, nothing but the hand lifts a particle.
  const start = await held()
  expect(start.particle).toBeGreaterThanOrEqual(0)
  const heightOf = async () => (await held()).position[1]!
  const rest = await onCloth(page, ({ simulation }) => [...simulation.grid.restPositions])
  await expect.poll(heightOf, SOON).toBeGreaterThan(rest[3 * start.particle + 1]! + 0.05)
  await page.mouse.up()
  expect((await held()).particle).toBe(-1)
})

test('the wheel scrolls the page, also over the picture, and fingers may scroll and zoom', async () => {
  const page = await open('lesson.html')
  await page.locator('billow-cloth').scrollIntoViewIfNeeded()
  await drawn(page)
  const box = (await page.locator('billow-cloth canvas').boundingBox())!
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.wheel(0, 150)
  await expect.poll(() => page.evaluate(() => scrollY), SOON).toBeGreaterThan(before + 100)
  const touch = await page
    .locator('billow-cloth canvas')
    .evaluate((canvas) => getComputedStyle(canvas).touchAction)
  // Fingers themselves are in browser/embed.test.ts.
  expect(touch).toBe('manipulation')
})

test('loading moves neither focus nor page, and typing elsewhere does nothing', async () => {
  const page = await openDrawn(`player.html?${SMALL}&lang=en&autoplay=never`)
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
  for (const key of ['Space', 'r', 'ArrowRight']) await page.keyboard.press(key)
  expect(await timeOf(page)).toBe(0)
  expect(await onCloth(page, ({ paused }) => paused)).toBe(true)
})

test('buttons by keyboard: in order, named, with a visible focus', async () => {
  const page = await openDrawn(`player.html?${SMALL}&lang=de`)
  await page.keyboard.press('Tab')
  const toggle = page.getByRole('button', { name: 'Anhalten' })
  expect(await toggle.evaluate((button) => button.matches(':focus-visible'))).toBe(true)
  expect(await toggle.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid')
  await page.keyboard.press('Enter')
  expect(await onCloth(page, ({ paused }) => paused)).toBe(true)
  const play = page.getByRole('button', { name: 'Abspielen' })
  expect(await play.evaluate((button) => button.matches(':focus'))).toBe(true)

  const before = await timeOf(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await timeOf(page)).toBeCloseTo(before + 1 / 60, 9)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await timeOf(page)).toBe(0)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
  const sizes = await page.getByRole('button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, height } = button.getBoundingClientRect()
      return Math.min(width, height)
    }),
  )
  // WCAG 2.2, 2.5.8: at least 24 CSS px.
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24)
})

test('reduced motion: starts paused with a way to play', async () => {
  const page = await openDrawn(`player.html?${SMALL}&lang=en`, { reducedMotion: 'reduce' })
  expect(await timeOf(page)).toBe(0)
  await page.waitForTimeout(300)
  expect(await timeOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Play' }).click()
  await moves(page)
})

test('dark and light follow the system, and theme has the last word', async () => {
  const theme = (page: Page) =>
    page.locator('billow-cloth .frame').evaluate((frame) => getComputedStyle(frame).colorScheme)
  const dark = await open(`player.html?${SMALL}&autoplay=never`, { colorScheme: 'dark' })
  await drawn(dark)
  expect(await theme(dark)).toBe('dark')
  const light = await open(`player.html?${SMALL}&autoplay=never&theme=light`, {
    colorScheme: 'dark',
  })
  await drawn(light)
  expect(await theme(light)).toBe('light')
})

test('the picture has at most two device pixels per CSS pixel', async () => {
  const page = await openDrawn(`player.html?${SMALL}&autoplay=never`, {
    viewport: { width: 400, height: 250 },
    deviceScaleFactor: 3,
  })
  const size = () =>
    page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).width)
  expect(await size()).toBe(800)
  await page.setViewportSize({ width: 500, height: 250 })
  await expect.poll(size, SOON).toBe(1000)
})

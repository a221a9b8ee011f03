/**
 * Blades against time: a field of grass in a browser at one camera, stepped by the processor and on the
 * graphics card, and drawn. Where WebGL runs on the processor, the curves can be compared over sizes,
 * and not one with the other.
 */
import { chromium } from 'playwright'
import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { findChromium, launchOptions } from '../../.ci/chromium.mjs'
import { bundle, cacheFile } from './prepare.mjs'
import { formatTable } from './table.mjs'

const SIZE = { width: 640, height: 360 }

/** Blades, powers of two. */
const POWERS = [12, 14, 16, 18, 20]

/** So many blade-steps a round, and so many rounds: enough to be told from the clock's steps. */
const BLADE_STEPS = 2 ** 18
const ROUNDS = 3

/** Mean leans of both backends differ by no more than this, degrees, or one of them is wrong. */
const SAME_LEAN = 0.01

/** ns per blade and step may grow by this much from the smallest field to the largest. */
const GROWTH = 1.5

/** 200 000 blades at 60 Hz on one core. */
const TARGET_NS = 1e9 / 60 / 2e5

export async function benchGrass({ quick, report }) {
  const found = await findChromium()
  if (!found) return { text: 'no Chromium found', results: [] }
  await bundle({ grassPage: fileURLToPath(new URL('grassPage.mjs', import.meta.url)) }, '')
  const browser = await chromium.launch(launchOptions(found))
  const results = []
  try {
    for (const power of quick ? [10] : POWERS) {
      const count = 2 ** power
      for (const backend of ['cpu', 'gpu']) {
        report(`${count} blades, ${backend}`)
        // A page of its own for each: what one compiled or left behind is no matter of the next.
        const page = await browser.newPage()
        const content = readFileSync(cacheFile('grassPage.mjs'), 'utf8')
        await page.addScriptTag({ type: 'module', content })
        await page.waitForFunction(() => 'benchGrass' in globalThis)
        const job = {
          ...SIZE,
          count,
          backend,
          rounds: quick ? 1 : ROUNDS,
          steps: quick ? 1 : Math.max(BLADE_STEPS / count, 1),
        }
        results.push(await page.evaluate((given) => globalThis.benchGrass(given), job))
        await page.close()
      }
    }
  } finally {
    await browser.close()
  }
  checkLeans(results)
  return { text: formatResults(results), results }
}

/** After as many steps both backends have the blades where the other has. */
function checkLeans(results) {
  for (let n = 0; n < results.length; n += 2) {
    const [cpu, gpu] = results.slice(n, n + 2)
    if (!(Math.abs(cpu.lean - gpu.lean) < SAME_LEAN))
      throw new Error(`${cpu.blades} blades lean by ${cpu.lean}° on cpu and ${gpu.lean}° on gpu`)
  }
}

const nsOf = ({ stepMs, blades }) => (1e6 * stepMs) / blades

function formatResults(results) {
  const table = formatTable([
    ['blades', 'backend', 'step ms', 'ns/blade/step', 'draw ms', 'drawn'],
    ...results.map((result) => [
      String(result.blades),
      result.backend,
      result.stepMs.toFixed(2),
      nsOf(result).toFixed(1),
      result.drawMs.toFixed(1),
      String(result.drawn),
    ]),
  ])
  const growths = ['cpu', 'gpu'].map((backend) => {
    const all = results.filter((result) => result.backend === backend)
    return { backend, growth: nsOf(all.at(-1)) / nsOf(all[0]), best: Math.min(...all.map(nsOf)) }
  })
  const lines = growths.map(
    ({ backend, growth }) =>
      `target: ${backend}: ns per blade grow by ${growth.toFixed(2)} from the smallest field to the largest, aim ${GROWTH}`,
  )
  return [
    `${results[0].device}; ${SIZE.width} × ${SIZE.height} pixels, DPR 1`,
    table,
    ...lines,
    `target: cpu: ${growths[0].best.toFixed(0)} ns per blade and step at best, ${TARGET_NS.toFixed(0)} are 200 000 blades at 60 Hz on one core`,
  ].join('\n')
}

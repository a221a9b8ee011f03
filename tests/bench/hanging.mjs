/** The sheet of 50 × 50 at two corners after 3 s: Billow at its cheapest and stiffest beside others. */
import { measureCases } from './peers/measure.mjs'
import { cheapestGood, formatRuns, formatShare } from './peers/quality.mjs'
import { hangingCases, quickCases } from './peers/settings.mjs'

/** Billow's share of the time of Rapier's default. */
const RAPIER_SHARE = 1 / 16

export function benchHanging(bundles, options) {
  const cases = options.quick ? quickCases : hangingCases
  const results = measureCases(cases, bundles, options, options.report)
  const good = cheapestGood(results)
  const rapier = results.find(({ engine, label }) => engine === 'rapier' && label === 'default')
  const lines = [
    formatRuns(results),
    '',
    `cheapest good setting of Billow: ${good ? `${good.label}, ${good.ms.toFixed(2)} ms` : 'none'}`,
    formatShare("at most 1/16 of the time of Rapier's default", good, rapier, RAPIER_SHARE),
  ]
  return { text: lines.join('\n'), results }
}

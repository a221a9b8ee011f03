/**
 * Time against strain over settings, 32² to 256², beside other engines; and how Billow's time per
 * constraint grows with the sheet at equal mean strain.
 */
import { measureCases } from './peers/measure.mjs'
import {
  cheapestGood,
  cheapestPeer,
  formatRuns,
  formatShare,
  formatTarget,
} from './peers/quality.mjs'
import { paretoCases, paretoSides, scaleCases } from './peers/settings.mjs'
import { formatTable } from './table.mjs'

/** At 64², Billow's share of Jolt with tethers at its cheapest setting of at most 10 % strain. */
const JOLT_SIDE = 64
const JOLT_SHARE = 1 / 10

/** ms per frame that larger sheets may take. */
const TIMES = { 128: 8, 256: 16 }

/** Mean strain at which sizes are compared. */
const EQUAL_MEAN = 0.01

/** Time per constraint: largest over smallest. */
const SCALE = 1.3

export function benchPareto(bundles, options) {
  const results = sidesOf(options).flatMap((side) => {
    const cases = paretoCases(side)
    const runs = measureCases(cases, bundles, repeatsFor(side, options), options.report)
    // Each size when it is done: the largest takes minutes.
    options.print(`${formatRuns(runs)}\n`)
    return runs
  })
  const at = (side) => results.filter((result) => result.side === side)
  const lines = []
  const jolt = cheapestPeer(at(JOLT_SIDE), 'jolt')
  const good = cheapestGood(at(JOLT_SIDE))
  lines.push(
    formatShare(
      `64²: at most 1/10 of Jolt's cheapest with tethers and ≤ 10 % (${describe(jolt)})`,
      good,
      jolt,
      JOLT_SHARE,
    ),
  )
  for (const [side, limit] of Object.entries(TIMES)) {
    const best = cheapestGood(at(Number(side)))
    const measured = at(Number(side)).length > 0
    lines.push(
      measured && !best
        ? `target: ${side}² good within ${limit} ms: MISSED (no setting is good)`
        : formatTarget(`${side}² good within ${limit} ms`, best?.ms, limit, ' ms'),
    )
  }
  return { text: lines.join('\n'), results }
}

export function benchScale(bundles, options) {
  const results = sidesOf(options).flatMap((side) =>
    measureCases(scaleCases(side), bundles, repeatsFor(side, options), options.report),
  )
  const rows = sidesOf(options).map((side) => {
    const own = results.filter((result) => result.side === side)
    const { ms, mean } = timeAtMean(own, EQUAL_MEAN)
    const eight = own.find(({ settings }) => settings.substeps === 8)
    const { springs } = own[0]
    return {
      side,
      springs,
      ms,
      mean,
      ns: (1e6 * ms) / springs,
      perSubstep: (1e6 * eight.ms) / 8 / springs,
    }
  })
  const heading = [
    ...['sheet', 'constraints', 'cpu ms', 'mean %', 'ns/constraint', 'ns/constraint/substep'],
  ]
  const lines = rows.map(({ side, springs, ms, mean, ns, perSubstep }) => [
    `${side}²`,
    String(springs),
    number(ms),
    number(100 * mean),
    number(ns),
    number(perSubstep),
  ])
  const times = rows.map(({ ns }) => ns)
  const text = [
    `per frame at ${100 * EQUAL_MEAN} % mean strain; per substep at 8 of them\n`,
    formatTable([heading, ...lines]),
    '',
    formatTarget(
      `time per constraint at equal mean strain, largest over smallest, at most ${SCALE}`,
      Math.max(...times) / Math.min(...times),
      SCALE,
    ),
  ].join('\n')
  return { text, results, rows }
}

/**
 * Time at which the mean strain would be `mean`, ms: between the two settings around it, straight in
 * logarithms. The cheapest setting with what it leaves, where that is less already; NaN where no
 * setting comes below.
 */
export function timeAtMean(results, mean) {
  const sorted = [...results].sort((a, b) => b.mean - a.mean)
  const below = sorted.findIndex((result) => result.mean <= mean)
  if (below < 0) return { ms: NaN, mean }
  if (below === 0) return sorted[0]
  const [above, under] = [sorted[below - 1], sorted[below]]
  const share = Math.log(above.mean / mean) / Math.log(above.mean / under.mean)
  return { ms: above.ms * (under.ms / above.ms) ** share, mean }
}

/** `--sides 32,64` picks sizes. */
function sidesOf({ sides }) {
  return sides.length > 0 ? paretoSides.filter((side) => sides.includes(side)) : paretoSides
}

/** Runs of the largest sheet take long enough to be steady. */
function repeatsFor(side, options) {
  return side < 256 ? options : { ...options, repeats: 1 }
}

const number = (x) => (Number.isFinite(x) ? x.toFixed(2) : '-')

const describe = (result) => (result ? `${result.label}, ${result.ms.toFixed(2)} ms` : 'none')

/** TypeScript beside its C twin: one row of the table per scene. */
import {
  largestDifference,
  mean,
  measureAllocation,
  median,
  runNative,
  runTypeScript,
} from './measure.mjs'
import { nativeArguments } from './scenes.mjs'
import { formatTable } from './table.mjs'

/** How many times the C twin's CPU time we allow ourselves, both at their best. */
const TARGET = 2

/** Speed counts only for the same result: largest difference of a coordinate at this frame, m. */
const AGREEMENT = 1e-9
const AGREEMENT_FRAME = 10

/**
 * Measures one row: first whether both sides agree, then both in turn, so that load meets both
 * alike.
 *
 * @param bundles addresses of the bundled core and of the bundled curtain
 * @param program the C twin, or undefined where there is no compiler
 * @param counts repeats, steps, and what both sides take: warmup, frames, passes
 * @throws Error when the two differ
 */
export async function measureRow(row, bundles, program, { repeats, steps, ...timing }) {
  const modules = { ...(await import(bundles.core)), ...(await import(bundles.curtain)) }
  const args = nativeArguments(modules, row)
  const difference = program && agree(row, bundles, program, args)
  const settings = Object.entries(timing).map(([key, value]) => `${key}=${value}`)
  const ours = []
  const theirs = []
  for (let n = 0; n < repeats; n++) {
    ours.push(runTypeScript({ mode: 'time', ...bundles, row, ...timing }))
    if (program) theirs.push(runNative(program, [...args, ...settings]))
  }
  const { particles, springs, hash } = ours[0]
  const [typescript, native] = [ours, theirs].map(summarise)
  return {
    ...row,
    particles,
    springs,
    hash,
    typescript,
    native,
    ratio: program && typescript.cpu / native.cpu,
    bestRatio: program && typescript.best / native.best,
    difference,
    bytes: steps > 0 ? measureAllocation(bundles, row, steps) : undefined,
  }
}

/** Median of the runs' means, and the mean of each frame at its quickest in any run: ms per frame. */
function summarise(runs) {
  const quickest = runs[0]?.cpu.map((_, frame) => Math.min(...runs.map(({ cpu }) => cpu[frame])))
  return (
    quickest && {
      cpu: median(runs.map(({ cpu }) => mean(cpu))),
      wall: median(runs.map(({ wall }) => mean(wall))),
      best: mean(quickest),
    }
  )
}

function agree(row, bundles, program, args) {
  const difference = largestDifference(bundles, program, args, row, AGREEMENT_FRAME)
  if (!(difference <= AGREEMENT)) {
    throw new Error(
      `${rowName(row)}: TypeScript and C differ by ${difference} m at frame ${AGREEMENT_FRAME}, ` +
        `more than ${AGREEMENT} m; their times cannot be compared`,
    )
  }
  return difference
}

const HEADING = [
  'scene',
  'particles',
  'springs',
  'TS cpu ms',
  'C cpu ms',
  'ratio',
  'TS best',
  'C best',
  'ratio',
  'TS wall ms',
  'C wall ms',
  'difference m',
  'bytes/step',
]

/** The table, and below it which rows miss the target. */
export function formatResults(results) {
  const number = (value, digits = 2) => value?.toFixed(digits) ?? '-'
  const lines = results.map((result) => [
    rowName(result),
    String(result.particles),
    String(result.springs),
    number(result.typescript.cpu),
    number(result.native?.cpu),
    number(result.ratio),
    number(result.typescript.best),
    number(result.native?.best),
    number(result.bestRatio),
    number(result.typescript.wall),
    number(result.native?.wall),
    result.difference === undefined ? '-' : String(result.difference),
    number(result.bytes, 0),
  ])
  const table = formatTable([HEADING, ...lines])
  if (results.some(({ native }) => native === undefined)) return table
  const missed = results.filter(({ bestRatio }) => bestRatio > TARGET).map(rowName)
  return (
    `${table}\n\nTarget: at most ${TARGET} times the CPU time of the C twin, each at its best. ` +
    (missed.length > 0 ? `Missed by ${missed.join(', ')}.` : 'Met by every row.')
  )
}

export function rowName({ scene, selfCollision }) {
  return selfCollision ? `${scene} + self` : scene
}

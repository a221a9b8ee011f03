/**
 * Gusts: the mean wind swells and drops as a sum of three slow waves. Their periods are in golden
 * proportion, so that they never come round together and no gust is like another; their mean over
 * time is 0, and they add up to at most 1.
 *
 * All of a scene swells at once: gusts that differ from place to place would compress the air. What
 * runs over a meadow are the large eddies of the turbulence.
 */
import { sinTurns } from '../math/turns.js'
import { hashInteger } from '../math/random.js'

const GOLDEN = 1.618033988749895

/** Parts of the three waves in gusts; they add up to 1. */
const PARTS = [0.5, 0.3, 0.2] as const

/** Turns of the three waves at time 0, 0 to 1. */
export function createGusts(seed: number): Float64Array {
  return Float64Array.from(PARTS, (_, n) => hashInteger(hashInteger(seed) + n + 1) / 0x100000000)
}

/**
 * Writes the wind in gusts at one moment to `out[0..2]`, m/s, and to `out[3]` its share of the mean
 * over time, 1 − `gusts` to 1 + `gusts`.
 *
 * @param turns of the three waves since time 0, from `at` on
 * @param mean m/s
 */
export function writeGusts(
  { gusts }: { readonly gusts: number },
  phases: Float64Array,
  turns: Float64Array,
  at: number,
  mean: readonly [number, number, number],
  out: Float64Array,
): void {
  let wave = 0
  if (gusts !== 0)
    for (let n = 0; n < PARTS.length; n++) wave += PARTS[n]! * sinTurns(turns[at + n]! + phases[n]!)
  const share = 1 + gusts * wave
  for (let k = 0; k < 3; k++) out[k] = share * mean[k]!
  out[3] = share
}

/** Turns per second of the three waves, the strongest of which has `period` (s). */
export function writeGustRates(period: number, out: Float64Array, at: number): void {
  out[at] = 1 / period
  out[at + 1] = GOLDEN / period
  out[at + 2] = (GOLDEN * GOLDEN) / period
}

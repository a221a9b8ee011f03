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

/**
 * The wind as a share of its mean over time, 1 − strength to 1 + strength.
 *
 * @param strength share of the mean by which gusts change it, 0 to 1
 * @param turns of the three waves since time 0
 */
export function gustFactor(
  strength: number,
  seed: number,
  first: number,
  second: number,
  third: number,
): number {
  if (strength === 0) return 1
  const wave =
    0.5 * sinTurns(first + phaseOf(seed, 1)) +
    0.3 * sinTurns(second + phaseOf(seed, 2)) +
    0.2 * sinTurns(third + phaseOf(seed, 3))
  return 1 + strength * wave
}

/** Turns per second of the three waves, the strongest of which has `period` (s). */
export function writeGustRates(period: number, out: Float64Array, at: number): void {
  out[at] = 1 / period
  out[at + 1] = GOLDEN / period
  out[at + 2] = (GOLDEN * GOLDEN) / period
}

/** Turns, 0 to 1. */
function phaseOf(seed: number, wave: number): number {
  return hashInteger(hashInteger(seed) + wave) / 0x100000000
}

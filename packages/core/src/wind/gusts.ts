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
 * The wind at `time` as a share of its mean over time, 1 − strength to 1 + strength.
 *
 * @param strength share of the mean by which gusts change it, 0 to 1
 * @param period of the strongest wave, s
 */
export function gustFactor(strength: number, period: number, seed: number, time: number): number {
  if (strength === 0) return 1
  const periods = time / period
  // Past the range of numbers there is no telling where in a gust the air is.
  if (!Number.isFinite(periods)) return 1
  const wave =
    0.5 * sinTurns(periods + phaseOf(seed, 1)) +
    0.3 * sinTurns(periods * GOLDEN + phaseOf(seed, 2)) +
    0.2 * sinTurns(periods * GOLDEN * GOLDEN + phaseOf(seed, 3))
  return 1 + strength * wave
}

/** Turns, 0 to 1. */
function phaseOf(seed: number, wave: number): number {
  return hashInteger(hashInteger(seed) + wave) / 0x100000000
}

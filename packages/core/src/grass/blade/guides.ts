/**
 * The guide of a blade from its tip alone, for states that come without guides. Validation leaves
 * curves of the length that it gives them, and so decides the guide: with up u, T = |v2|, c = v2 · u and
 * g = |v1|, `stable` has g = k h with k of `guideFactor`, since its tips are where they belong; the one
 * pass of `paper` leaves 2 T + g + |v2 − g u| = 3 h, that is g = (S² − T²) / (2 (S − c)) with
 * S = 3 h − 2 T. Upright and as long as it is high (S = c), any guide gives a blade its length, and the
 * former is right.
 */
import type { GrassBlades, GrassState } from '../GrassBlades.js'
import { guideFactor } from './validate.js'

/** S − c as a share of the height below which rounding decides; guides then differ by as much. */
export const UPRIGHT_REST = 1e-3

/** Writes the guides of validated tips. */
export function writeGuides(
  { count, heights, ups }: GrassBlades,
  { tips, guides }: GrassState,
  model: 'stable' | 'paper',
): void {
  for (let n = 0, i = 0; n < count; n++, i += 3) {
    const h = heights[n]!
    const x = tips[i]!
    const y = tips[i + 1]!
    const z = tips[i + 2]!
    const rise = x * ups[i]! + y * ups[i + 1]! + z * ups[i + 2]!
    const squared = x * x + y * y + z * z
    const rest = 3 * h - 2 * Math.sqrt(squared)
    guides[n] =
      model === 'stable' || rest - rise < UPRIGHT_REST * h
        ? h * guideFactor(Math.sqrt(Math.max(squared - rise * rise, 0)) / h)
        : (rest * rest - squared) / (2 * (rest - rise))
  }
}

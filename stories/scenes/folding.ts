/** An upright sheet that falls on its lower edge and folds onto itself. */
import { type ClothParams, materialPresets } from '@billow/core'

export const folding = {
  ...materialPresets.cotton,
  size: [0.5, 0.8],
  segments: [25, 40],
  orientation: 'vertical',
  substeps: 16,
  thickness: 0.01,
  selfFriction: 0.4,
} as const satisfies Partial<ClothParams>

/** How far its lower edge is above the ground at the start, m. */
export const DROP = 0.08

/** Bent a little, so that it folds to and fro and does not stand, m. */
export const bend = (_: number, row: number): number =>
  0.02 * Math.sin((2.5 * Math.PI * row) / folding.segments[1])

/** Particles keep this far apart, m. */
export const apart = (thickness: number): number => 2 * thickness

/**
 * The least distance of particles that are farther apart than that at rest, m: of different layers, that
 * is. Every pair is looked at, since this is to judge what found its pairs by cells.
 */
export function leastDistance(
  positions: ArrayLike<number>,
  rest: ArrayLike<number>,
  reach: number,
): number {
  let least = Infinity
  for (let a = 0; a < rest.length; a += 3) {
    for (let b = a + 3; b < rest.length; b += 3) {
      const x = positions[a]! - positions[b]!
      const y = positions[a + 1]! - positions[b + 1]!
      const z = positions[a + 2]! - positions[b + 2]!
      const squared = x * x + y * y + z * z
      if (squared >= least * least) continue
      const far = Math.hypot(
        rest[a]! - rest[b]!,
        rest[a + 1]! - rest[b + 1]!,
        rest[a + 2]! - rest[b + 2]!,
      )
      if (far > reach) least = Math.sqrt(squared)
    }
  }
  return least
}

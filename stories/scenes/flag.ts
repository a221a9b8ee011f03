/** A flag of light cotton on a pole that somebody carries to and fro. */
import { type ClothParams, materialPresets } from '@billow/core'

export const flag = {
  ...materialPresets.cotton,
  size: [1.2, 0.8],
  segments: [30, 20],
  orientation: 'vertical',
  substeps: 8,
  wind: [2.5, 0, 0.6],
  turbulence: 0.4,
} as const satisfies Partial<ClothParams>

/** Particles along the pole, and how high on it each is above the middle of the flag, m. */
export const hoist = Array.from({ length: flag.segments[1] + 1 }, (_, row) => ({
  particle: [0, row] as const,
  height: (row / flag.segments[1] - 0.5) * flag.size[1],
}))

/** How far the flag's middle is above the ground, and the pole's top above that, m. */
export const FLAG_HEIGHT = 1.6
export const POLE_ABOVE = 0.5

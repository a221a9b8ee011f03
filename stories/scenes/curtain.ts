/**
 * The curtain: the classic browser cloth of 30 × 24 particles, 12 relaxation passes and 5 substeps,
 * as a stage curtain of 5.8 × 4.6 m on a bar, with wind and a ball of which it stays 0.15 m clear.
 */
import type { ClothParams } from '@billow/core'

export const curtain = {
  solver: 'pbd',
  size: [5.8, 4.6],
  segments: [29, 23],
  orientation: 'vertical',
  substeps: 5,
  iterations: 12,
  stiffness: 0.9,
  density: 0.35,
  damping: 0.4,
  gravity: [0, -9.81, 0],
  wind: [0.5, 0, 2],
  turbulence: 0.5,
  limitStrain: false,
  colliderOffset: 0.15,
} as const satisfies Partial<ClothParams>

/** Height of the bar and thus of the curtain's upper edge, m. */
export const BAR_HEIGHT = 4.9

/** Middle of the sheet: its lower edge hangs 0.3 m above the ground. */
export const CURTAIN_CENTRE = BAR_HEIGHT - curtain.size[1] / 2

/** A ball in front of the curtain, 1.3 m above the ground; in the cloth's space. */
export const ball = { center: [0.9, 1.3 - CURTAIN_CENTRE, 0.9], radius: 0.8 } as const

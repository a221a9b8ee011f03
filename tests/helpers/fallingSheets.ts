/** Sheets that fall onto themselves, for what keeps layers apart. */
import type { ClothOptions } from '@billow/core'

const SIDE = 14
const SPACING = 1 / (SIDE - 1)

export interface FallingSheet {
  readonly options: ClothOptions
  /** Of particles, m. */
  readonly spacing: number
  /** Step at which pins let go. */
  readonly letGo?: number
}

export const FALLING_SHEETS = {
  'a vertical sheet that falls on its edge': {
    options: {
      segments: [SIDE - 1, SIDE - 1],
      offsetAt: (_, row) => 0.02 * Math.sin((2 * Math.PI * row) / (SIDE - 1)),
      colliders: [{ type: 'plane', point: [0, -0.6, 0], friction: 0.5 }],
    },
    spacing: SPACING,
  },
  'a sheet whose two corners are let go': {
    options: {
      segments: [SIDE - 1, SIDE - 1],
      pins: ['top-left', 'top-right'],
      offsetAt: (_, row) => 0.01 * Math.sin((2 * Math.PI * row) / (SIDE - 1)),
      colliders: [{ type: 'plane', point: [0, -0.9, 0], friction: 0.5 }],
    },
    spacing: SPACING,
    letGo: 40,
  },
  'a narrow strip that folds into 50 layers': {
    options: {
      size: [0.1, 2],
      segments: [2, 80],
      offsetAt: (_, row) => 0.004 * Math.sin(0.9 * row),
      colliders: [{ type: 'plane', point: [0, -1.05, 0], friction: 0.5 }],
    },
    spacing: 0.025,
  },
} as const satisfies Readonly<Record<string, FallingSheet>>

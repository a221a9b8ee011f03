/** A sheet in the wind that is fine enough for its steps to be felt by the page they run on. */
import { type ClothParams, materialPresets } from '@billow/core'

export const busyCloth = {
  ...materialPresets.cotton,
  solver: 'xpbd',
  size: [1, 1],
  segments: [140, 140],
  orientation: 'vertical',
  substeps: 8,
  wind: [0.6, 0, 1.6],
  turbulence: 0.5,
} as const satisfies Partial<ClothParams>

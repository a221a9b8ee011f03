/**
 * A square metre of 256 × 256 cells, held at two corners that are nearer to each other than the cloth
 * is wide, so that it falls into folds.
 */
import { type ClothParams, materialPresets, type TargetedPin } from '@billow/core'

const CELLS = 256

export const fineSheet = {
  ...materialPresets.cotton,
  solver: 'xpbd',
  size: [1, 1],
  segments: [CELLS, CELLS],
  orientation: 'vertical',
  substeps: 4,
} as const satisfies Partial<ClothParams>

/** Share of the width by which the two corners come nearer to each other. */
const GATHERED = 0.18

const at = fineSheet.size[0] * (0.5 - GATHERED / 2)

export const fineSheetPins = [
  { particle: [0, CELLS], target: [-at, 0.5, 0] },
  { particle: [CELLS, CELLS], target: [at, 0.5, 0] },
] as const satisfies readonly TargetedPin[]

/**
 * A curtain of 256 × 256 cells that is pleated along its upper edge, from which it hangs: its pleats are part
 * of how it is at rest, and farther down they do as they please.
 */
import { type ClothParams, materialPresets, type PinName } from '@billow/core'

const CELLS = 256
const PLEATS = 8

/** m */
const PLEAT_DEPTH = 0.03

export const fineSheet = {
  ...materialPresets.cotton,
  solver: 'xpbd',
  size: [0.8, 1],
  segments: [CELLS, CELLS],
  orientation: 'vertical',
  substeps: 4,
} as const satisfies Partial<ClothParams>

export const fineSheetPins = ['top'] as const satisfies readonly PinName[]

/** Out of the plane, m. */
export const pleat = (column: number): number =>
  PLEAT_DEPTH * Math.sin((2 * Math.PI * PLEATS * column) / CELLS)

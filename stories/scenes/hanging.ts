/**
 * The hard case of cloth: a square metre that falls from the horizontal, held at two corners, so that
 * its whole weight hangs on two particles. In a vacuum and with little damping, since other engines
 * know no air.
 */
import type { ClothParams, PinName } from '@billow/core'

export const hanging = {
  size: [1, 1],
  orientation: 'horizontal',
  density: 0.2,
  timeStep: 1 / 60,
  gravity: [0, -9.81, 0],
  damping: 0.1,
  airDensity: 0,
} as const satisfies Partial<ClothParams>

export const hangingPins = ['top-left', 'top-right'] as const satisfies readonly PinName[]

/**
 * A sheet that swings from a bar in a vacuum: what it has in height becomes motion and back, and some of
 * it stretches the springs.
 */
import type { ClothParams, PinName } from '@billow/core'

export const pendulum = {
  solver: 'mass-spring',
  size: [0.6, 0.8],
  segments: [12, 16],
  orientation: 'horizontal',
  density: 0.4,
  ks: 400,
  limitStrain: false,
  substeps: 30,
  damping: 0,
  stepDamping: 0,
  airDensity: 0,
  gravity: [0, -9.81, 0],
} as const satisfies Partial<ClothParams>

export const pendulumPins = 'top' as const satisfies PinName

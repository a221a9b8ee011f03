/**
 * Three small sheets on an incline, each with a friction of its own. Coulomb: below atan mu a sheet
 * sticks; above it slides with a = g (sin angle − mu cos angle), whatever it weighs. Everything is in
 * the axes of the incline: x across, y away from it, z downhill, in which gravity is turned.
 */
import type { ClothParams } from '@billow/core'

export const GRAVITY = 9.81

export const sheet = {
  size: [0.38, 0.38],
  segments: [12, 12],
  orientation: 'horizontal',
  density: 0.3,
  substeps: 10,
  colliderOffset: 0,
  // The formula knows no air.
  airDensity: 0,
  damping: 0,
} as const satisfies Partial<ClothParams>

/** Size of the slab under each sheet, m; it starts at z = 0. */
export const SLAB = [0.46, 0.06, 2.4] as const
/** Between the lanes, m. */
export const LANE = 0.5
/** Where a sheet starts on its slab, m. */
export const START = 0.3
/** Cloth rests this far above the slab, m. */
export const GAP = 0.002

export const gravityOn = (angle: number): [number, number, number] => [
  0,
  -GRAVITY * Math.cos(angle),
  GRAVITY * Math.sin(angle),
]

/** m/s², none where friction holds. */
export const accelerationOn = (angle: number, friction: number): number =>
  Math.max(0, GRAVITY * (Math.sin(angle) - friction * Math.cos(angle)))

/**
 * The forces on the tip of a blade (Jahrmann & Wimmer 2017, section 4): gravity, recovery and wind.
 * The model is of first order: blades are light and the air is thick to them, so a force is a
 * velocity, and all of them are in m/s.
 */
import type { Vector } from './curve.js'

/** Front gravity is this share of gravity, so that an upright blade knows where to bow. */
export const FRONT_SHARE = 0.25

/** Droop is the share of a blade's stiffness that this gravity takes, m/s². */
export const STANDARD_GRAVITY = 9.81

/** The strongest collision leaves this share of the recovery, or a blade would never rise again. */
export const LEAST_RECOVERY = 0.1

/** gE + gF: gravity and a quarter of its size along the front. */
export function gravityOn(gravity: Vector, front: Vector): Vector {
  const bow = FRONT_SHARE * Math.hypot(...gravity)
  return [gravity[0] + bow * front[0], gravity[1] + bow * front[1], gravity[2] + bow * front[2]]
}

/** Recovery per metre, 1/s: s max(1 − η, 0.1). */
export function recoveryRate(stiffness: number, collisionStrength: number): number {
  return stiffness * Math.max(1 - collisionStrength, LEAST_RECOVERY)
}

/** (I − v2) s max(1 − η, 0.1), with the idle tip I = h · up. */
export function recoveryOn(
  tip: Vector,
  up: Vector,
  height: number,
  stiffness: number,
  collisionStrength: number,
): Vector {
  const rate = recoveryRate(stiffness, collisionStrength)
  return [
    rate * (height * up[0] - tip[0]),
    rate * (height * up[1] - tip[1]),
    rate * (height * up[2] - tip[2]),
  ]
}

/**
 * θ: how much of the wind gets hold of a blade, 0 to 1. A blade that stands across the wind gets all of it,
 * one that lies or points along it nothing: (1 − |ŵ · p̂|) (p · up) / h. Without wind, and for a tip at
 * its root, which has no direction, 0.
 */
export function windAlignment(tip: Vector, up: Vector, height: number, wind: Vector): number {
  const speed = Math.hypot(...wind)
  const length = Math.hypot(...tip)
  if (!(speed > 0) || !(length > 0)) return 0
  const along = (wind[0] * tip[0] + wind[1] * tip[1] + wind[2] * tip[2]) / (speed * length)
  const directional = 1 - Math.min(Math.abs(along), 1)
  const upright = (tip[0] * up[0] + tip[1] * up[1] + tip[2] * up[2]) / height
  return directional * Math.max(upright, 0)
}

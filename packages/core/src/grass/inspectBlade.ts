/** One blade of a field, with the forces on its tip: for whoever wants to show how the model works. */
import type { Vector } from './blade/curve.js'
import { gravityOn, recoveryOn, STANDARD_GRAVITY, windAlignment } from './blade/forces.js'
import type { GrassSimulation } from './GrassSimulation.js'
import { fail, show } from '../params/check.js'

/** Points in m from the origin of the field; forces in m/s, see `blade/forces`. */
export interface BladeReading {
  /** v0 */
  readonly root: Vector
  /** v1 */
  readonly guide: Vector
  /** v2 */
  readonly tip: Vector
  readonly up: Vector
  /** Unit vector across. */
  readonly across: Vector
  /** m */
  readonly height: number
  readonly width: number
  /** 1/s, as gravity and droop make it for this height. */
  readonly stiffness: number
  /** η, 0 to 1 */
  readonly collisionStrength: number
  /** gE + gF */
  readonly gravity: Vector
  readonly recovery: Vector
  /** The wind times how much of it gets hold of the blade. */
  readonly wind: Vector
  /** θ: how much of the wind gets hold, 0 to 1. */
  readonly windAlignment: number
}

/** @throws BillowError when there is no such blade */
export function inspectBlade(grass: GrassSimulation, blade: number): BladeReading {
  const { blades, state, params, wind: air, time, origin, bladeCount } = grass
  if (!Number.isInteger(blade) || blade < 0 || blade >= bladeCount)
    fail('inspectBlade', `blade must be an integer from 0 to ${bladeCount - 1}, got ${show(blade)}`)
  const at = (list: ArrayLike<number>, i: number): Vector => [list[i]!, list[i + 1]!, list[i + 2]!]
  const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
  const root = at(blades.roots, 3 * blade)
  const up = at(blades.ups, 3 * blade)
  const tip = at(state.tips, 3 * blade)
  const height = blades.heights[blade]!
  const guide = state.guides[blade]!
  const collisionStrength = state.strengths[blade]!
  const stiffness = blades.firmness[blade]! * stiffnessOf(params, height)
  const blown: [number, number, number] = [0, 0, 0]
  const speed = new Float64Array(3)
  const place = plus(root, origin)
  air.sample(place[0], place[1], place[2], time, speed)
  for (let k = 0; k < 3; k++) blown[k] = params.windHold * speed[k]!
  const alignment = windAlignment(tip, up, height, blown)
  return {
    root,
    guide: plus(root, [guide * up[0], guide * up[1], guide * up[2]]),
    tip: plus(root, tip),
    up,
    across: at(blades.axes, 6 * blade),
    height,
    width: blades.widths[blade]!,
    stiffness,
    collisionStrength,
    gravity: gravityOn(params.gravity, at(blades.axes, 6 * blade + 3)),
    recovery: recoveryOn(tip, up, height, stiffness, collisionStrength),
    wind: [alignment * blown[0], alignment * blown[1], alignment * blown[2]],
    windAlignment: alignment,
  }
}

/** Of a blade of usual firmness, 1/s. */
function stiffnessOf({ stiffness, droop }: GrassSimulation['params'], height: number): number {
  return stiffness > 0 ? stiffness : STANDARD_GRAVITY / (droop * height)
}

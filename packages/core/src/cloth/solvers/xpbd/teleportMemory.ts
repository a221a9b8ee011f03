/**
 * Displacement of an xpbd cloth: the frame that its particles are in is shifted, and within the frame
 * they turn about its origin. Sums of a single-precision number and what rounding cut off are turned
 * as one, and divided anew.
 */
import { moved, type RigidMotion, turned } from '../../rigidMotion.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/** @param origin of the frame, m */
export function teleportMemory(
  { particles, offsets, velocities, residuals }: XpbdMemory,
  origin: Float64Array,
  motion: RigidMotion,
): void {
  const [x, y, z] = [origin[0]!, origin[1]!, origin[2]!]
  for (let axis = 0; axis < 3; axis++) origin[axis] = moved(motion, axis, x, y, z)
  if (!motion.rows) return
  for (let i = 0; i < velocities.length; i += STRIDE) {
    turn(particles, offsets, i, motion)
    turn(velocities, residuals, i, motion)
  }
}

function turn(values: Float32Array, rests: Float32Array, i: number, motion: RigidMotion): void {
  const x = values[i]! + rests[i]!
  const y = values[i + 1]! + rests[i + 1]!
  const z = values[i + 2]! + rests[i + 2]!
  for (let axis = 0; axis < 3; axis++) {
    const changed = turned(motion, axis, x, y, z)
    values[i + axis] = changed
    rests[i + axis] = changed - values[i + axis]!
  }
}

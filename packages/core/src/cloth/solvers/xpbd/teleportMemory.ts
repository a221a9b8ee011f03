/**
 * Displacement of an xpbd cloth. Positions and velocities are sums of a single-precision number and
 * what rounding cut off; the sum is moved, and divided anew.
 */
import { moved, type RigidMotion, turned } from '../../rigidMotion.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

export function teleportMemory(
  { particles, velocities, residuals }: XpbdMemory,
  motion: RigidMotion,
): void {
  for (let i = 0; i < particles.length; i += STRIDE) {
    shift(particles, i, residuals, 2 * i, motion, moved)
    if (motion.rows) shift(velocities, i, residuals, 2 * i + STRIDE, motion, turned)
  }
}

function shift(
  values: Float32Array,
  i: number,
  residuals: Float32Array,
  r: number,
  motion: RigidMotion,
  change: typeof moved,
): void {
  const x = values[i]! + residuals[r]!
  const y = values[i + 1]! + residuals[r + 1]!
  const z = values[i + 2]! + residuals[r + 2]!
  for (let axis = 0; axis < 3; axis++) {
    const changed = change(motion, axis, x, y, z)
    values[i + axis] = changed
    residuals[r + axis] = changed - values[i + axis]!
  }
}

/**
 * The end of an xpbd step, in plain TypeScript: the reference of `assembly/endStep.ts`, bit by bit.
 */
import { LIMIT, STRIDE, SUBSTEP, type XpbdMemory } from './XpbdMemory.js'

/** Writes where particles are in the world, and one substep before; see `XpbdKernels`. */
export function endStep(memory: XpbdMemory): boolean {
  const { particles, offsets, velocities, origin, positions, lastPositions, numbers } = memory
  const dt = numbers[SUBSTEP]!
  const limit = numbers[LIMIT]!
  let isWithin = true
  for (let i = 0, s = 0; s < positions.length; i += STRIDE, s += 3) {
    for (let k = 0; k < 3; k++) {
      positions[s + k] = origin[k]! + (particles[i + k]! + offsets[i + k]!)
      const place = positions[s + k]!
      if (!(Math.abs(place) < limit)) isWithin = false
      // From what single precision made of it: the difference of both is the velocity.
      lastPositions[s + k] = place - dt * velocities[i + k]!
    }
  }
  return isWithin
}

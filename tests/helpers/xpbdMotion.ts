/**
 * States of an xpbd cloth that no parameter gives: displaced particles, chosen velocities, the whole
 * turned. The solver keeps positions and velocities of its own in single precision, which go through a
 * snapshot beside those of the cloth.
 */
import type { ClothOptions, ClothSimulation } from '@billow/core'
import { STRIDE } from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import type { Vector } from './states.js'

/** No air, no losses, no limit, no tethers: constraints and gravity alone. */
export const IDEAL = {
  solver: 'xpbd',
  damping: 0,
  airDensity: 0,
  limitStrain: false,
  tethers: false,
} as const satisfies ClothOptions

/** Sets positions (m) and velocities (m/s, at rest by default) of all particles. */
export function setXpbdMotion(
  cloth: ClothSimulation,
  at: (
    particle: number,
    position: Vector,
  ) => { readonly position?: Vector; readonly velocity?: Vector },
): void {
  const snapshot = cloth.snapshot()
  const [particles, velocities, offsets, , origin] = snapshot.motion as Float64Array[]
  const dt = cloth.params.timeStep / cloth.params.substeps
  for (let particle = 0; particle < cloth.particleCount; particle++) {
    const i = 3 * particle
    const before: Vector = [
      snapshot.positions[i]!,
      snapshot.positions[i + 1]!,
      snapshot.positions[i + 2]!,
    ]
    const { position = before, velocity = [0, 0, 0] } = at(particle, before)
    for (let axis = 0; axis < 3; axis++) {
      const x = Math.fround(position[axis]!)
      snapshot.positions[i + axis] = x
      snapshot.previousPositions[i + axis] = x
      snapshot.lastPositions[i + axis] = x - dt * velocity[axis]!
      snapshot.holdTargets[i + axis] = x
      const own = x - origin![axis]!
      particles![STRIDE * particle + axis] = Math.fround(own)
      offsets![STRIDE * particle + axis] = own - Math.fround(own)
      velocities![STRIDE * particle + axis] = velocity[axis]!
    }
  }
  cloth.restore({ ...snapshot, lastSubstep: dt })
}

/** (length − rest) / rest of the springs of the given families, all by default. */
export function strainsOf(
  { positions, grid }: ClothSimulation,
  families: readonly number[] = [0, 1, 2],
): number[] {
  const { count, ends, restLengths } = grid.springs
  const strains: number[] = []
  for (let s = 0; s < count; s++) {
    if (!families.includes(grid.springs.families[s]!)) continue
    const [a, b] = [3 * ends[2 * s]!, 3 * ends[2 * s + 1]!]
    const length = Math.hypot(
      positions[b]! - positions[a]!,
      positions[b + 1]! - positions[a + 1]!,
      positions[b + 2]! - positions[a + 2]!,
    )
    strains.push(length / restLengths[s]! - 1)
  }
  return strains
}

export function run(cloth: ClothSimulation, steps: number): void {
  for (let n = 0; n < steps; n++) cloth.step()
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!))
  return largest
}

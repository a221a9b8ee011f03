/** States that no parameter gives: a cloth with chosen displacements and velocities, or two particles. */
import type { ClothSimulation } from '@billow/core'
import { type ClothState, createState } from '../../packages/core/src/cloth/ClothState.js'
import type { ClothGrid } from '../../packages/core/src/mesh/grid.js'

export type Vector = readonly [number, number, number]

/** Adds a displacement (m) and sets a velocity (m/s) per particle, through a snapshot. */
export function setMotion(
  cloth: ClothSimulation,
  at: (particle: number) => { readonly displacement?: Vector; readonly velocity?: Vector },
): void {
  const snapshot = cloth.snapshot()
  const dt = cloth.params.timeStep / cloth.params.substeps
  for (let particle = 0; particle < cloth.particleCount; particle++) {
    const { displacement = [0, 0, 0], velocity = [0, 0, 0] } = at(particle)
    for (let axis = 0; axis < 3; axis++) {
      const i = 3 * particle + axis
      snapshot.positions[i]! += displacement[axis]!
      snapshot.lastPositions[i] = snapshot.positions[i]! - velocity[axis]! * dt
      snapshot.previousPositions[i] = snapshot.lastPositions[i]!
    }
  }
  cloth.restore({ ...snapshot, lastSubstep: dt })
}

/** xyz of one particle, m. */
export function positionOf(cloth: ClothSimulation, particle: number): Vector {
  const i = 3 * particle
  return [cloth.positions[i]!, cloth.positions[i + 1]!, cloth.positions[i + 2]!]
}

/** Velocities as Verlet has them, (position − last) / substep, m/s. */
export function velocitiesOf(cloth: ClothSimulation): Float64Array {
  const { positions, lastPositions } = cloth.snapshot()
  const dt = cloth.params.timeStep / cloth.params.substeps
  return positions.map((position, i) => (position - lastPositions[i]!) / dt)
}

/** Two particles and one structural spring along x, for which no grid is small enough. */
export function createPair(length: number, rest: number, fixed: readonly number[]): ClothState {
  const grid: ClothGrid = {
    columns: 2,
    rows: 1,
    particleCount: 2,
    cell: [rest, rest],
    restPositions: Float64Array.of(0, 0, 0, length, 0, 0),
    springs: {
      count: 1,
      ends: Uint32Array.of(0, 1),
      families: Uint8Array.of(0),
      restLengths: Float64Array.of(rest),
    },
    triangles: new Uint32Array(0),
    uvs: new Float32Array(4),
  }
  const state = createState(grid, 'float64')
  state.fixed.set(fixed)
  return state
}

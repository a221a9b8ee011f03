/** States that no parameter gives: a cloth with chosen displacements and velocities, or two particles. */
import type { ClothGrid, ClothSimulation, Precision, Springs } from '@billow/core'
import { type ClothState, createState } from '../../packages/core/src/cloth/ClothState.js'

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
  const state = createParticles([0, 0, 0, length, 0, 0], [rest, rest], 'float64', {
    count: 1,
    ends: Uint32Array.of(0, 1),
    families: Uint8Array.of(0),
    restLengths: Float64Array.of(rest),
  })
  state.fixed.set(fixed)
  return state
}

const NO_SPRINGS: Springs = {
  count: 0,
  ends: new Uint32Array(0),
  families: new Uint8Array(0),
  restLengths: new Float64Array(0),
}

/** Particles anywhere, without triangles. */
export function createParticles(
  points: readonly number[],
  cell: readonly [number, number],
  precision: Precision = 'float64',
  springs = NO_SPRINGS,
): ClothState {
  const particleCount = points.length / 3
  const grid: ClothGrid = {
    columns: particleCount,
    rows: 1,
    particleCount,
    cell,
    restPositions: Float64Array.from(points),
    springs,
    triangles: new Uint32Array(0),
    areas: new Float64Array(particleCount).fill(1 / particleCount),
    area: 1,
    vertexTriangles: new Uint32Array(0),
    uvs: new Float32Array(2 * particleCount),
    warnings: [],
  }
  return createState(grid, precision)
}

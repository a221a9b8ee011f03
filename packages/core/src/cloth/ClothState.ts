/**
 * The state that all solvers work on: plain typed arrays named after quantities, made once and
 * never grown. Particle p has its coordinates at 3p, 3p+1, 3p+2.
 */
import type { ClothSheet } from '../mesh/ClothSheet.js'

/** Coordinates in double precision, or in single for those who study rounding. */
export type ParticleArray = Float64Array | Float32Array
export type Precision = 'float64' | 'float32'

/** Particles as contacts see them; how a solver stores them is its own affair. */
export interface Points {
  /** m; particle p has its coordinates at stride · p and the two places after it. */
  readonly positions: ParticleArray
  readonly stride: number
  /** 1 where a particle is pinned or held by a hand: it does not follow forces. */
  readonly fixed: Uint8Array
}

export interface ClothState extends Points {
  readonly sheet: ClothSheet
  /** Position before the last integration, m. Verlet's velocity is (position − last) / dt. */
  readonly lastPositions: ParticleArray
  /** Force per particle, N, valid within a substep; empty in xpbd, which has accelerations. */
  readonly forces: ParticleArray
}

/**
 * Lets a solver keep the state in its own memory, where its kernels write it; to be called before
 * anybody else holds on to the arrays. Such a solver has no forces.
 */
export function keepStateIn(
  { positions, lastPositions }: Pick<ClothState, 'positions' | 'lastPositions'>,
  state: ClothState,
): void {
  positions.set(state.positions)
  lastPositions.set(state.lastPositions)
  Object.assign(state, { positions, lastPositions, forces: new Float32Array(0) })
}

/**
 * @param last precision of the last positions: the xpbd solver keeps positions in single precision,
 * but velocities must not suffer from that
 */
export function createState(sheet: ClothSheet, precision: Precision, last = precision): ClothState {
  const coordinates = precision === 'float64' ? Float64Array : Float32Array
  const lastCoordinates = last === 'float64' ? Float64Array : Float32Array
  const { particleCount, reserve = 0 } = sheet
  return {
    sheet,
    stride: 3,
    positions: coordinates.from(sheet.restPositions),
    lastPositions: lastCoordinates.from(sheet.restPositions),
    forces: new coordinates(sheet.restPositions.length),
    // What is in reserve follows no forces.
    fixed: new Uint8Array(particleCount).fill(1, particleCount - reserve),
  }
}

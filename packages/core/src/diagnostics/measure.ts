/**
 * What can be read off a cloth: energies, strain and contacts. Velocity is (position − last) / dt,
 * as Verlet has it.
 */
import type { ClothState } from '../cloth/ClothState.js'
import { familyStiffnesses } from '../cloth/SpringSet.js'
import type { ClothParams } from '../params/clothParams.js'
import type { Infeasible } from './infeasible.js'

export interface ClothMeasurements {
  /** ½ Σ m v², J */
  readonly kinetic: number
  /** −Σ m g · x, J: zero at the origin. */
  readonly gravitational: number
  /** ½ Σ k (l − rest)² over the springs that are on, J; with the mass-spring solver's `ks`. */
  readonly elastic: number
  /** (l − rest) / rest over all springs, on or off. */
  readonly maxStrain: number
  readonly minStrain: number
  readonly meanStrain: number
  /** Fastest particle, m/s. */
  readonly maxSpeed: number
  /** Particles that were moved by contacts in the last substep. */
  readonly contacts: number
  /** Strain that the strain limit could not take away, since pins or contacts forbid it; else 0. */
  readonly infeasibleStrain: number
  /** Which part of the cloth that is; absent where the limit holds. */
  readonly infeasible?: Infeasible
  /** Particles that were split so far; 0 in a cloth that cannot tear. */
  readonly tears: number
  /** Simulated seconds since the start. */
  readonly time: number
  /** Steps taken since the start. */
  readonly steps: number
  /** Steps that left the range of numbers and were taken back. */
  readonly unstableSteps: number
}

type StateMeasurements = Pick<
  ClothMeasurements,
  'kinetic' | 'gravitational' | 'elastic' | 'maxStrain' | 'minStrain' | 'meanStrain' | 'maxSpeed'
>

/** @param dt the substep that `state.lastPositions` lies back, s */
export function measureState(
  state: ClothState,
  params: ClothParams,
  dt: number,
): StateMeasurements {
  const { positions, lastPositions, sheet } = state
  const [gx, gy, gz] = params.gravity
  let massTimesSquares = 0
  let fastest = 0
  let gravitational = 0
  for (let p = 0, i = 0; p < sheet.particleCount; p++, i += 3) {
    const mass = params.density * sheet.areas[p]!
    const vx = positions[i]! - lastPositions[i]!
    const vy = positions[i + 1]! - lastPositions[i + 1]!
    const vz = positions[i + 2]! - lastPositions[i + 2]!
    const square = vx * vx + vy * vy + vz * vz
    massTimesSquares += mass * square
    fastest = Math.max(fastest, square)
    gravitational -= mass * (gx * positions[i]! + gy * positions[i + 1]! + gz * positions[i + 2]!)
  }

  const { count, ends, families, restLengths } = sheet.springs
  const stiffnesses = familyStiffnesses(params, params.solver === 'mass-spring' ? params.ks : 0)
  let elastic = 0
  let maxStrain = -Infinity
  let minStrain = Infinity
  let strainSum = 0
  for (let s = 0; s < count; s++) {
    const a = 3 * ends[2 * s]!
    const b = 3 * ends[2 * s + 1]!
    const dx = positions[b]! - positions[a]!
    const dy = positions[b + 1]! - positions[a + 1]!
    const dz = positions[b + 2]! - positions[a + 2]!
    const rest = restLengths[s]!
    const extension = Math.sqrt(dx * dx + dy * dy + dz * dz) - rest
    const strain = extension / rest
    elastic += stiffnesses[families[s]!]! * extension * extension
    strainSum += strain
    maxStrain = Math.max(maxStrain, strain)
    minStrain = Math.min(minStrain, strain)
  }
  return {
    kinetic: massTimesSquares / (2 * dt * dt),
    gravitational,
    elastic: elastic / 2,
    maxStrain,
    minStrain,
    meanStrain: strainSum / count,
    maxSpeed: Math.sqrt(fastest) / dt,
  }
}

/** Largest (l − rest) / rest of all springs. */
export function maxStrainOf({ positions, sheet }: Pick<ClothState, 'positions' | 'sheet'>): number {
  const { count, ends, restLengths } = sheet.springs
  let largest = -Infinity
  for (let s = 0; s < count; s++) {
    const a = 3 * ends[2 * s]!
    const b = 3 * ends[2 * s + 1]!
    const dx = positions[b]! - positions[a]!
    const dy = positions[b + 1]! - positions[a + 1]!
    const dz = positions[b + 2]! - positions[a + 2]!
    largest = Math.max(largest, Math.sqrt(dx * dx + dy * dy + dz * dz) / restLengths[s]!)
  }
  return largest - 1
}

/**
 * What a solver is to `ClothSimulation`: something that moves a `ClothState` on by one substep.
 * The simulation owns the clock, pins and hands; the solver owns forces, constraints and contacts.
 */
import type { Contacts } from '../../collision/Contacts.js'
import type { ClothSheet } from '../../mesh/ClothSheet.js'
import type { ClothParams } from '../../params/clothParams.js'
import type { WindSource } from '../../wind/WindField.js'
import type { ParticleArray } from '../ClothState.js'
import type { Holds } from '../Holds.js'
import type { RigidMotion } from '../rigidMotion.js'
import type { ClothLayer } from './ClothLayer.js'

/**
 * When a substep is and how long. One object for the whole run: a number that is passed to a
 * function which is not inlined becomes a new object every time.
 */
export interface StepTiming {
  /** Simulated seconds since the start, at the start of the step. */
  time: number
  /** Length of a substep, s. */
  dt: number
  /** Length of the step, s. */
  step: number
  /** Steps that remain in this frame, this one included. */
  stepsLeft: number
}

export interface ClothSolver {
  /** Do hands pull at particles that stay free, or do they carry them? */
  readonly softHands: boolean
  /** Takes over parameters; called before the first step and after every change. */
  configure(params: ClothParams): void
  /**
   * Takes over rest lengths while a change is on its way; called before a step.
   *
   * @param lengths per spring, m; undefined for those of the sheet
   */
  ease(lengths: Float64Array | undefined): void
  /** Sources of wind, in place of those before. */
  setWindSources(sources: readonly WindSource[]): void
  /** Largest strain of tethers and coarse levels; 0 or less where all are slack. */
  tautness(): number
  /** Takes over positions that were set from outside; everything stands still. */
  settle(): void
  /** Back to time 0: what drifts with time starts anew. */
  rewind(): void
  /** Moves what it keeps beside the state; velocities turn along. */
  teleport(motion: RigidMotion): void
  /**
   * Takes over springs and triangles of the sheet that a tear has changed.
   *
   * @param births two particles per new one: the one whose motion it takes over, and itself
   */
  topologyChanged(births: readonly number[]): void
  /** Called before the substeps of a step. */
  beginStep(timing: StepTiming, holds: Holds): void
  /**
   * Moves the state on by one substep; held particles have been moved already.
   *
   * @param last whether this is the last substep of the step
   */
  substep(timing: StepTiming, holds: Holds, last: boolean): void
  /**
   * Called after the substeps: brings `state` up to date.
   *
   * @returns false where a position is not within the world or no number
   */
  endStep(timing: StepTiming): boolean
  /** Particles that were moved out of colliders or away from each other in the last substep. */
  readonly contacts: number
  /** What is known of contacts with colliders. */
  readonly bodies: Contacts
  /**
   * Largest strain that the limit could not take away in the last step, since pins or contacts stand
   * against it; 0 where the limit holds or the solver does not enforce it.
   */
  readonly infeasibleStrain: number
  /**
   * Adds the force of the air on every particle in the last step, N.
   *
   * @param forces xyz per particle
   */
  writeAirForces(forces: Float64Array): void
  /** Largest stiffness `ks` that is stable at this substep, N/m; infinite where there is no limit. */
  stableStiffness(dt: number): number
  /** What the next step depends on beside the state: for snapshots and fingerprints. */
  readonly motion: readonly ParticleArray[]
}

/**
 * A solver whose substep comes in pieces, so that cloths that touch each other take them in turn: all are
 * projected, their layers are settled together, and all are finished.
 */
export interface SplitSolver extends ClothSolver {
  readonly layer: ClothLayer
  /** Moves the state on by one substep, up to contacts. */
  project(timing: StepTiming, holds: Holds, last: boolean): void
  /**
   * After contacts: velocities.
   *
   * @param contacts particles that these have moved
   */
  finish(contacts: number): void
  /**
   * After the last substep: brings the cloth within its strain limit.
   *
   * @returns whether that may have moved it, so that contacts have to be settled once more
   */
  limitStep(holds: Holds): boolean
  /** After these contacts: velocities. */
  finishLimit(contacts: number): void
}

export function isSplit(solver: ClothSolver): solver is SplitSolver {
  return 'layer' in solver
}

/** Mass of one particle, kg, where all are taken as equal: the sheet's mass, shared evenly. */
export function particleMass(
  { density }: Pick<ClothParams, 'density'>,
  { area, particleCount, reserve = 0 }: Pick<ClothSheet, 'area' | 'particleCount' | 'reserve'>,
): number {
  return (area * density) / (particleCount - reserve)
}

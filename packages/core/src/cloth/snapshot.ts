/**
 * A frozen moment of a cloth, from `ClothSimulation.snapshot()`: taken, checked and put back. All
 * numbers are copied in double precision, which holds those of single precision exactly.
 */
import {
  checkThicknesses,
  type Thicknesses,
  type ThicknessRecord,
} from '../collision/Thicknesses.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { isGrid } from '../mesh/grid.js'
import { fail, show } from '../params/check.js'
import type { ClothParams } from '../params/clothParams.js'
import type { FixedStepper } from '../time/FixedStepper.js'
import type { ClothState, ParticleArray } from './ClothState.js'
import { type Easing, type EasingRecord, GAPS } from './Easing.js'
import type { Holds } from './Holds.js'
import type { RestRecord, Sleep } from './Sleep.js'
import type { ClothSolver } from './solvers/ClothSolver.js'

export const SNAPSHOT_VERSION = 1

export interface ClothSnapshot {
  readonly version: typeof SNAPSHOT_VERSION
  /** Sides of the grid; of a mesh, its particles and 1. */
  readonly columns: number
  readonly rows: number
  /** Simulated seconds since the start. */
  readonly time: number
  readonly steps: number
  readonly unstableSteps: number
  /** Seconds that waited for the next step. */
  readonly pending: number
  /** Substep that `lastPositions` lies back, s. */
  readonly lastSubstep: number
  /** xyz per particle, m */
  readonly positions: Float64Array
  readonly lastPositions: Float64Array
  readonly previousPositions: Float64Array
  /** Pinned (1) and grabbed (2) bits per particle, their targets, and the order they were taken in. */
  readonly holdKinds: Uint8Array
  readonly holdTargets: Float64Array
  /** Way of each target in the last step, m. */
  readonly holdTravels: Float64Array
  readonly holdOrder: readonly number[]
  /** Two particles per split of a torn cloth: the one that was split, and towards which. */
  readonly tears: readonly number[]
  /** How long the cloth has been at rest; absent in snapshots of before it could be. */
  readonly rest?: RestRecord
  /** A change of parameters on its way; absent where there is none. */
  readonly easing?: EasingRecord | undefined
  /** Particles that have no room for their thickness yet; absent where none of their kind are kept apart. */
  readonly thicknesses?: ThicknessRecord | undefined
  /** Where colliders were seen last, 13 numbers each; absent in snapshots of before they moved. */
  readonly colliderFrames?: Float64Array
  /** What the solver's next step depends on beside positions. */
  readonly motion: readonly Float64Array[]
}

/** How far a run has come. */
export interface ClothProgress {
  /** Simulated seconds since the start. */
  time: number
  steps: number
  /** Steps that left the range of numbers and were taken back. */
  unstableSteps: number
  /** Substep that `lastPositions` lies back, s; 0 before the first. */
  lastSubstep: number
}

/** What a snapshot needs of tears. */
export interface ClothTears {
  readonly splits: readonly number[]
  /** @returns false where the list is not of this cloth, and then nothing has changed */
  tearAlong(splits: readonly number[]): boolean
  /** What is in reserve follows no forces, what is not and not held does. */
  markReserve(fixed: Uint8Array, kinds: Uint8Array): void
}

/** Everything of a running cloth that a snapshot holds. */
export interface ClothParts {
  readonly state: ClothState
  /** Positions one step ago, m. */
  readonly previous: ParticleArray
  readonly holds: Holds
  readonly solver: Pick<ClothSolver, 'motion' | 'bodies'> & {
    readonly layer?: { readonly thicknesses: Thicknesses }
  }
  readonly clock: FixedStepper
  readonly tearing: ClothTears | undefined
  readonly sleep: Sleep
  readonly easing: Easing
  readonly params: ClothParams
  readonly progress: ClothProgress
}

/** Copies the moment. */
export function takeSnapshot(parts: ClothParts): ClothSnapshot {
  const { state, previous, holds, solver, clock, progress, tearing, sleep, easing, params } = parts
  const change = easing.record()
  const thicknesses = solver.layer?.thicknesses.record()
  return {
    version: SNAPSHOT_VERSION,
    ...sideCounts(state.sheet),
    ...progress,
    pending: clock.pending,
    positions: Float64Array.from(state.positions),
    lastPositions: Float64Array.from(state.lastPositions),
    previousPositions: Float64Array.from(previous),
    holdKinds: holds.kinds.slice(),
    holdTargets: holds.targets.slice(),
    holdTravels: holds.travels.slice(),
    holdOrder: [...holds.particles],
    tears: [...(tearing?.splits ?? [])],
    rest: sleep.record(params),
    ...(change === undefined ? {} : { easing: change }),
    ...(thicknesses === undefined ? {} : { thicknesses }),
    colliderFrames: solver.bodies.lastSeen,
    motion: solver.motion.map((array) => Float64Array.from(array)),
  }
}

/**
 * Puts a moment back.
 *
 * @throws BillowError when the snapshot is of another grid, solver or version; nothing has changed
 */
export function restoreSnapshot(who: string, parts: ClothParts, snapshot: ClothSnapshot): void {
  const { state, previous, holds, solver, clock, progress, tearing, sleep, easing, params } = parts
  checkSnapshot(who, snapshot, state.sheet, solver.motion)
  takeOverTears(who, tearing, snapshot.tears)
  state.positions.set(snapshot.positions)
  state.lastPositions.set(snapshot.lastPositions)
  previous.set(snapshot.previousPositions)
  solver.motion.forEach((array, n) => {
    array.set(snapshot.motion[n]!)
  })
  solver.bodies.lastSeen = snapshot.colliderFrames ?? new Float64Array(0)
  holds.assign({
    kinds: snapshot.holdKinds,
    targets: snapshot.holdTargets,
    travels: snapshot.holdTravels,
    order: snapshot.holdOrder,
  })
  tearing?.markReserve(state.fixed, holds.kinds)
  clock.pending = snapshot.pending
  progress.time = snapshot.time
  progress.steps = snapshot.steps
  progress.unstableSteps = snapshot.unstableSteps
  progress.lastSubstep = snapshot.lastSubstep
  sleep.restore(snapshot.rest, params)
  solver.layer?.thicknesses.restore(snapshot.thicknesses ?? { known: params.thickness })
  easing.restore(snapshot.easing, snapshot.steps > 0)
}

/** A snapshot of before there were tears has no list of them. */
function takeOverTears(
  who: string,
  tearing: ClothTears | undefined,
  tears: readonly number[] | undefined = [],
): void {
  if (!(tearing ? tearing.tearAlong(tears) : tears.length === 0))
    fail(who, `the snapshot's tears must be those of this cloth; rebuild with tear and its reserve`)
}

/** What a snapshot says of the sheet it belongs to. */
function sideCounts(sheet: ClothSheet): { columns: number; rows: number } {
  return isGrid(sheet)
    ? { columns: sheet.columns, rows: sheet.rows }
    : { columns: sheet.particleCount, rows: 1 }
}

/**
 * Refuses what is no snapshot of this grid and solver: it may come from storage, whatever its type
 * says.
 *
 * @param motion the solver's arrays, which the snapshot's must match
 */
function checkSnapshot(
  who: string,
  snapshot: ClothSnapshot,
  sheet: ClothSheet,
  motion: readonly ParticleArray[],
): void {
  const { particleCount } = sheet
  const { columns, rows } = sideCounts(sheet)
  const version: unknown = (snapshot as ClothSnapshot | undefined)?.version
  if (version !== SNAPSHOT_VERSION) {
    fail(who, `the snapshot must be of version ${SNAPSHOT_VERSION}, got version ${show(version)}`)
  }
  if (snapshot.columns !== columns || snapshot.rows !== rows) {
    fail(
      who,
      `the snapshot must be of a ${columns} × ${rows} grid, got ${show(snapshot.columns)} × ${show(snapshot.rows)}; rebuild first`,
    )
  }
  const coordinates = 3 * particleCount
  checkNumbers(who, 'positions', snapshot.positions, coordinates)
  checkNumbers(who, 'lastPositions', snapshot.lastPositions, coordinates)
  checkNumbers(who, 'previousPositions', snapshot.previousPositions, coordinates)
  checkNumbers(who, 'holdTargets', snapshot.holdTargets, coordinates)
  checkNumbers(who, 'holdTravels', snapshot.holdTravels, particleCount)
  checkNumbers(who, 'holdKinds', snapshot.holdKinds, particleCount)
  checkRest(who, snapshot.rest, coordinates)
  checkEasing(who, snapshot.easing, sheet)
  checkThicknesses(who, snapshot.thicknesses, particleCount)
  const frames = snapshot.colliderFrames
  if (frames !== undefined) checkNumbers(who, 'colliderFrames', frames, frames.length)
  const solverMotion: unknown = snapshot.motion
  if (!Array.isArray(solverMotion) || solverMotion.length !== motion.length) {
    fail(who, 'the snapshot must be of the same solver; rebuild with its solver first')
  }
  motion.forEach((array, n) => {
    checkNumbers(who, `motion[${n}]`, snapshot.motion[n], array.length)
  })
  const times = [
    snapshot.time,
    snapshot.steps,
    snapshot.unstableSteps,
    snapshot.pending,
    snapshot.lastSubstep,
  ]
  if (!times.every(Number.isFinite))
    fail(who, 'the snapshot must have finite time, steps and pending')
  const order: unknown = snapshot.holdOrder
  const isParticle = (p: unknown): boolean =>
    Number.isInteger(p) && (p as number) >= 0 && (p as number) < particleCount
  if (!Array.isArray(order) || !order.every(isParticle)) {
    fail(
      who,
      `the snapshot's holdOrder must list particles below ${particleCount}, got ${show(order)}`,
    )
  }
}

function checkRest(who: string, rest: RestRecord | undefined, coordinates: number): void {
  if (rest === undefined) return
  const steps: unknown = (rest as RestRecord | null)?.steps
  if (!Number.isInteger(steps) || (steps as number) < 0)
    fail(who, `the snapshot's rest must have a number of steps >= 0, got ${show(steps)}`)
  checkNumbers(who, 'rest.positions', rest.positions, steps === 0 ? 0 : coordinates)
}

function checkEasing(who: string, easing: EasingRecord | undefined, sheet: ClothSheet): void {
  if (easing === undefined) return
  const { age, amount, rate, gaps, extras } = easing
  if (![age, amount, rate].every(Number.isFinite))
    fail(who, `the snapshot's easing must have finite numbers, got ${show(easing)}`)
  checkNumbers(who, 'easing.gaps', gaps, GAPS)
  // None where rest lengths are those of the sheet; of a torn sheet, as many as it had.
  const { length } = (extras as Float64Array | undefined) ?? { length: -1 }
  const isFree = length === 0 || sheet.reserve !== undefined
  checkNumbers(who, 'easing.extras', extras, isFree ? length : sheet.springs.count)
}

/** Typed arrays only: JSON turns them into objects, which `set` would take as empty. */
function checkNumbers(who: string, name: string, values: unknown, length: number): void {
  const array = values as Float64Array
  if (!ArrayBuffer.isView(values) || array.length !== length || !array.every(Number.isFinite)) {
    fail(
      who,
      `the snapshot's ${name} must be a typed array of ${length} finite numbers, got ${show(values)}`,
    )
  }
}

/** A frozen moment of a field, from `GrassSimulation.snapshot()`: taken, checked and put back. */
import { fail, show } from '../params/check.js'
import type { FixedStepper } from '../time/FixedStepper.js'
import type { WindField } from '../wind/WindField.js'
import type { BladeArray, GrassState } from './GrassBlades.js'

export const GRASS_SNAPSHOT_VERSION = 1

export interface GrassSnapshot {
  readonly version: typeof GRASS_SNAPSHOT_VERSION
  /** Simulated seconds since the start. */
  readonly time: number
  readonly steps: number
  /** Seconds that waited for the next step. */
  readonly pending: number
  /** xyz per blade from its root, m. */
  readonly tips: Float64Array
  readonly previousTips: Float64Array
  readonly guides: Float64Array
  readonly strengths: Float64Array
  /** What the air goes on from. */
  readonly drift: Float64Array
}

export interface GrassParts {
  readonly state: GrassState
  readonly previous: BladeArray
  readonly clock: FixedStepper
  readonly progress: { time: number; steps: number; touched: number }
  readonly air: WindField
}

export function takeGrassSnapshot(parts: GrassParts): GrassSnapshot {
  const { state, previous, clock, progress, air } = parts
  return {
    version: GRASS_SNAPSHOT_VERSION,
    time: progress.time,
    steps: progress.steps,
    pending: clock.pending,
    tips: Float64Array.from(state.tips),
    previousTips: Float64Array.from(previous),
    guides: Float64Array.from(state.guides),
    strengths: Float64Array.from(state.strengths),
    drift: air.memory.slice(),
  }
}

/** @throws BillowError when the snapshot is of another field or version, and then nothing has changed */
export function restoreGrass(who: string, parts: GrassParts, snapshot: GrassSnapshot): void {
  const { state, previous, clock, progress, air } = parts
  const given = snapshot as Partial<GrassSnapshot> | null | undefined
  if (given?.version !== GRASS_SNAPSHOT_VERSION)
    fail(who, `snapshot must have version ${GRASS_SNAPSHOT_VERSION}, got ${show(given?.version)}`)
  const pairs = [
    ['tips', state.tips],
    ['previousTips', previous],
    ['guides', state.guides],
    ['strengths', state.strengths],
    ['drift', air.memory],
  ] as const
  for (const [name, array] of pairs) {
    const values: unknown = given[name]
    const fits =
      values instanceof Float64Array &&
      values.length === array.length &&
      values.every(Number.isFinite)
    if (!fits)
      fail(who, `snapshot.${name} must be ${array.length} finite numbers of a field like this one`)
  }
  for (const name of ['time', 'steps', 'pending'] as const) {
    if (!Number.isFinite(given[name]))
      fail(who, `snapshot.${name} must be a finite number, got ${show(given[name])}`)
  }
  for (const [name, array] of pairs) array.set(snapshot[name])
  clock.pending = snapshot.pending
  Object.assign(progress, { time: snapshot.time, steps: snapshot.steps, touched: 0 })
}

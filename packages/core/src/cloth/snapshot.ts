/** A frozen moment of a cloth, from `ClothSimulation.snapshot()`. */
import type { ClothGrid } from '../mesh/grid.js'
import { fail, show } from '../params/check.js'

export const SNAPSHOT_VERSION = 1

export interface ClothSnapshot {
  readonly version: typeof SNAPSHOT_VERSION
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
  readonly holdOrder: readonly number[]
}

export function checkSnapshot(
  who: string,
  snapshot: ClothSnapshot,
  { columns, rows }: ClothGrid,
): void {
  // A snapshot may come from storage, whatever its type says.
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
}

/**
 * A displacement of everything at once, as when the wearer of a cape is put elsewhere: points turn
 * about a pivot and are shifted, velocities turn along. Nothing stretches and nothing speeds up.
 */
import { checkPoint, fail, show } from '../params/check.js'
import type { ClothState, ParticleArray } from './ClothState.js'

export interface TeleportOptions {
  /** m. Default: none. */
  readonly offset?: readonly [number, number, number] | undefined
  /** Quaternion x, y, z, w of any length > 0. Default: no turn. */
  readonly rotation?: readonly [number, number, number, number] | undefined
  /** The point that turns in place before the shift, m. Default: the origin. */
  readonly pivot?: readonly [number, number, number] | undefined
}

/** x ↦ pivot + R (x − pivot) + offset */
export interface RigidMotion {
  readonly offset: readonly [number, number, number]
  readonly pivot: readonly [number, number, number]
  /** Rows of R; absent where nothing turns, so that a mere shift does not round. */
  readonly rows: readonly number[] | undefined
}

/** @throws BillowError for a wrong value */
export function createRigidMotion(who: string, options: TeleportOptions): RigidMotion {
  const { offset = [0, 0, 0], pivot = [0, 0, 0], rotation } = options
  return {
    offset: checkPoint(who, 'offset', offset),
    pivot: checkPoint(who, 'pivot', pivot),
    rows: rotation === undefined ? undefined : rowsOf(who, rotation),
  }
}

function rowsOf(who: string, rotation: unknown): number[] {
  const parts = Array.isArray(rotation) ? (rotation as unknown[]) : []
  const length = Math.hypot(...(parts as number[]))
  if (parts.length !== 4 || !Number.isFinite(length) || length === 0) {
    fail(who, `rotation must be 4 finite numbers [x, y, z, w], not all 0, got ${show(rotation)}`)
  }
  const [x, y, z, w] = (parts as number[]).map((part) => part / length) as [
    number,
    number,
    number,
    number,
  ]
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ]
}

/** Coordinate `axis` of where the point x, y, z comes to, m. */
export function moved(
  { offset, pivot, rows }: RigidMotion,
  axis: number,
  x: number,
  y: number,
  z: number,
): number {
  if (!rows) return (axis === 0 ? x : axis === 1 ? y : z) + offset[axis]!
  const [px, py, pz] = pivot
  const turned =
    rows[3 * axis]! * (x - px) + rows[3 * axis + 1]! * (y - py) + rows[3 * axis + 2]! * (z - pz)
  return pivot[axis]! + turned + offset[axis]!
}

/** Component `axis` of a vector after the turn. */
export function turned(
  { rows }: RigidMotion,
  axis: number,
  x: number,
  y: number,
  z: number,
): number {
  if (!rows) return axis === 0 ? x : axis === 1 ? y : z
  return rows[3 * axis]! * x + rows[3 * axis + 1]! * y + rows[3 * axis + 2]! * z
}

/** Moves points, xyz each. */
export function movePoints(motion: RigidMotion, points: ParticleArray): void {
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i]!, points[i + 1]!, points[i + 2]!]
    for (let axis = 0; axis < 3; axis++) points[i + axis] = moved(motion, axis, x, y, z)
  }
}

/**
 * Moves positions, and earlier ones so that the ways between them only turn.
 *
 * @param previous positions one step ago, m
 */
export function moveState(motion: RigidMotion, state: ClothState, previous: ParticleArray): void {
  const { positions } = state
  const ways = [state.lastPositions, previous].map((earlier) => ({
    earlier,
    way: Float64Array.from(earlier, (x, i) => positions[i]! - x),
  }))
  movePoints(motion, positions)
  for (const { earlier, way } of ways) {
    for (let i = 0; i < way.length; i += 3) {
      const [x, y, z] = [way[i]!, way[i + 1]!, way[i + 2]!]
      for (let axis = 0; axis < 3; axis++)
        earlier[i + axis] = positions[i + axis]! - turned(motion, axis, x, y, z)
    }
  }
}

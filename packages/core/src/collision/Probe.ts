/**
 * Points whose distances to a collider are asked for, and the answers: one batch of particles, so
 * that a kind of collider is one loop.
 */

/** Particles that are looked at together. */
export const BATCH = 64

export class Probe {
  /** xyz per point, world, m */
  readonly points = new Float64Array(3 * BATCH)
  /** Which particle each point is. */
  readonly particles = new Int32Array(BATCH)
  count = 0
  /** Points at this distance and beyond are of no interest, m. */
  cutoff = 0
  /** How many points are nearer. */
  hitCount = 0
  /** Which points these are, ascending. */
  readonly slots = new Int32Array(BATCH)
  /** Signed distance from the surface per hit, m: negative inside. */
  readonly distances = new Float64Array(BATCH)
  /** Unit normal at the nearest point of the surface per hit, xyz: away from the solid. */
  readonly normals = new Float64Array(3 * BATCH)
}

/**
 * The rule of the CS184 assignment, for mass-spring. The corrected position p is the nearest point
 * of the surface, and x = x_last + (1 − friction)(p − x_last): friction takes its share of the
 * whole step, so 1 glues and anything less creeps. Balls and planes are as in the assignment, other
 * bodies follow the same formula.
 */
import type { ColliderPose } from './ColliderPose.js'
import { Contacts } from './Contacts.js'
import { isRound } from './ellipsoid.js'
import { ORIGIN } from './frames.js'

/** CS184's SURFACE_OFFSET: particles are put down this far above a plane, m. */
const PLANE_OFFSET = 1e-4

/**
 * A point of the surface, m. In an array that is used again and again, since numbers that are passed
 * to a function which is not inlined become objects.
 */
const goal = new Float64Array(3)

export class LastPositionContacts extends Contacts {
  protected override touch(pose: ColliderPose): number {
    const origins = this.originsFor(pose)
    const { type, thickness } = pose.collider
    if (type === 'plane') return this.touchPlane(pose, origins)
    if (type === 'sphere' && isRound(pose)) return this.touchBall(pose, origins)
    const { batch } = this
    const { slots, distances, normals, masses, points } = batch
    batch.cutoff = thickness
    pose.collider.query(pose, batch)
    let moved = 0
    for (let h = 0; h < batch.hitCount; h++) {
      const slot = slots[h]!
      if (masses[slot] === 0) continue
      const depth = thickness - distances[h]!
      const i = 3 * slot
      for (let k = 0; k < 3; k++) goal[k] = points[i + k]! + depth * normals[3 * h + k]!
      this.move(pose, origins, slot)
      moved++
    }
    return moved
  }

  private touchBall(pose: ColliderPose, origins: Float64Array): number {
    const { points, masses, count } = this.batch
    const ox = pose.frame[ORIGIN]!
    const oy = pose.frame[ORIGIN + 1]!
    const oz = pose.frame[ORIGIN + 2]!
    const radius = pose.shape[0]! + pose.collider.thickness
    const squaredRadius = radius * radius
    let moved = 0
    for (let slot = 0, i = 0; slot < count; slot++, i += 3) {
      const dx = points[i]! - ox
      const dy = points[i + 1]! - oy
      const dz = points[i + 2]! - oz
      const squared = dx * dx + dy * dy + dz * dz
      if (squared > squaredRadius || squared === 0 || masses[slot] === 0) continue
      const scale = radius / Math.sqrt(squared)
      goal[0] = ox + scale * dx
      goal[1] = oy + scale * dy
      goal[2] = oz + scale * dz
      this.move(pose, origins, slot)
      moved++
    }
    return moved
  }

  /** Two-sided: a particle that crossed the plane in this substep goes back to the side it came from. */
  private touchPlane(pose: ColliderPose, origins: Float64Array): number {
    const { points, masses, count } = this.batch
    const { frame, shape } = pose
    const offset = PLANE_OFFSET + pose.collider.thickness
    const px = frame[ORIGIN]!
    const py = frame[ORIGIN + 1]!
    const pz = frame[ORIGIN + 2]!
    const nx = shape[0]!
    const ny = shape[1]!
    const nz = shape[2]!
    let moved = 0
    for (let slot = 0, i = 0; slot < count; slot++, i += 3) {
      const x = points[i]!
      const y = points[i + 1]!
      const z = points[i + 2]!
      const height = (x - px) * nx + (y - py) * ny + (z - pz) * nz
      const lastHeight =
        (origins[i]! - px) * nx + (origins[i + 1]! - py) * ny + (origins[i + 2]! - pz) * nz
      const crossed = (height <= 0 && lastHeight >= 0) || (height >= 0 && lastHeight <= 0)
      if (!crossed || masses[slot] === 0) continue
      // The foot of the new position, lifted off the plane.
      const lift = (lastHeight >= 0 ? offset : -offset) - height
      goal[0] = x + lift * nx
      goal[1] = y + lift * ny
      goal[2] = z + lift * nz
      this.move(pose, origins, slot)
      moved++
    }
    return moved
  }

  /** Puts a particle where friction leaves it on its way to `goal`. */
  private move(pose: ColliderPose, origins: Float64Array, slot: number): void {
    const { points, masses } = this.batch
    const i = 3 * slot
    const slip = 1 - Math.min(1, pose.collider.friction)
    const share = masses[slot]! / this.rule.dt
    for (let k = 0; k < 3; k++) {
      const origin = origins[i + k]!
      const before = points[i + k]!
      points[i + k] = origin + slip * (goal[k]! - origin)
      const way = points[i + k]! - before
      pose.impulse[k]! -= share * way
      if (this.impulses) this.impulses[3 * this.batch.particles[slot]! + k]! += share * way
    }
  }
}

/**
 * Continuous detection: particles that in a substep move far for the size of a body, in the frame of
 * the body, are followed along their way, as far at a time as the distance to its surface allows
 * (sphere tracing, Hart 1996). One that comes to the surface is held back by the tangent plane there: it
 * may slide on, but not come out on the other side.
 */
import type { ColliderPose } from './ColliderPose.js'
import type { ContactBatch } from './ContactParticles.js'
import { BATCH, Probe } from './Probe.js'

/** A way is at the surface when the gap is this share of it. */
const AT_SURFACE = 1e-4

/** A way along a surface comes forward by little; after so many it is taken as free. */
const MAX_ADVANCES = 64

/** Cosine between normals of entry and of the nearest point, above which the latter is as good. */
const SAME_SIDE = 0.5

export class Sweep {
  /** Depth below the gap from which a particle counts as inside from the start, m. */
  exit = 0
  private readonly probe = new Probe()
  /** Slots that are followed, and how far each is on its way: 0 to 1. */
  private readonly active = new Int32Array(BATCH)
  private readonly shares = new Float64Array(BATCH)
  private readonly lengths = new Float64Array(BATCH)
  /** Per slot: 1 where it has met the surface, the share of the way, the normal. */
  private readonly isMet = new Uint8Array(BATCH)
  private readonly metShares = new Float64Array(BATCH)
  private readonly metNormals = new Float64Array(3 * BATCH)

  /**
   * Finds where particles meet a body.
   *
   * @param origins where they started, as the body sees it
   */
  find(pose: ColliderPose, batch: ContactBatch, origins: Float64Array): boolean {
    const { probe, active, shares, lengths, isMet } = this
    const { points, masses } = batch
    // To get through, a particle crosses the gap, and half of the body before the far side is nearer.
    const far = (pose.thinness + pose.reach) / 2
    let count = 0
    for (let slot = 0, i = 0; slot < batch.count; slot++, i += 3) {
      isMet[slot] = 0
      const dx = points[i]! - origins[i]!
      const dy = points[i + 1]! - origins[i + 1]!
      const dz = points[i + 2]! - origins[i + 2]!
      const squared = dx * dx + dy * dy + dz * dz
      if (!(squared > far * far) || masses[slot] === 0) continue
      shares[slot] = 0
      lengths[slot] = Math.sqrt(squared)
      active[count++] = slot
    }
    let found = false
    for (let advance = 0; count > 0 && advance < MAX_ADVANCES; advance++) {
      let longest = 0
      for (let n = 0; n < count; n++) {
        const slot = active[n]!
        const share = shares[slot]!
        for (let k = 0; k < 3; k++) {
          const from = origins[3 * slot + k]!
          probe.points[3 * n + k] = from + share * (points[3 * slot + k]! - from)
        }
        probe.particles[n] = batch.particles[slot]!
        longest = Math.max(longest, (1 - share) * lengths[slot]!)
      }
      probe.count = count
      probe.cutoff = pose.reach + longest
      pose.collider.query(pose, probe)
      count = this.advance(pose, batch, origins, advance === 0)
      for (let slot = 0; slot < batch.count && !found; slot++) found = isMet[slot] === 1
    }
    return found
  }

  /** Moves all that are near on. @returns how many are still on their way */
  private advance(
    { reach }: ColliderPose,
    { points }: ContactBatch,
    origins: Float64Array,
    isStart: boolean,
  ): number {
    const { probe, active, shares, lengths, isMet, metShares, metNormals } = this
    let count = 0
    for (let h = 0; h < probe.hitCount; h++) {
      const slot = active[probe.slots[h]!]!
      const length = lengths[slot]!
      const gap = probe.distances[h]! - reach
      // Inside from the start: that it is let out of slowly.
      if (isStart && gap < -this.exit) continue
      let inward = 0
      for (let k = 0; k < 3; k++)
        inward -= probe.normals[3 * h + k]! * (points[3 * slot + k]! - origins[3 * slot + k]!)
      if (gap <= AT_SURFACE * length && inward > 0) {
        isMet[slot] = 1
        metShares[slot] = shares[slot]!
        for (let k = 0; k < 3; k++) metNormals[3 * slot + k] = probe.normals[3 * h + k]!
        continue
      }
      shares[slot]! += Math.max(gap / length, AT_SURFACE)
      if (shares[slot]! < 1) active[count++] = slot
    }
    return count
  }

  /** Puts those that have met the surface back before its tangent plane: depths and directions. */
  turnBack(
    { points, count }: ContactBatch,
    origins: Float64Array,
    depths: Float64Array,
    directions: Float64Array,
  ): void {
    const { isMet, metShares, metNormals } = this
    for (let slot = 0, i = 0; slot < count; slot++, i += 3) {
      if (isMet[slot] === 0) continue
      let beyond = 0
      let likeness = 0
      for (let k = i; k < i + 3; k++) {
        const rest = (1 - metShares[slot]!) * (points[k]! - origins[k]!)
        beyond -= rest * metNormals[k]!
        likeness += directions[k]! * metNormals[k]!
      }
      if (depths[slot]! > 0 && likeness >= SAME_SIDE) continue
      depths[slot] = beyond
      for (let k = i; k < i + 3; k++) directions[k] = metNormals[k]!
    }
  }
}

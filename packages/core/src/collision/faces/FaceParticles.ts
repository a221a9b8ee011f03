/**
 * Particles as the triangles between them see these: all of a sheet in flat arrays, since the corners of
 * a triangle may be of several batches. A batch is loaded when a body comes near, and handed on when it
 * has changed.
 */
import type { BatchBounds } from '../BatchBounds.js'
import type { ColliderPose } from '../ColliderPose.js'
import { batchesOf, ContactBatch, type ContactParticles } from '../ContactParticles.js'
import type { ContactRule } from '../Contacts.js'
import { ORIGIN } from '../frames.js'
import { BATCH } from '../Probe.js'

export class FaceParticles {
  /** Where particles are and where they came from, xyz, m. */
  readonly points: Float64Array
  private readonly starts: Float64Array
  /** Starts as the body in question sees them, m, and on which sides of it particles are. */
  readonly origins: Float64Array
  readonly codes: Uint8Array
  /** 1/kg */
  readonly inverseMasses: Float64Array
  /** What of the way is no motion, m. */
  readonly shifts: Float64Array
  private readonly batch = new ContactBatch()
  /** Per batch: is it in these arrays, are its codes, has it changed, has it shifts? */
  private readonly isLoaded: Uint8Array
  private readonly isCoded: Uint8Array
  private readonly isChanged: Uint8Array
  private readonly isShifted: Uint8Array
  private rule!: ContactRule

  constructor(private readonly particles: ContactParticles) {
    const { count } = particles
    const batches = batchesOf(count)
    this.points = new Float64Array(3 * count)
    this.starts = new Float64Array(3 * count)
    this.origins = new Float64Array(3 * count)
    this.codes = new Uint8Array(count)
    this.shifts = new Float64Array(3 * count)
    this.inverseMasses = new Float64Array(count)
    this.isLoaded = new Uint8Array(batches)
    this.isCoded = new Uint8Array(batches)
    this.isChanged = new Uint8Array(batches)
    this.isShifted = new Uint8Array(batches)
  }

  begin(rule: ContactRule): void {
    this.rule = rule
    this.isLoaded.fill(0)
  }

  /** A body is looked at, for the first time or again. */
  forgetCodes(): void {
    this.isCoded.fill(0)
  }

  /**
   * Notes where particles of a batch came from, as the body sees it, and on which sides of its bounds
   * they are all the way (Cohen and Sutherland's codes): corners that share one are beside the body.
   */
  encode(pose: ColliderPose, first: number): void {
    const { points, starts, origins, codes, isCoded, rule } = this
    if (isCoded[first / BATCH] === 1) return
    isCoded[first / BATCH] = 1
    this.load(first)
    const { motion, bounds, reach } = pose
    const moves = pose.isMoving && rule.isSubstep
    const last = Math.min(first + BATCH, codes.length)
    for (let p = first, i = 3 * first; p < last; p++, i += 3) {
      const x = starts[i]!
      const y = starts[i + 1]!
      const z = starts[i + 2]!
      let code = 0
      for (let k = 0; k < 3; k++) {
        const from = moves
          ? motion[k]! * x + motion[3 + k]! * y + motion[6 + k]! * z + motion[ORIGIN + k]!
          : starts[i + k]!
        origins[i + k] = from
        const to = points[i + k]!
        if (from > bounds[3 + k]! + reach && to > bounds[3 + k]! + reach) code |= 1 << k
        else if (from < bounds[k]! - reach && to < bounds[k]! - reach) code |= 8 << k
      }
      codes[p] = code
    }
  }

  /** One of `points` has been changed. */
  markMoved(particle: number): void {
    this.isChanged[Math.floor(particle / BATCH)] = 1
  }

  /** One of `shifts` has been changed. */
  markShifted(particle: number): void {
    this.isShifted[Math.floor(particle / BATCH)] = 1
  }

  /** Widens bounds by what has changed. */
  extend(bounds: BatchBounds): void {
    const { batch, points, isLoaded, isChanged } = this
    for (let b = 0; b < isChanged.length; b++) {
      if (isLoaded[b] === 0 || isChanged[b] === 0) continue
      const first = b * BATCH
      batch.count = Math.min(BATCH, this.particles.count - first)
      batch.points.set(points.subarray(3 * first, 3 * (first + batch.count)))
      bounds.extend(first, batch)
    }
  }

  /** Hands on what has changed. */
  store(bounds: BatchBounds): void {
    const { batch, points, shifts, particles, rule } = this
    for (let b = 0; b < this.isLoaded.length; b++) {
      if (this.isLoaded[b] === 0 || this.isChanged[b] === 0) continue
      const first = b * BATCH
      particles.load(first, batch, rule)
      batch.points.set(points.subarray(3 * first, 3 * (first + batch.count)))
      if (this.isShifted[b] === 1) {
        batch.shifts.set(shifts.subarray(3 * first, 3 * (first + batch.count)))
        batch.isShifted = true
      }
      particles.store(first, batch)
      bounds.extend(first, batch)
      batch.forgetShifts()
    }
  }

  private load(first: number): void {
    const at = first / BATCH
    if (this.isLoaded[at] === 1) return
    const { batch, points, starts, shifts, inverseMasses, particles, rule } = this
    particles.load(first, batch, rule)
    points.set(batch.points.subarray(0, 3 * batch.count), 3 * first)
    starts.set(batch.starts.subarray(0, 3 * batch.count), 3 * first)
    shifts.fill(0, 3 * first, 3 * (first + batch.count))
    for (let slot = 0; slot < batch.count; slot++)
      inverseMasses[first + slot] = batch.masses[slot] === 0 ? 0 : 1 / batch.masses[slot]!
    this.isLoaded[at] = 1
    this.isChanged[at] = 0
    this.isShifted[at] = 0
  }
}

/**
 * The triangles that one body may touch on their ways, and what is known of each while passes go over
 * them.
 */
import type { ClothSheet } from '../../mesh/ClothSheet.js'
import type { BatchBounds } from '../BatchBounds.js'
import type { ColliderPose } from '../ColliderPose.js'
import { BATCH } from '../Probe.js'
import { type FaceGroup, groupFaces } from './FaceGroups.js'
import type { FaceParticles } from './FaceParticles.js'

export class NearFaces {
  count = 0
  /** Three particles per triangle. */
  corners = new Uint32Array(3 * BATCH)
  /** How far they were within the gap at the start, m; Infinity in the core, or where it is not known. */
  lacking = new Float64Array(BATCH)
  /** What friction can still take of their ways, m, and the contacts that it comes from: normal, weights. */
  grips = new Float64Array(BATCH)
  contacts = new Float64Array(6 * BATCH)
  private groups: readonly FaceGroup[] = []
  /** Pushes so far when a triangle was looked at, and when a particle was moved. */
  private seen = new Float64Array(BATCH)
  private readonly moved: Float64Array
  private clock = 0

  constructor(
    private readonly sheet: Pick<ClothSheet, 'triangles'>,
    private readonly particles: FaceParticles,
  ) {
    this.moved = new Float64Array(particles.codes.length)
    this.topologyChanged()
  }

  topologyChanged(): void {
    this.groups = groupFaces(this.sheet.triangles)
  }

  begin(): void {
    this.moved.fill(0)
    this.clock = 0
  }

  /** Lists the triangles whose ways may come near the body. */
  find(pose: ColliderPose, bounds: BatchBounds): void {
    const { groups, particles } = this
    const { codes } = particles
    this.count = 0
    this.seen.fill(0)
    this.grips.fill(0)
    particles.forgetCodes()
    for (let g = 0; g < groups.length; g++) {
      const { batches, triangles } = groups[g]!
      if (!bounds.batchesMayTouch(pose, batches)) continue
      for (let b = 0; b < batches.length; b++) particles.encode(pose, batches[b]!)
      for (let t = 0; t < triangles.length; t += 3) {
        const a = triangles[t]!
        const b = triangles[t + 1]!
        const c = triangles[t + 2]!
        if ((codes[a]! & codes[b]! & codes[c]!) !== 0) continue
        if (3 * this.count === this.corners.length) this.grow()
        const at = 3 * this.count
        this.corners[at] = a
        this.corners[at + 1] = b
        this.corners[at + 2] = c
        this.lacking[this.count++] = Infinity
      }
    }
  }

  /** Has a corner been moved since the triangle was looked at? */
  isNew(n: number): boolean {
    const { corners, moved, seen } = this
    const last = Math.max(
      moved[corners[3 * n]!]!,
      moved[corners[3 * n + 1]!]!,
      moved[corners[3 * n + 2]!]!,
    )
    if (seen[n]! > last) return false
    seen[n] = ++this.clock
    return true
  }

  /** A corner has been moved by the triangle that was looked at last. */
  note(particle: number): void {
    this.moved[particle] = this.clock
  }

  private grow(): void {
    const corners = new Uint32Array(2 * this.corners.length)
    corners.set(this.corners)
    this.corners = corners
    this.seen = new Float64Array(corners.length / 3)
    const lacking = new Float64Array(corners.length / 3)
    lacking.set(this.lacking)
    this.lacking = lacking
    this.grips = new Float64Array(corners.length / 3)
    this.contacts = new Float64Array(2 * corners.length)
  }
}

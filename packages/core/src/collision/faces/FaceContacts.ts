/**
 * Contact of whole triangles with bodies, for what comes between the particles of a sheet: small
 * balls, edges and corners of bodies under coarse cloth. The point of a triangle that is nearest to
 * the body is put at the gap; its corners share that by their barycentric coordinates b and inverse
 * masses w, Δx_i = w_i b_i λ n with λ = depth / Σ w_j b_j², as any position constraint does (Müller et
 * al. 2007, eq. 9), so the momentum that the cloth gets is what the body gives. Friction acts on the
 * way of that point, in the same shares, by mu times the depth at most.
 *
 * Where passes over triangles that come fast come to no end, these go along with the body: as it sees them
 * they are where they came from, which was outside.
 */
import type { ClothSheet } from '../../mesh/ClothSheet.js'
import type { BatchBounds } from '../BatchBounds.js'
import type { ColliderPose } from '../ColliderPose.js'
import type { ContactParticles } from '../ContactParticles.js'
import type { ContactRule } from '../Contacts.js'
import { FaceMeeting } from './FaceMeeting.js'
import { FaceParticles } from './FaceParticles.js'
import { NearFaces } from './NearFaces.js'
import { hasSupport } from './support.js'

/** Passes over the triangles that touch: each hands a push on to the next ones. */
const PASSES = 8

/** Bodies that push triangles against each other act in turn so many times. */
const ROUNDS = 2

/** Passes that take back what still goes through, each with the triangles around. */
const HOLDS = 8

/** Depths below this share of the gap, or of a millimetre, are none. */
const SLIGHT = 1e-5

/** What passes may leave to the next substep, likewise. */
const LEFT = 1e-3

export class FaceContacts {
  /** Were some followed on their way in this call, since they came far? */
  isSwept = false
  private readonly particles: FaceParticles
  private readonly faces: NearFaces
  private readonly meeting: FaceMeeting
  private rule!: ContactRule

  constructor(sheet: Pick<ClothSheet, 'triangles'>, particles: ContactParticles) {
    this.particles = new FaceParticles(particles)
    this.faces = new NearFaces(sheet, this.particles)
    this.meeting = new FaceMeeting(this.particles, this.faces)
  }

  topologyChanged(): void {
    this.faces.topologyChanged()
  }

  /**
   * @param poses the first `count` are of bodies near the cloth
   * @returns how many triangles were moved
   */
  resolve(
    poses: readonly ColliderPose[],
    count: number,
    rule: ContactRule,
    bounds: BatchBounds,
    isLast: boolean,
  ): number {
    const { particles, faces, meeting } = this
    this.rule = rule
    this.isSwept = false
    particles.begin(rule)
    faces.begin()
    meeting.begin(rule)
    let moved = 0
    for (let round = 0; round < ROUNDS; round++) {
      let touching = 0
      for (let c = 0; c < count; c++) {
        const pose = poses[c]!
        if (!hasSupport(pose)) continue
        meeting.take(pose)
        const pushed = isLast ? this.takeAll(pose, bounds) : this.touch(pose, bounds)
        if (pushed === 0) continue
        touching++
        if (round > 0) continue
        pose.pushed += pushed
        moved += pushed
      }
      if (touching < 2) break
    }
    if (moved > 0) particles.store(bounds)
    return moved
  }

  /** Moves triangles out of one body. @returns how many */
  private touch(pose: ColliderPose, bounds: BatchBounds): number {
    const { particles, faces, meeting } = this
    faces.find(pose, bounds)
    let moved = 0
    for (let pass = 0; pass < PASSES; pass++) {
      let pushed = 0
      let isFast = false
      for (let n = 0; n < faces.count; n++) {
        if (!faces.isNew(n)) continue
        if (!meeting.meet(pose, n, pass === 0 ? SLIGHT : LEFT)) {
          this.hold(pose, n)
          continue
        }
        this.push(pose, n, pass === 0)
        isFast ||= meeting.isFollowed
        pushed++
      }
      if (pass === 0) moved = pushed
      if (pushed === 0) break
      this.isSwept ||= isFast
      // What has been taken along by far may take others along.
      if (!isFast) continue
      particles.extend(bounds)
      faces.find(pose, bounds)
    }
    return moved
  }

  /** Takes triangles along that would still go through. @returns how many */
  private takeAll(pose: ColliderPose, bounds: BatchBounds): number {
    const { particles, faces, meeting } = this
    let all = 0
    for (let pass = 0; pass < HOLDS; pass++) {
      let held = 0
      particles.extend(bounds)
      faces.find(pose, bounds)
      for (let n = 0; n < faces.count; n++) {
        if (!meeting.meet(pose, n, LEFT) || !meeting.isFollowed) continue
        held++
        for (let c = 0; c < 3; c++) this.takeAlong(pose, faces.corners[3 * n + c]!, c)
      }
      all += held
      if (held === 0) break
    }
    return all
  }

  private takeAlong(pose: ColliderPose, particle: number, corner: number): void {
    const { particles, rule } = this
    const { froms } = this.meeting
    const { points, inverseMasses } = particles
    const w = inverseMasses[particle]!
    if (w === 0) return
    for (let k = 0; k < 3; k++) {
      const way = froms[3 * corner + k]! - points[3 * particle + k]!
      points[3 * particle + k]! += way
      pose.impulse[k]! -= way / (w * rule.dt)
    }
    particles.markMoved(particle)
  }

  /** What others have pushed off the body since it was pushed itself is not let slide by that. */
  private hold(pose: ColliderPose, n: number): void {
    if (!(this.faces.grips[n]! > 0)) return
    this.meeting.recall(n)
    this.push(pose, n, false)
  }

  /** Moves a triangle by its contact, with friction. */
  private push(pose: ColliderPose, n: number, first: boolean): void {
    const { particles, faces } = this
    const { points, shifts, inverseMasses } = particles
    const { ends, froms, direction, shares, depth, out } = this.meeting
    const { friction } = pose.collider
    let compliance = 0
    for (let c = 0; c < 3; c++)
      compliance += inverseMasses[faces.corners[3 * n + c]!]! * shares[c]! ** 2
    if (compliance === 0) return
    let px = depth * direction[0]!
    let py = depth * direction[1]!
    let pz = depth * direction[2]!
    if (friction > 0) {
      const { grips, contacts } = faces
      for (let k = 0; k < 3; k++) {
        contacts[6 * n + k] = direction[k]!
        contacts[6 * n + 3 + k] = shares[k]!
      }
      const grip = grips[n]! + friction * depth
      let sx = px
      let sy = py
      let sz = pz
      for (let c = 0; c < 3; c++) {
        sx += shares[c]! * (ends[3 * c]! - froms[3 * c]!)
        sy += shares[c]! * (ends[3 * c + 1]! - froms[3 * c + 1]!)
        sz += shares[c]! * (ends[3 * c + 2]! - froms[3 * c + 2]!)
      }
      const along = sx * direction[0]! + sy * direction[1]! + sz * direction[2]!
      const tx = sx - along * direction[0]!
      const ty = sy - along * direction[1]!
      const tz = sz - along * direction[2]!
      const slide = Math.sqrt(tx * tx + ty * ty + tz * tz)
      const held = slide <= grip ? 1 : grip / slide
      grips[n] = grip - held * slide
      px -= held * tx
      py -= held * ty
      pz -= held * tz
    }
    const recovered = first && out > 0 ? Math.min(out, depth) : 0
    for (let c = 0; c < 3; c++) {
      const particle = faces.corners[3 * n + c]!
      const share = (inverseMasses[particle]! * shares[c]!) / compliance
      if (share === 0) continue
      const i = 3 * particle
      points[i]! += share * px
      points[i + 1]! += share * py
      points[i + 2]! += share * pz
      particles.markMoved(particle)
      faces.note(particle)
      if (recovered === 0) continue
      for (let k = 0; k < 3; k++) shifts[i + k]! += share * recovered * direction[k]!
      particles.markShifted(particle)
    }
    // Σ m_i Δx_i, as Σ b_i is 1.
    const mass = 1 / (compliance * this.rule.dt)
    pose.impulse[0]! -= mass * px
    pose.impulse[1]! -= mass * py
    pose.impulse[2]! -= mass * pz
  }
}

/**
 * Hand this to a cloth for contact of whole triangles with bodies:
 * `new ClothSimulation({ colliderContact: 'triangles', triangleContact })`. What does not import it does
 * not carry its code.
 *
 * Nothing smaller than a triangle slips between particles then, and cloth lies over edges and corners:
 * balls, ellipsoids, capsules, cones, cylinders and boxes, under any transform, at any speed. Planes need
 * no more than particles; meshes and height fields meet these alone.
 */
export function triangleContact(
  sheet: Pick<ClothSheet, 'triangles'>,
  particles: ContactParticles,
): FaceContacts {
  return new FaceContacts(sheet, particles)
}

/**
 * Where and how deep a triangle meets a body. Triangles that come far in a substep, or into the core
 * of a body, are followed along their way, as far at a time as all corners can go before the plane
 * between triangle and body (conservative advancement, Mirtich 1996).
 */
import type { ColliderPose } from '../ColliderPose.js'
import { type ContactRule, EXIT_SPEED } from '../Contacts.js'
import { ORIGIN } from '../frames.js'
import type { FaceParticles } from './FaceParticles.js'
import { distanceFromBody, normal, THROUGH, weights } from './fromBody.js'
import type { NearFaces } from './NearFaces.js'
import { takeBody } from './support.js'

/**
 * What is between particles keeps this share of their gap. On a body that is rounder than the cells
 * particles carry all then, and triangles, which are chords of it, have nothing to add.
 */
const FACE_GAP = 0.9

/** Depths are shares of the gap, or of a millimetre. */
const SMALL_GAP = 1e-3

/**
 * Steps of a way end by this share of the gap within it, so that what slides along comes forward, and
 * are this share of the way at least. What has not arrived after so many is taken as met.
 */
const ADVANCE = 0.1
const LEAST_ADVANCE = 1e-3
const MAX_ADVANCES = 200

/** A direction. */
const UPWARDS = [0, 1, 0] as const

/** Cosine between normals of entry and of the nearest point, above which the latter is as good. */
const SAME_SIDE = 0.5

export class FaceMeeting {
  /** Contact of the triangle in question: normal, weights of corners, depth and what of it is shift, m. */
  readonly direction = new Float64Array(3)
  readonly shares = new Float64Array(3)
  depth = 0
  out = 0
  /** Was it followed, since it came far or through the core? */
  isFollowed = false
  /** Its corners now and at the start, as the body sees it, and on their way. */
  readonly ends = new Float64Array(9)
  readonly froms = new Float64Array(9)
  private readonly moving = new Float64Array(9)
  private readonly hint = new Float64Array(3)
  private margin = 0
  private exit = 0

  constructor(
    private readonly particles: FaceParticles,
    private readonly faces: NearFaces,
  ) {}

  begin({ letsOut, dt }: ContactRule): void {
    this.exit = letsOut ? EXIT_SPEED * dt : 0
  }

  /** Takes a body for the calls to come. */
  take(pose: ColliderPose): void {
    this.margin = takeBody(pose)
    // Any direction will do at first.
    this.hint.set(UPWARDS)
  }

  /** Does the nth near triangle meet the body, deeper than a share of the gap? Then its contact is known. */
  meet(pose: ColliderPose, n: number, tolerance: number): boolean {
    const { ends, froms, margin, hint, direction, shares } = this
    const { corners, lacking } = this.faces
    const { inverseMasses } = this.particles
    const reach = FACE_GAP * pose.reach
    const free =
      inverseMasses[corners[3 * n]!]! +
      inverseMasses[corners[3 * n + 1]!]! +
      inverseMasses[corners[3 * n + 2]!]!
    if (free === 0) return false
    this.show(n)
    this.isFollowed = false
    let squared = 0
    for (let at = 0; at < 9; at += 3) {
      const x = ends[at]! - froms[at]!
      const y = ends[at + 1]! - froms[at + 1]!
      const z = ends[at + 2]! - froms[at + 2]!
      squared = Math.max(squared, x * x + y * y + z * z)
    }
    const far = (pose.thinness + reach) / 2
    const isFast = squared > far * far
    const slight = tolerance * Math.max(reach, SMALL_GAP)
    const distance = distanceFromBody(ends, margin, reach - slight, hint)
    if (distance === Infinity && !isFast) return false
    direction.set(normal)
    shares.set(weights)
    if (lacking[n] === Infinity) {
      const before = distanceFromBody(froms, margin, reach, hint)
      lacking[n] = before === Infinity ? 0 : reach - before
    }
    const lack = lacking[n]!
    if (lack === Infinity) {
      // It was in the core from the start.
      if (distance === Infinity) return false
      this.out = this.exit
      pose.hasInside = true
      if (distance !== THROUGH && !isFast) this.depth = Math.min(reach - distance, this.exit)
      else this.leave(pose)
      return this.depth > slight
    }
    // What was nearer already comes out slowly, and that is no motion.
    this.out = Math.min(this.exit, lack)
    const kept = reach - lack + this.out
    if (this.out < lack) pose.hasInside = true
    if (distance !== THROUGH && !isFast) {
      this.depth = kept - distance
      return this.depth > slight
    }
    if (!this.follow(reach - lack, kept, slight)) return false
    this.isFollowed = true
    const likeness =
      normal[0]! * direction[0]! + normal[1]! * direction[1]! + normal[2]! * direction[2]!
    if (distance > THROUGH && distance < kept && likeness >= SAME_SIDE) {
      this.depth = kept - distance
      return this.depth > slight
    }
    direction.set(normal)
    shares.set(weights)
    return true
  }

  /** Takes the contact that friction of a triangle has come from, which is over. */
  recall(n: number): void {
    const { direction, shares } = this
    const { contacts } = this.faces
    for (let k = 0; k < 3; k++) {
      direction[k] = contacts[6 * n + k]!
      shares[k] = contacts[6 * n + 3 + k]!
    }
    this.depth = 0
    this.out = 0
  }

  /** Copies a triangle's corners, now and at the start. */
  private show(n: number): void {
    const { ends, froms } = this
    const { corners } = this.faces
    const { points, origins } = this.particles
    for (let c = 0; c < 3; c++) {
      const i = 3 * corners[3 * n + c]!
      const at = 3 * c
      ends[at] = points[i]!
      ends[at + 1] = points[i + 1]!
      ends[at + 2] = points[i + 2]!
      froms[at] = origins[i]!
      froms[at + 1] = origins[i + 1]!
      froms[at + 2] = origins[i + 2]!
    }
  }

  /** Out of the core, that it was in from the start: off the triangle's own plane, away from the middle. */
  private leave({ frame }: ColliderPose): void {
    const { ends, direction } = this
    const [ux, uy, uz] = [ends[3]! - ends[0]!, ends[4]! - ends[1]!, ends[5]! - ends[2]!]
    const [vx, vy, vz] = [ends[6]! - ends[0]!, ends[7]! - ends[1]!, ends[8]! - ends[2]!]
    direction[0] = uy * vz - uz * vy
    direction[1] = uz * vx - ux * vz
    direction[2] = ux * vy - uy * vx
    const size = Math.sqrt(direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2)
    let height = 0
    for (let k = 0; k < 3; k++) height += (ends[k]! - frame[ORIGIN + k]!) * direction[k]!
    for (let k = 0; k < 3; k++) direction[k]! *= (height < 0 ? -1 : 1) / (size || 1)
    this.depth = size > 0 ? this.exit : 0
  }

  /**
   * Follows a triangle on its way. Where it meets the body, normal and weights are those of the
   * last call of `distanceFromBody`, and the depth is what it has gone beyond. A point that slides along the
   * body does not end that: others of the triangle may turn into it.
   *
   * @param gap at which it meets the body, m
   * @param kept gap that it is to keep, m
   * @param slight depth that is none, m
   */
  private follow(gap: number, kept: number, slight: number): boolean {
    const { ends, froms, moving, hint, margin } = this
    let share = 0
    for (let advance = 0; advance < MAX_ADVANCES && share < 1; advance++) {
      for (let i = 0; i < 9; i++) moving[i] = froms[i]! + share * (ends[i]! - froms[i]!)
      const distance = distanceFromBody(moving, margin, Infinity, hint)
      // Steps end before the core; rounding alone brings it there: what was known last goes on.
      if (distance === THROUGH) {
        normal.set(hint)
        this.depth = kept - dotWeighted(ends, moving)
        return this.depth > slight
      }
      if (distance <= gap) {
        this.depth = kept - distance - dotWeighted(ends, moving)
        if (this.depth > slight) return true
      }
      const nearest = dotWeighted(moving, undefined)
      const room = distance - Math.min(gap, distance) + ADVANCE * kept
      let step = 1
      for (let at = 0; at < 9; at += 3) {
        const speed = dot(froms, at) - dot(ends, at)
        if (speed > 0) step = Math.min(step, (dot(moving, at) - nearest + room) / speed)
      }
      share += Math.max(step, LEAST_ADVANCE)
    }
    this.depth = share < 1 ? kept - dotWeighted(ends, moving) : 0
    return this.depth > slight
  }
}

/** Along the normal of the last distance: a corner of a triangle, m. */
function dot(corners: Float64Array, at: number): number {
  return normal[0]! * corners[at]! + normal[1]! * corners[at + 1]! + normal[2]! * corners[at + 2]!
}

/** Along the normal: the point of the last distance, less where it was. */
function dotWeighted(corners: Float64Array, before: Float64Array | undefined): number {
  let sum = 0
  for (let c = 0; c < 3; c++)
    sum += weights[c]! * (dot(corners, 3 * c) - (before ? dot(before, 3 * c) : 0))
  return sum
}

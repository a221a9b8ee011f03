/**
 * Contact of whole triangles with bodies, for what comes between the particles of a sheet: small
 * balls, edges and corners of bodies under coarse cloth. The point of a triangle that is nearest to
 * the body is put at the gap; its corners share that by their barycentric coordinates b and inverse
 * masses w, Δx_i = w_i b_i λ n with λ = depth / Σ w_j b_j², as any position constraint does (Müller et
 * al. 2007, eq. 9), so the momentum that the cloth gets is what the body gives. Friction acts on the
 * way of that point, in the same shares, by mu times the depth at most.
 *
 * Triangles that come far in a substep, or into the core of a body, are followed along their way, as
 * far at a time as all corners can go before the plane between triangle and body (conservative
 * advancement, Mirtich 1996). Where passes come to no end, such triangles go along with the body: as it
 * sees them they are where they came from, which was outside.
 */
import type { ClothSheet } from '../../mesh/ClothSheet.js'
import type { BatchBounds } from '../BatchBounds.js'
import type { ColliderPose } from '../ColliderPose.js'
import { ContactBatch, type ContactParticles } from '../ContactParticles.js'
import { type ContactRule, EXIT_SPEED } from '../Contacts.js'
import { ORIGIN } from '../frames.js'
import { BATCH } from '../Probe.js'
import { distanceFromBody, normal, THROUGH, weights } from './fromBody.js'
import { type FaceGroup, groupFaces } from './FaceGroups.js'
import { hasSupport, takeBody } from './support.js'

/** Passes over the triangles that touch: each hands a push on to the next ones. */
const PASSES = 8

/** Bodies that push triangles against each other act in turn so many times. */
const ROUNDS = 2

/** Passes that take back what still goes through, each with the triangles around. */
const HOLDS = 8

/**
 * What is between particles keeps this share of their gap. On a body that is rounder than the cells
 * particles carry all then, and triangles, which are chords of it, have nothing to add.
 */
const FACE_GAP = 0.9

/** Depths below this share of the gap, or of a millimetre, are none. */
const SLIGHT = 1e-5

/** What passes may leave to the next substep, likewise. */
const LEFT = 1e-3
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

export class FaceContacts {
  private groups: readonly FaceGroup[] = []
  private readonly batch = new ContactBatch()
  /** Where particles are and where they came from, xyz, m; inverse masses, 1/kg; what is no motion. */
  private readonly points: Float64Array
  private readonly starts: Float64Array
  /** Starts as the body sees them, m, and on which sides of it particles are. */
  private readonly origins: Float64Array
  private readonly codes: Uint8Array
  private readonly inverseMasses: Float64Array
  private readonly shifts: Float64Array
  /** Per batch: is it in these arrays, has it changed, has it shifts? */
  private readonly isLoaded: Uint8Array
  private readonly isCoded: Uint8Array
  private readonly isChanged: Uint8Array
  private readonly isShifted: Uint8Array
  /** Corners of the triangles near the body. */
  private near = new Uint32Array(3 * BATCH)
  private nearCount = 0
  /** Pushes so far when a triangle was looked at, and when a particle was moved. */
  private seen = new Float64Array(BATCH)
  /** How far they were within the gap at the start, m; Infinity in the core, or where it is not known. */
  private lacking = new Float64Array(BATCH)
  /** What friction can still take of their ways, m, and the contacts that it comes from: normal, weights. */
  private grips = new Float64Array(BATCH)
  private contacts = new Float64Array(6 * BATCH)
  private readonly moved: Float64Array
  private clock = 0
  /** Corners now and at the start, as the body sees it. */
  private readonly ends = new Float64Array(9)
  private readonly froms = new Float64Array(9)
  private readonly moving = new Float64Array(9)
  /** Contact of the triangle in question: normal, weights of corners, depth and what of it is shift, m. */
  private readonly direction = new Float64Array(3)
  private readonly shares = new Float64Array(3)
  private depth = 0
  private out = 0
  /** Was it followed, since it came far or through the core? And any in this call? */
  private isFollowed = false
  isSwept = false
  private readonly hint = new Float64Array(3)
  private rule!: ContactRule
  private margin = 0
  private exit = 0

  constructor(
    private readonly sheet: Pick<ClothSheet, 'triangles'>,
    private readonly particles: ContactParticles,
  ) {
    const { count } = particles
    const batches = Math.ceil(count / BATCH)
    this.points = new Float64Array(3 * count)
    this.starts = new Float64Array(3 * count)
    this.origins = new Float64Array(3 * count)
    this.codes = new Uint8Array(count)
    this.shifts = new Float64Array(3 * count)
    this.inverseMasses = new Float64Array(count)
    this.moved = new Float64Array(count)
    this.isLoaded = new Uint8Array(batches)
    this.isCoded = new Uint8Array(batches)
    this.isChanged = new Uint8Array(batches)
    this.isShifted = new Uint8Array(batches)
    this.topologyChanged()
  }

  topologyChanged(): void {
    this.groups = groupFaces(this.sheet.triangles)
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
    this.rule = rule
    this.isSwept = false
    this.exit = rule.letsOut ? EXIT_SPEED * rule.dt : 0
    this.isLoaded.fill(0)
    this.moved.fill(0)
    this.clock = 0
    let moved = 0
    for (let round = 0; round < ROUNDS; round++) {
      let touching = 0
      for (let c = 0; c < count; c++) {
        const pose = poses[c]!
        if (!hasSupport(pose)) continue
        this.margin = takeBody(pose)
        // Any direction will do at first.
        this.hint.set(UPWARDS)
        const pushed = isLast ? this.takeAll(pose, bounds) : this.touch(pose, bounds)
        if (pushed === 0) continue
        touching++
        if (round > 0) continue
        pose.pushed += pushed
        moved += pushed
      }
      if (touching < 2) break
    }
    if (moved > 0) this.store(bounds)
    return moved
  }

  /** Moves triangles out of one body. @returns how many */
  private touch(pose: ColliderPose, bounds: BatchBounds): number {
    this.find(pose, bounds)
    let moved = 0
    for (let pass = 0; pass < PASSES; pass++) {
      let pushed = 0
      let isFast = false
      for (let n = 0; n < this.nearCount; n++) {
        if (!this.isNew(n)) continue
        if (!this.meet(pose, n, pass === 0 ? SLIGHT : LEFT)) {
          this.hold(pose, n)
          continue
        }
        this.push(pose, n, pass === 0)
        isFast ||= this.isFollowed
        pushed++
      }
      if (pass === 0) moved = pushed
      if (pushed === 0) break
      this.isSwept ||= isFast
      // What has been taken along by far may take others along.
      if (isFast) this.findAnew(pose, bounds)
    }
    return moved
  }

  /** Takes triangles along that would still go through. @returns how many */
  private takeAll(pose: ColliderPose, bounds: BatchBounds): number {
    let all = 0
    for (let pass = 0; pass < HOLDS; pass++) {
      let held = 0
      this.findAnew(pose, bounds)
      for (let n = 0; n < this.nearCount; n++) {
        if (!this.meet(pose, n, LEFT) || !this.isFollowed) continue
        held++
        for (let c = 0; c < 3; c++) this.takeAlong(pose, this.near[3 * n + c]!, c)
      }
      all += held
      if (held === 0) break
    }
    return all
  }

  private takeAlong(pose: ColliderPose, particle: number, corner: number): void {
    const w = this.inverseMasses[particle]!
    if (w === 0) return
    const { points, froms } = this
    for (let k = 0; k < 3; k++) {
      const way = froms[3 * corner + k]! - points[3 * particle + k]!
      points[3 * particle + k]! += way
      pose.impulse[k]! -= way / (w * this.rule.dt)
    }
    this.isChanged[Math.floor(particle / BATCH)] = 1
  }

  private findAnew(pose: ColliderPose, bounds: BatchBounds): void {
    const { batch, points } = this
    for (let b = 0; b < this.isChanged.length; b++) {
      if (this.isLoaded[b] === 0 || this.isChanged[b] === 0) continue
      const first = b * BATCH
      batch.count = Math.min(BATCH, this.particles.count - first)
      batch.points.set(points.subarray(3 * first, 3 * (first + batch.count)))
      bounds.extend(first, batch)
    }
    this.find(pose, bounds)
  }

  /** Has a corner been moved since the triangle was looked at? */
  private isNew(n: number): boolean {
    const { near, moved, seen } = this
    const last = Math.max(moved[near[3 * n]!]!, moved[near[3 * n + 1]!]!, moved[near[3 * n + 2]!]!)
    if (seen[n]! > last) return false
    seen[n] = ++this.clock
    return true
  }

  /** Lists the triangles whose ways may come near the body. */
  private find(pose: ColliderPose, bounds: BatchBounds): void {
    const { groups, codes } = this
    this.nearCount = 0
    this.seen.fill(0)
    this.grips.fill(0)
    this.isCoded.fill(0)
    for (let g = 0; g < groups.length; g++) {
      const { batches, triangles } = groups[g]!
      if (!bounds.batchesMayTouch(pose, batches)) continue
      for (let b = 0; b < batches.length; b++) this.encode(pose, batches[b]!)
      for (let t = 0; t < triangles.length; t += 3) {
        const a = triangles[t]!
        const b = triangles[t + 1]!
        const c = triangles[t + 2]!
        if ((codes[a]! & codes[b]! & codes[c]!) !== 0) continue
        if (3 * this.nearCount === this.near.length) this.grow()
        const at = 3 * this.nearCount
        this.near[at] = a
        this.near[at + 1] = b
        this.near[at + 2] = c
        this.lacking[this.nearCount++] = Infinity
      }
    }
  }

  /**
   * Notes where particles of a batch came from, as the body sees it, and on which sides of its bounds
   * they are all the way (Cohen and Sutherland's codes): corners that share one are beside the body.
   */
  private encode(pose: ColliderPose, first: number): void {
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

  private grow(): void {
    const near = new Uint32Array(2 * this.near.length)
    near.set(this.near)
    this.near = near
    this.seen = new Float64Array(near.length / 3)
    const lacking = new Float64Array(near.length / 3)
    lacking.set(this.lacking)
    this.lacking = lacking
    this.grips = new Float64Array(near.length / 3)
    this.contacts = new Float64Array(2 * near.length)
  }

  /** Copies a triangle's corners, now and at the start. */
  private show(n: number): void {
    const { near, points, origins, ends, froms } = this
    for (let c = 0; c < 3; c++) {
      const i = 3 * near[3 * n + c]!
      const at = 3 * c
      ends[at] = points[i]!
      ends[at + 1] = points[i + 1]!
      ends[at + 2] = points[i + 2]!
      froms[at] = origins[i]!
      froms[at + 1] = origins[i + 1]!
      froms[at + 2] = origins[i + 2]!
    }
  }

  /** Does a triangle meet the body? Then its contact is known. */
  private meet(pose: ColliderPose, n: number, tolerance: number): boolean {
    const { near, inverseMasses, ends, froms, margin, hint, direction, shares, lacking } = this
    const reach = FACE_GAP * pose.reach
    const free =
      inverseMasses[near[3 * n]!]! +
      inverseMasses[near[3 * n + 1]!]! +
      inverseMasses[near[3 * n + 2]!]!
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

  /** What others have pushed off the body since it was pushed itself is not let slide by that. */
  private hold(pose: ColliderPose, n: number): void {
    const { grips, contacts, direction, shares } = this
    if (!(grips[n]! > 0)) return
    for (let k = 0; k < 3; k++) {
      direction[k] = contacts[6 * n + k]!
      shares[k] = contacts[6 * n + 3 + k]!
    }
    this.depth = 0
    this.out = 0
    this.push(pose, n, false)
  }

  /** Moves a triangle by its contact, with friction. */
  private push(pose: ColliderPose, n: number, first: boolean): void {
    const { near, points, shifts, inverseMasses, ends, froms, direction, shares, depth } = this
    const { friction } = pose.collider
    let compliance = 0
    for (let c = 0; c < 3; c++) compliance += inverseMasses[near[3 * n + c]!]! * shares[c]! ** 2
    if (compliance === 0) return
    let px = depth * direction[0]!
    let py = depth * direction[1]!
    let pz = depth * direction[2]!
    if (friction > 0) {
      const { grips, contacts } = this
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
    const recovered = first && this.out > 0 ? Math.min(this.out, depth) : 0
    for (let c = 0; c < 3; c++) {
      const particle = near[3 * n + c]!
      const share = (inverseMasses[particle]! * shares[c]!) / compliance
      if (share === 0) continue
      const i = 3 * particle
      points[i]! += share * px
      points[i + 1]! += share * py
      points[i + 2]! += share * pz
      const batch = Math.floor(particle / BATCH)
      this.isChanged[batch] = 1
      this.moved[particle] = this.clock
      if (recovered === 0) continue
      for (let k = 0; k < 3; k++) shifts[i + k]! += share * recovered * direction[k]!
      this.isShifted[batch] = 1
    }
    // Σ m_i Δx_i, as Σ b_i is 1.
    const mass = 1 / (compliance * this.rule.dt)
    pose.impulse[0]! -= mass * px
    pose.impulse[1]! -= mass * py
    pose.impulse[2]! -= mass * pz
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

  /** Hands on what has changed. */
  private store(bounds: BatchBounds): void {
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

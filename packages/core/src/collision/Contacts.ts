/**
 * Contact of one cloth with its colliders, at the level of positions: a particle that is nearer than
 * the gap is put at that distance, along the normal at the nearest point, and the part of its way
 * along the surface, as the surface moves, is shortened by Coulomb friction, mu times the depth at
 * most (Müller et al. 2007; Macklin et al. 2014, section 6.1). In a substep the depth is what the
 * normal force moves a particle by, so up to the angle of friction the whole way is taken, and
 * nothing creeps.
 */
import { BatchBounds } from './BatchBounds.js'
import type { Collider } from './colliders/Collider.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { ColliderPose } from './ColliderPose.js'
import { type ColliderContact, ColliderPoses, type StepLengths } from './ColliderPoses.js'
import { ContactBatch, type ContactParticles } from './ContactParticles.js'
import { movePoints } from './frames.js'
import { BATCH, Probe } from './Probe.js'
import { Sweep } from './Sweep.js'

/**
 * Speed at which particles leave a body that they were in from the start, m/s: as fast as one falls
 * from 5 cm, so that from 30 cm deep it takes a third of a second. It is a change of place only;
 * outside they do not fly on.
 */
export const EXIT_SPEED = 1

/** Depth that is none, as a share of the way out in a substep: more than rounding makes of contact. */
const SLIGHT = 1e-3

/** Bodies that push particles against each other are worked through so many times. */
const MAX_ROUNDS = 4

/** Fast triangles and their particles act in turn so many times; the last is to take them along. */
const FACE_ROUNDS = 4

/** What a contact depends on beside the bodies. */
export interface ContactRule {
  /** Gap between cloth and bodies, m. */
  colliderOffset: number
  /** Time of the way that is resolved, s. */
  dt: number
  /** Is it the way since the start of the substep, on which bodies moved, too? */
  isSubstep: boolean
  /** Do particles leave bodies that they were in from the start? Once per substep. */
  letsOut: boolean
  /** Batches that have changed since bodies acted last, where the others have not: 1 each. */
  changed?: Uint8Array | undefined
}

/** What is between the particles: triangles that bodies touch. */
export interface FaceStage {
  /** Did some come so far in the last call that they were followed on their way? */
  readonly isSwept: boolean
  topologyChanged(): void
  /**
   * Moves triangles out of the first `count` bodies. Returns how many were moved.
   *
   * @param isLast whether only what would still go through is to be kept from it
   */
  resolve(
    poses: readonly ColliderPose[],
    count: number,
    rule: ContactRule,
    bounds: BatchBounds,
    isLast: boolean,
  ): number
}

export type CreateFaceStage = (
  sheet: Pick<ClothSheet, 'triangles'>,
  particles: ContactParticles,
) => FaceStage

export class Contacts {
  protected readonly batch = new ContactBatch()
  /** Where somebody looks at it: impulse of bodies on each particle, xyz, N s; added up. */
  impulses: Float64Array | undefined
  private readonly bodies: ColliderPoses
  /** Where triangles touch bodies, too. */
  private faces: FaceStage | undefined
  /** The first `activeCount` are near the cloth: emptied, the list would be made anew. */
  private readonly active: ColliderPose[] = []
  private activeCount = 0
  private readonly bounds: BatchBounds
  private readonly sweep = new Sweep()
  private readonly probe = new Probe()
  /** Starts of the batch, moved along with a body. */
  private readonly origins = new Float64Array(3 * BATCH)
  /** Per slot of the batch: how far below the gap it is, m, and the way out. */
  private readonly depths = new Float64Array(BATCH)
  private readonly directions = new Float64Array(3 * BATCH)
  /** Slots of the batch that the probe's points are. */
  private readonly owners = new Int32Array(BATCH)
  /** Of the pass over the cloth that goes on. */
  protected rule!: ContactRule
  /** Way out in it, m. */
  private exit = 0
  /** Have particles been through this pass already, counted and let out? */
  private isAgain = false
  /** @param colliders in the order in which they act; the array may change between steps */
  constructor(
    private readonly particles: ContactParticles,
    colliders: readonly Collider[],
  ) {
    this.bodies = new ColliderPoses(colliders, particles.count)
    this.bounds = new BatchBounds(particles)
  }

  /** Lets triangles of the sheet touch bodies, too, or particles alone. */
  touchWith(createFaces: CreateFaceStage | undefined, sheet: Pick<ClothSheet, 'triangles'>): void {
    this.faces = createFaces && (this.faces ?? createFaces(sheet, this.particles))
  }

  /** A tear has changed triangles. */
  topologyChanged(): void {
    this.faces?.topologyChanged()
    this.forgetStarts()
  }

  /** Looks where the bodies are. */
  beginStep(timing: StepLengths): void {
    this.bodies.beginStep(timing)
  }

  /** Moves bodies on by a substep. */
  beginSubstep(last: boolean): void {
    this.bodies.beginSubstep(last)
  }

  /** Particles have been put elsewhere: where they were is no place that they came from. */
  forgetStarts(): void {
    this.bounds.forget()
  }

  /** Bodies have always been where they are. */
  forgetMotion(): void {
    this.forgetStarts()
    this.bodies.forgetMotion()
  }

  /** What is to be known of the bodies to go on from here, for snapshots. */
  get lastSeen(): Float64Array {
    return this.bodies.lastSeen
  }

  set lastSeen(seen: Float64Array) {
    this.forgetStarts()
    this.bodies.lastSeen = seen
  }

  /** What the cloth has done to a collider in the last step. */
  contactOf(collider: Collider): ColliderContact {
    return this.bodies.contactOf(collider)
  }

  /** @returns how many particles were moved */
  resolve(rule: ContactRule): number {
    const { active, bounds } = this
    const { poses } = this.bodies
    this.activeCount = 0
    this.rule = rule
    this.exit = EXIT_SPEED * rule.dt
    if (poses.length === 0) {
      bounds.forget()
      return 0
    }
    const { changed } = rule
    if (!changed) bounds.begin()
    for (let c = 0; c < poses.length; c++) {
      const pose = poses[c]!
      pose.pushed = 0
      pose.reach = rule.colliderOffset + pose.collider.thickness
      if (!pose.collider.enabled) continue
      // Where all of the cloth is does not matter if only some of it has moved.
      if (changed || bounds.clothMayTouch(pose)) active[this.activeCount++] = pose
    }
    let moved = 0
    if (this.activeCount > 0) {
      moved = this.resolveParticles()
      if (this.faces) moved += this.resolveFaces(this.faces)
    }
    for (let c = 0; c < this.activeCount; c++) {
      const pose = active[c]!
      pose.contacts = Math.max(pose.contacts, pose.pushed)
    }
    bounds.end()
    return moved
  }

  private resolveParticles(): number {
    const { particles, rule, isAgain } = this
    const changed = isAgain ? undefined : rule.changed
    let moved = 0
    for (let first = 0, b = 0; first < particles.count; first += BATCH, b++)
      if (!changed || changed[b] !== 0) moved += this.resolveBatch(first)
    return moved
  }

  /** Particles have the last word, where nothing goes so fast that it could get around a body by that. */
  private resolveFaces(faces: FaceStage): number {
    const { active, activeCount, rule, bounds } = this
    let moved = 0
    this.isAgain = true
    for (let round = 0; round < FACE_ROUNDS; round++) {
      const touched = faces.resolve(active, activeCount, rule, bounds, round === FACE_ROUNDS - 1)
      if (touched === 0) break
      if (round === 0) moved = touched
      if (round < FACE_ROUNDS - 1) this.resolveParticles()
      if (!faces.isSwept) break
    }
    this.isAgain = false
    return moved
  }

  private resolveBatch(first: number): number {
    const { active, batch, bounds, particles, rule } = this
    let isLoaded = false
    let moved = 0
    if (rule.changed) {
      particles.load(first, batch, rule)
      isLoaded = true
      bounds.fit(first, batch)
    }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let touching = 0
      for (let c = 0; c < this.activeCount; c++) {
        const pose = active[c]!
        if (!bounds.batchMayTouch(pose, first)) continue
        if (!isLoaded) particles.load(first, batch, rule)
        isLoaded = true
        const pushed = this.touch(pose)
        if (pushed === 0) continue
        touching++
        bounds.extend(first, batch)
        if (round > 0) continue
        moved += pushed
        if (!this.isAgain) pose.pushed += pushed
      }
      if (touching < 2) break
    }
    if (moved > 0) particles.store(first, batch)
    batch.forgetShifts()
    return moved
  }

  /** Moves particles of the batch out of one body. @returns how many */
  protected touch(pose: ColliderPose): number {
    const { batch, depths, directions, sweep } = this
    const { collider, reach } = pose
    const origins = this.originsFor(pose)
    sweep.exit = this.exit
    batch.cutoff = reach
    collider.query(pose, batch)
    const isSwept = sweep.find(pose, batch, origins)
    if (batch.hitCount === 0 && !isSwept) return 0
    depths.fill(0)
    for (let h = 0; h < batch.hitCount; h++) {
      const slot = batch.slots[h]!
      if (batch.masses[slot] === 0) continue
      depths[slot] = reach - batch.distances[h]!
      for (let k = 0; k < 3; k++) directions[3 * slot + k] = batch.normals[3 * h + k]!
    }
    this.letOut(pose, origins)
    if (isSwept) sweep.turnBack(batch, origins, depths, directions)
    return this.push(pose, origins)
  }

  /** Where the batch's particles would be if they had moved with the body since the start. */
  protected originsFor(pose: ColliderPose): Float64Array {
    const { batch, origins, rule } = this
    if (!pose.isMoving || !rule.isSubstep) return batch.starts
    movePoints(pose.motion, batch.starts, batch.count, origins)
    return origins
  }

  /**
   * Particles that were inside at the start already come out by `exit` at most, which is no motion.
   * Where none was, only those are looked at that are deeper now than one that came in slowly.
   */
  private letOut(pose: ColliderPose, origins: Float64Array): void {
    const { batch, depths, directions, exit, owners, probe, rule } = this
    const { reach } = pose
    const lets = rule.letsOut && !this.isAgain
    const least = pose.hadInside ? 0 : exit
    let count = 0
    for (let slot = 0; slot < batch.count; slot++) {
      if (!(depths[slot]! > least)) continue
      probe.particles[count] = batch.particles[slot]!
      for (let k = 0; k < 3; k++) probe.points[3 * count + k] = origins[3 * slot + k]!
      owners[count++] = slot
    }
    if (count === 0) return
    probe.count = count
    probe.cutoff = reach
    pose.collider.query(pose, probe)
    for (let h = 0; h < probe.hitCount; h++) {
      const startDepth = reach - probe.distances[h]!
      if (!(startDepth > SLIGHT * exit)) continue
      const slot = owners[probe.slots[h]!]!
      const out = lets ? Math.min(exit, startDepth) : 0
      depths[slot]! -= startDepth - out
      if (out < startDepth) pose.hasInside = true
      for (let k = 3 * slot; k < 3 * slot + 3; k++) batch.shifts[k]! += out * directions[k]!
      batch.isShifted = true
    }
  }

  /** Applies depths and directions, with friction. @returns how many particles were moved */
  private push(pose: ColliderPose, origins: Float64Array): number {
    const { batch, depths, directions } = this
    const { dt } = this.rule
    const { points, masses, count } = batch
    const { impulse } = pose
    const { friction } = pose.collider
    let moved = 0
    for (let slot = 0, i = 0; slot < count; slot++, i += 3) {
      const depth = depths[slot]!
      if (!(depth > 0)) continue
      const nx = directions[i]!
      const ny = directions[i + 1]!
      const nz = directions[i + 2]!
      let px = depth * nx
      let py = depth * ny
      let pz = depth * nz
      if (friction > 0) {
        const sx = points[i]! + px - origins[i]!
        const sy = points[i + 1]! + py - origins[i + 1]!
        const sz = points[i + 2]! + pz - origins[i + 2]!
        const along = sx * nx + sy * ny + sz * nz
        const tx = sx - along * nx
        const ty = sy - along * ny
        const tz = sz - along * nz
        const slide = Math.sqrt(tx * tx + ty * ty + tz * tz)
        const grip = friction * depth
        const held = slide <= grip ? 1 : grip / slide
        px -= held * tx
        py -= held * ty
        pz -= held * tz
      }
      points[i]! += px
      points[i + 1]! += py
      points[i + 2]! += pz
      const share = masses[slot]! / dt
      impulse[0]! -= share * px
      impulse[1]! -= share * py
      impulse[2]! -= share * pz
      if (this.impulses) this.note(slot, share, px, py, pz)
      moved++
    }
    return moved
  }

  /** Adds up what a particle was pushed. */
  private note(slot: number, share: number, x: number, y: number, z: number): void {
    const impulses = this.impulses!
    const i = 3 * this.batch.particles[slot]!
    impulses[i]! += share * x
    impulses[i + 1]! += share * y
    impulses[i + 2]! += share * z
  }
}

/**
 * The particles that do not follow forces alone: pins, and those a hand holds. Each has a target.
 * What jumps (a point that is set, a pointer) is followed at a bounded speed, so that nothing tears
 * at the cloth. What moves is followed at any speed: a flag stays on its pole. The way of a step
 * is shared evenly among its substeps.
 */
import type { ClothState } from './ClothState.js'
import { HandPace, MAX_HOLD_SPEED } from './HandPace.js'
import { checkTarget, Follower, isPoint, type PinOffset, type PinTarget } from './pinTargets.js'
import { movePoints, type RigidMotion } from './rigidMotion.js'
import { checkPoint } from '../params/check.js'
import type { ResolvedPin } from './pins.js'
import type { StepTiming } from './solvers/ClothSolver.js'

/**
 * A target that moves faster than that is on its way, and has not jumped, if it goes at most this
 * many times as far as in the step before. Frames that do not keep step with the simulation double
 * its way at times.
 */
const STEADY = 2

const PINNED = 1
const GRABBED = 2

/** What a snapshot keeps of holds. */
export interface HoldRecord {
  readonly kinds: Uint8Array
  readonly targets: Float64Array
  readonly travels: Float64Array
  readonly order: readonly number[]
}

export class Holds {
  /** PINNED and GRABBED bits per particle. */
  readonly kinds: Uint8Array
  /** xyz per particle, m; meant only where the particle is held. */
  readonly targets: Float64Array
  /** Way of each target in the last step, m; of a hand that carries its particle, its pace. */
  readonly travels: Float64Array
  /** Where held particles are to be at the end of the step, xyz per particle, m. */
  readonly goals: Float64Array
  /** Where the hands are in this substep, xyz per particle, m. */
  readonly places: Float64Array
  /** Has a hand hold of the cloth, or does a pin follow what moved in the last step? */
  stirred = false
  /** Longest way of a hand in this step, m; in an array, since passing numbers makes objects. */
  private readonly reach = new Float64Array(1)
  /** Particles that are held, in the order they were taken. */
  private held: number[] = []
  private readonly pace: HandPace
  private inHand: readonly number[] = []
  private followers: Follower[] = []
  private readonly known = new WeakMap<ResolvedPin, Follower>()
  private changes = 0

  /**
   * @param who named by errors
   * @param soft hands pull at particles that stay free; otherwise they carry them
   */
  constructor(
    private readonly who: string,
    private readonly state: ClothState,
    readonly soft: boolean,
  ) {
    const coordinates = state.sheet.restPositions.length
    this.kinds = new Uint8Array(state.fixed.length)
    this.targets = new Float64Array(coordinates)
    this.travels = new Float64Array(state.fixed.length)
    this.goals = new Float64Array(coordinates)
    this.places = new Float64Array(soft ? coordinates : 0)
    this.pace = new HandPace(state, this.goals, this.travels)
  }

  /** Held particles in the order they were taken. */
  get particles(): readonly number[] {
    return this.held
  }

  /** Grabbed particles that are not pinned. */
  get hands(): readonly number[] {
    return this.inHand
  }

  /** Grows whenever a particle is taken or let go. */
  get revision(): number {
    return this.changes
  }

  /**
   * @param time simulated, s
   * @throws BillowError for a target or offset that is none
   */
  pin(particle: number, target?: PinTarget, offset: PinOffset = [0, 0, 0], time = 0): void {
    const { who } = this
    if (offset !== 'keep') checkPoint(who, 'offset', offset)
    if (target === undefined || isPoint(target)) {
      this.follow(particle, undefined)
      this.hold(particle, PINNED, target && checkPoint(who, 'target', target))
    } else {
      checkTarget(who, 'target', target)
      const follower = new Follower(who, particle, target, offset)
      follower.seen = this.read(follower, time)
      this.pinTo(follower)
    }
  }

  /**
   * Pins exactly these; what is pinned already and has no target stays as it is.
   *
   * @throws BillowError for a target that gives no place, and then nothing has changed
   */
  setPins(pins: readonly ResolvedPin[], time: number): void {
    const followers = pins.map((pin) => this.followerOf(pin))
    for (const follower of followers) if (follower) follower.seen = this.read(follower, time)
    const wanted = new Set(pins.map(({ particle }) => particle))
    for (const particle of this.pinned()) if (!wanted.has(particle)) this.unpin(particle)
    pins.forEach(({ particle, target }, n) => {
      const follower = followers[n]
      const isFollowing = this.followers.some((other) => other.particle === particle)
      if (follower) this.pinTo(follower)
      else if (target !== undefined || isFollowing || !this.isPinned(particle))
        this.pin(particle, target)
    })
  }

  grab(particle: number, target: readonly [number, number, number]): void {
    this.hold(particle, GRABBED, target)
  }

  unpin(particle: number): void {
    this.follow(particle, undefined)
    this.letGo(particle, PINNED)
  }

  /** Opens the hand. A pin that was dragged stays where it is now, or goes back to what it follows. */
  release(particle: number): void {
    if (!this.isGrabbed(particle)) return
    this.letGo(particle, GRABBED)
    if (this.isPinned(particle)) this.setTarget(particle, undefined)
    for (const follower of this.followers) if (follower.particle === particle) follower.seen = false
  }

  isPinned(particle: number): boolean {
    return (this.kinds[particle]! & PINNED) !== 0
  }

  isGrabbed(particle: number): boolean {
    return (this.kinds[particle]! & GRABBED) !== 0
  }

  grabbed(): number[] {
    return this.held.filter((particle) => this.isGrabbed(particle))
  }

  pinned(): number[] {
    return this.held.filter((particle) => this.isPinned(particle))
  }

  clear(): void {
    for (const particle of this.held) this.state.fixed[particle] = 0
    this.kinds.fill(0)
    this.targets.fill(0)
    this.travels.fill(0)
    this.held = []
    this.followers = []
    this.noteChange()
  }

  /**
   * Asks what moves where it is, and sets the goals of a step.
   *
   * @param left steps that remain in this frame, this one included: objects that move with the
   * frames go the way of a frame evenly
   * @throws BillowError for a target that gives no place, and then nothing has changed
   */
  aim(timing: StepTiming, left: number): void {
    const { followers, held } = this
    const time = timing.time + timing.step
    for (let f = 0; f < followers.length; f++) {
      if (!this.read(followers[f]!, time)) this.rest(followers[f]!)
    }
    this.stirred = this.inHand.length > 0
    this.reach[0] = MAX_HOLD_SPEED * timing.step
    this.pace.beginStep(timing)
    for (let h = 0; h < held.length; h++) this.approach(held[h]!)
    if (this.soft) this.placeHands()
    else this.pace.noteWays()
    for (let f = 0; f < followers.length; f++) this.carry(followers[f]!, left)
  }

  /** Moves held particles and hands on to their goals; `left` substeps remain, this one included. */
  move(left: number): void {
    const { positions, lastPositions, fixed } = this.state
    const { held, goals, places } = this
    for (let h = 0; h < held.length; h++) {
      if (fixed[held[h]!] === 0) {
        for (let i = 3 * held[h]!; i < 3 * held[h]! + 3; i++)
          places[i]! += (goals[i]! - places[i]!) / left
        continue
      }
      if (this.isCarried(held[h]!)) continue
      const end = 3 * held[h]! + 3
      for (let i = end - 3; i < end; i++) {
        lastPositions[i] = positions[i]!
        // At last exactly, without the rounding of a sum.
        if (left === 1) positions[i] = goals[i]!
        else positions[i]! += (goals[i]! - positions[i]!) / left
      }
    }
    if (!this.soft) this.pace.move(left)
  }

  /** Moves all targets; what pins follow is expected to go the same way. */
  teleport(motion: RigidMotion): void {
    movePoints(motion, this.targets)
  }

  /** At the end of a step: did the particle of a hand that carries it slip in the last substep? */
  endStep(hand: number, hasSlipped: boolean): void {
    this.pace.endStep(hand, hasSlipped)
  }

  /** Takes over another set of holds, as from a snapshot. Pins go on following what they follow. */
  assign({ kinds, targets, travels, order }: HoldRecord): void {
    const { followers } = this
    this.clear()
    this.kinds.set(kinds)
    this.targets.set(targets)
    this.travels.set(travels)
    this.held = [...order]
    this.followers = followers.filter(({ particle }) => this.isPinned(particle))
    for (const particle of this.held) this.state.fixed[particle] = this.isFixed(particle) ? 1 : 0
    this.noteChange()
  }

  /** A pin that is set anew, as by `reset`, keeps its place on what it follows. */
  private followerOf(pin: ResolvedPin): Follower | undefined {
    const { particle, target, offset = [0, 0, 0] } = pin
    if (target === undefined || isPoint(target)) return undefined
    const follower = this.known.get(pin) ?? new Follower(this.who, particle, target, offset)
    this.known.set(pin, follower)
    return follower
  }

  private pinTo(follower: Follower): void {
    const { particle, seen, point } = follower
    this.hold(particle, PINNED, undefined)
    this.follow(particle, follower)
    if (seen) this.targets.set(point, 3 * particle)
  }

  private read(follower: Follower, time: number): boolean {
    const { positions } = this.state
    const i = 3 * follower.particle
    return follower.read(time, positions[i]!, positions[i + 1]!, positions[i + 2]!)
  }

  /** Nothing to follow: the particle stays where it is. */
  private rest({ point, particle }: Follower): void {
    for (let axis = 0; axis < 3; axis++) point[axis] = this.state.positions[3 * particle + axis]!
  }

  private isCarried(particle: number): boolean {
    return !this.soft && this.isGrabbed(particle) && !this.isPinned(particle)
  }

  /** Goal on the straight way to a target that stands still, within reach. */
  private approach(particle: number): void {
    const { targets, goals } = this
    const reach = this.isCarried(particle) ? this.pace.allow(particle) : this.reach[0]!
    const { positions } = this.state
    const i = 3 * particle
    const dx = targets[i]! - positions[i]!
    const dy = targets[i + 1]! - positions[i + 1]!
    const dz = targets[i + 2]! - positions[i + 2]!
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    const share = distance <= reach ? 1 : reach / distance
    goals[i] = share === 1 ? targets[i]! : positions[i]! + share * dx
    goals[i + 1] = share === 1 ? targets[i + 1]! : positions[i + 1]! + share * dy
    goals[i + 2] = share === 1 ? targets[i + 2]! : positions[i + 2]! + share * dz
  }

  /**
   * Goal of a particle that follows: it goes the way of its target, however fast that is, and
   * nearer to it by the reach at most.
   */
  private carry(follower: Follower, left: number): void {
    const { particle, point, isTimed } = follower
    if (this.isGrabbed(particle)) return
    const { targets, travels, goals } = this
    const reach = this.reach[0]!
    const { positions } = this.state
    const i = 3 * particle
    const share = isTimed || !follower.seen ? 1 : 1 / left
    const dx = follower.seen ? share * (point[0]! - targets[i]!) : 0
    const dy = follower.seen ? share * (point[1]! - targets[i + 1]!) : 0
    const dz = follower.seen ? share * (point[2]! - targets[i + 2]!) : 0
    const travel = Math.sqrt(dx * dx + dy * dy + dz * dz)
    const carried = travel <= reach + STEADY * travels[particle]! ? 1 : 0
    travels[particle] = travel
    if (travel > 0 || !follower.seen) this.stirred = true
    follower.seen = true
    for (let axis = 0; axis < 3; axis++) {
      const target = targets[i + axis]!
      targets[i + axis] = share === 1 ? point[axis]! : target + share * (point[axis]! - target)
    }
    const gx = targets[i]! - positions[i]! - carried * dx
    const gy = targets[i + 1]! - positions[i + 1]! - carried * dy
    const gz = targets[i + 2]! - positions[i + 2]! - carried * dz
    const gap = Math.sqrt(gx * gx + gy * gy + gz * gz)
    const beyond = gap <= reach ? 0 : 1 - reach / gap
    goals[i] = targets[i]! - beyond * gx
    goals[i + 1] = targets[i + 1]! - beyond * gy
    goals[i + 2] = targets[i + 2]! - beyond * gz
  }

  private follow(particle: number, follower: Follower | undefined): void {
    this.followers = this.followers.filter((other) => other.particle !== particle)
    if (follower) this.followers.push(follower)
    this.travels[particle] = 0
  }

  /** A hand starts a step where its particle is: it does not run ahead of what it cannot pull. */
  private placeHands(): void {
    const { inHand, places } = this
    const { positions } = this.state
    for (let h = 0; h < inHand.length; h++) {
      for (let i = 3 * inHand[h]!; i < 3 * inHand[h]! + 3; i++) places[i] = positions[i]!
    }
  }

  private noteChange(): void {
    this.changes++
    this.inHand = this.grabbed().filter((particle) => !this.isPinned(particle))
    this.pace.take(this.inHand)
  }

  private isFixed(particle: number): boolean {
    return this.isPinned(particle) || (this.isGrabbed(particle) && !this.soft)
  }

  private hold(
    particle: number,
    kind: number,
    target: readonly [number, number, number] | undefined,
  ): void {
    if (this.kinds[particle] === 0) {
      this.held.push(particle)
      this.travels[particle] = 0
    }
    this.kinds[particle]! |= kind
    this.noteChange()
    this.state.fixed[particle] = this.isFixed(particle) ? 1 : 0
    this.setTarget(particle, target)
  }

  private letGo(particle: number, kind: number): void {
    if (this.kinds[particle] === 0) return
    this.kinds[particle]! &= ~kind
    this.state.fixed[particle] = this.isFixed(particle) ? 1 : 0
    if (this.kinds[particle] === 0) this.held = this.held.filter((other) => other !== particle)
    this.noteChange()
  }

  private setTarget(particle: number, target: readonly [number, number, number] | undefined): void {
    const { positions } = this.state
    const i = 3 * particle
    for (let axis = 0; axis < 3; axis++)
      this.targets[i + axis] = target?.[axis] ?? positions[i + axis]!
  }
}

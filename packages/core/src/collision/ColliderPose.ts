/**
 * A collider as one cloth sees it: where it was at the start of a step and where it is in each
 * substep, what has moved along with its surface, and what the cloth has done to it.
 */
import type { Collider } from './colliders/Collider.js'
import { STATE_SIZE } from './colliders/ColliderBase.js'
import type { NearTriangles } from './NearTriangles.js'
import { createFrame, FrameWay, motionBetween, ORIGIN, placeFrame } from './frames.js'

/** Cosine between columns of a frame below which they are at right angles. */
const SQUARE = 1e-9

/** Numbers that a kind of collider may keep of its shape. */
const SHAPE_SIZE = 16

export class ColliderPose {
  /** From the collider's own space, with its axis, to the world, at the end of this substep. */
  readonly frame = createFrame()
  /** Unit columns of the frame, where these are at right angles. */
  readonly axes = new Float64Array(9)
  /** Lengths of the columns of the frame. */
  readonly scales = new Float64Array(3)
  /** Are columns at other angles than right ones? */
  isSkewed = false
  /** What the kind of collider makes of frame and options, in its own words. */
  readonly shape = new Float64Array(SHAPE_SIZE)
  /** Bounds of the body, world, m: least and greatest xyz. */
  readonly bounds = new Float64Array(6)
  /** Half of the least thickness, m: particles that move less in a substep cannot get through. */
  thinness = 0
  /** Takes what moves with the surface from the start of the substep to its end. */
  readonly motion = createFrame()
  /** Does it move in this substep? */
  isMoving = false
  /** Gap that cloth keeps from it, m. */
  reach = 0
  /** Share of the step that is over at the end of this substep, 0 to 1. */
  share = 0
  /** What the cloth has pushed it with in this step, N·s. */
  readonly impulse = new Float64Array(3)
  /** Particles that touched it in the last substep, and those of one pass over the cloth. */
  contacts = 0
  pushed = 0
  /** Was a particle left inside, in this substep and in the last one? */
  hasInside = true
  hadInside = true
  /** What particles have found nearest, in the collider's own space; made by those that use it. */
  near: NearTriangles | undefined
  /** The shape that this is of. */
  nearOf: unknown

  /** Where it is by its own account, and where the cloth has seen it last. */
  private readonly target = createFrame()
  private readonly seen = createFrame()
  /** Where it is in its own space; follows its axis. */
  private readonly local = createFrame()
  private readonly aim = createFrame()
  private readonly before = createFrame()
  private readonly way = new FrameWay()
  private jumps = -1
  private isTravelling = false
  /** Its numbers when it was looked at last. */
  private readonly state = new Float64Array(STATE_SIZE)
  /** Is it shown where it was then, and stands still? */
  private isShown = false

  /** @param particleCount of the cloth that sees it */
  constructor(
    readonly collider: Collider,
    readonly particleCount: number,
  ) {
    this.find()
    this.seen.set(this.target)
    this.jumps = collider.jumps
    this.show(this.target)
  }

  /** Frame as the cloth has seen it last: what a snapshot keeps. */
  get lastSeen(): Float64Array {
    return this.seen
  }

  set lastSeen(frame: Float64Array) {
    this.seen.set(frame)
    this.isShown = false
  }

  /**
   * Looks where it is now.
   *
   * @param stepsLeft steps in this frame, this one included: the way is spread over them
   */
  beginStep(stepsLeft: number): void {
    const { collider, seen, target, aim } = this
    this.impulse.fill(0)
    this.contacts = 0
    // What has not changed, and is seen where it is, has been worked out already.
    if (this.isShown && !collider.differs(this.state, 0)) return
    collider.writeState(this.state)
    this.find()
    if (collider.jumps !== this.jumps) seen.set(target)
    this.jumps = collider.jumps
    this.isTravelling = !areEqual(seen, target)
    this.isMoving = false
    if (this.isTravelling) {
      this.way.set(seen, target)
      this.way.at(1 / stepsLeft, aim)
      this.way.set(seen, aim)
      this.frame.set(seen)
      seen.set(aim)
      this.isShown = false
    } else {
      this.show(target)
      this.isShown = true
    }
  }

  /** Moves it on, to where it is at `share` of the step. */
  beginSubstep(): void {
    this.contacts = 0
    this.hadInside = this.hasInside
    this.hasInside = false
    if (!this.isTravelling) return
    const { before, frame } = this
    before.set(frame)
    this.way.at(this.share, frame)
    motionBetween(before, frame, this.motion)
    this.isMoving = !areEqual(before, frame)
    this.show(frame)
  }

  /** Forgets any motion: it has always been where it is. */
  forget(): void {
    this.find()
    this.seen.set(this.target)
    this.hasInside = true
    this.isShown = false
  }

  private find(): void {
    const { collider, local, target } = this
    collider.writeLocal(local)
    placeFrame(collider.matrix, local, target)
  }

  /** Works out what the kind of collider needs to know of a frame. */
  private show(frame: Float64Array): void {
    if (frame !== this.frame) this.frame.set(frame)
    const { axes, scales } = this
    for (let c = 0; c < 3; c++) {
      const at = 3 * c
      const square = frame[at]! ** 2 + frame[at + 1]! ** 2 + frame[at + 2]! ** 2
      // A unit vector up to rounding stays as it is.
      const scale = Math.abs(square - 1) < 4 * Number.EPSILON ? 1 : Math.sqrt(square)
      scales[c] = scale
      for (let k = at; k < at + 3; k++) axes[k] = frame[k]! / scale
    }
    this.isSkewed = false
    for (let c = 0; c < 3; c++) {
      const a = 3 * c
      const b = (a + 3) % ORIGIN
      const cosine = axes[a]! * axes[b]! + axes[a + 1]! * axes[b + 1]! + axes[a + 2]! * axes[b + 2]!
      if (Math.abs(cosine) > SQUARE) this.isSkewed = true
    }
    this.collider.shapeAt(this)
  }
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false
  return true
}

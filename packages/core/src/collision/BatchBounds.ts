/**
 * Bounds of batches of particles, and of their ways since the start of the substep: a body that is
 * far from the cloth costs one comparison, and one that is far from a batch costs one for it.
 */
import type { ColliderPose } from './ColliderPose.js'
import { batchesOf, type ContactBatch, type ContactParticles } from './ContactParticles.js'
import type { Frame } from './frames.js'
import { BATCH } from './Probe.js'

/** Least and greatest xyz. */
const SIDES = 6

export class BatchBounds {
  /** Where particles are, per batch and then of all, m. */
  private readonly boxes: Float64Array
  /** Where they were at the start of the substep. */
  private readonly starts: Float64Array
  private readonly swept = new Float64Array(SIDES)
  private readonly whole: number
  private startsAreKnown = false

  constructor(private readonly particles: ContactParticles) {
    this.whole = SIDES * batchesOf(particles.count)
    this.boxes = new Float64Array(this.whole + SIDES)
    this.starts = new Float64Array(this.whole + SIDES)
  }

  /** Particles have been put elsewhere: where they were is no place that they came from. */
  forget(): void {
    this.startsAreKnown = false
  }

  /** Before contacts: looks where particles are. */
  begin(): void {
    this.particles.writeBounds(this.boxes)
    this.unite()
  }

  /** After contacts: this is where the next substep starts. */
  end(): void {
    this.unite()
    this.starts.set(this.boxes)
    this.startsAreKnown = true
  }

  /** Puts the bounds of a batch around where its particles are now. */
  fit(first: number, batch: ContactBatch): void {
    const { boxes } = this
    const at = (SIDES * first) / BATCH
    boxes.fill(Infinity, at, at + 3)
    boxes.fill(-Infinity, at + 3, at + SIDES)
    this.extend(first, batch)
  }

  /** Widens the bounds of a batch to where its particles are now. */
  extend(first: number, { points, count }: ContactBatch): void {
    const { boxes } = this
    const at = (SIDES * first) / BATCH
    for (let i = 0; i < 3 * count; i += 3) {
      for (let k = 0; k < 3; k++) {
        const x = points[i + k]!
        if (x < boxes[at + k]!) boxes[at + k] = x
        if (x > boxes[at + 3 + k]!) boxes[at + 3 + k] = x
      }
    }
  }

  /** May a particle of the cloth come nearer to a body than the gap on its way? */
  clothMayTouch(pose: ColliderPose): boolean {
    return this.mayTouch(pose, this.whole)
  }

  /** The same for one batch. */
  batchMayTouch(pose: ColliderPose, first: number): boolean {
    return this.mayTouch(pose, (SIDES * first) / BATCH)
  }

  /** The same for what lies between particles of several batches. */
  batchesMayTouch(pose: ColliderPose, firsts: readonly number[]): boolean {
    if (!this.startsAreKnown) return true
    this.forgetWays()
    for (let b = 0; b < firsts.length; b++) this.addWay(pose, (SIDES * firsts[b]!) / BATCH)
    return pose.collider.mayTouch(pose, this.swept)
  }

  private mayTouch(pose: ColliderPose, at: number): boolean {
    // Where they came from is not known: better look.
    if (!this.startsAreKnown) return true
    this.forgetWays()
    this.addWay(pose, at)
    return pose.collider.mayTouch(pose, this.swept)
  }

  private forgetWays(): void {
    this.swept.fill(Infinity, 0, 3)
    this.swept.fill(-Infinity, 3)
  }

  private addWay(pose: ColliderPose, at: number): void {
    const { boxes, starts, swept } = this
    for (let k = 0; k < 3; k++) {
      swept[k] = Math.min(swept[k]!, boxes[at + k]!, starts[at + k]!)
      swept[3 + k] = Math.max(swept[3 + k]!, boxes[at + 3 + k]!, starts[at + 3 + k]!)
    }
    // As the body sees it they have moved against its own motion, too.
    if (pose.isMoving) addMoved(pose.motion, starts, at, swept)
  }

  private unite(): void {
    const { boxes, whole } = this
    for (let k = 0; k < 3; k++) {
      boxes[whole + k] = Infinity
      boxes[whole + 3 + k] = -Infinity
      for (let at = k; at < whole; at += SIDES) {
        boxes[whole + k] = Math.min(boxes[whole + k]!, boxes[at]!)
        boxes[whole + 3 + k] = Math.max(boxes[whole + 3 + k]!, boxes[at + 3]!)
      }
    }
  }
}

/** Widens `out` to the bounds of the image of a box. */
function addMoved(motion: Frame, boxes: Float64Array, at: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    let middle = motion[9 + k]!
    let extent = 0
    for (let c = 0; c < 3; c++) {
      const low = boxes[at + c]!
      const high = boxes[at + 3 + c]!
      middle += (motion[3 * c + k]! * (low + high)) / 2
      extent += (Math.abs(motion[3 * c + k]!) * (high - low)) / 2
    }
    out[k] = Math.min(out[k]!, middle - extent)
    out[3 + k] = Math.max(out[3 + k]!, middle + extent)
  }
}

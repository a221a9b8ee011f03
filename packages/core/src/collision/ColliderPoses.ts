/**
 * The colliders of one cloth as it sees them: in line with the list of those there are, spread over the
 * substeps of a step, and remembered from one to the next.
 */
import { ColliderPose } from './ColliderPose.js'
import type { Collider } from './colliders/Collider.js'

/** Numbers that are kept of a collider. */
const SEEN = 13

/** Of a step that begins: that of a substep and its own (s), and steps to come. */
export interface StepLengths {
  readonly dt: number
  readonly step: number
  /** In this frame, this one included. */
  readonly stepsLeft: number
}

/** What a cloth has done to a collider. */
export interface ColliderContact {
  /** Particles that touched it in the last substep, and triangles where these count. */
  readonly count: number
  /** Mean force of the cloth on the collider over the last step, N. */
  readonly force: readonly [number, number, number]
}

export class ColliderPoses {
  poses: readonly ColliderPose[] = []
  /** s */
  private timeStep = 1
  /** Share of the step that a substep is, and that of what is over. */
  private share = 1
  private elapsed = 0

  /** @param colliders the array may change between steps */
  constructor(
    private readonly colliders: readonly Collider[],
    private readonly particleCount: number,
  ) {}

  /** Looks where the bodies are; their ways are spread over the steps that are left in this frame. */
  beginStep({ dt, step, stepsLeft }: StepLengths): void {
    this.timeStep = step
    this.share = dt / step
    this.elapsed = 0
    this.meet()
    for (let c = 0; c < this.poses.length; c++) this.poses[c]!.beginStep(stepsLeft)
  }

  /** Moves bodies on by a substep. */
  beginSubstep(last: boolean): void {
    this.elapsed += this.share
    for (let c = 0; c < this.poses.length; c++) {
      const pose = this.poses[c]!
      pose.share = last ? 1 : this.elapsed
      pose.beginSubstep()
    }
  }

  /** Bodies have always been where they are. */
  forgetMotion(): void {
    for (const pose of this.poses) pose.forget()
  }

  /** Where the bodies were seen last and whether something was inside, 13 numbers each, for snapshots. */
  get lastSeen(): Float64Array {
    this.meet()
    const seen = new Float64Array(SEEN * this.poses.length)
    this.poses.forEach((pose, n) => {
      seen.set(pose.lastSeen, SEEN * n)
      seen[SEEN * n + SEEN - 1] = pose.hasInside ? 1 : 0
    })
    return seen
  }

  /** What is of other colliders is left out. */
  set lastSeen(seen: Float64Array) {
    this.meet()
    this.forgetMotion()
    if (seen.length !== SEEN * this.poses.length) return
    this.poses.forEach((pose, n) => {
      pose.lastSeen = seen.subarray(SEEN * n, SEEN * n + SEEN - 1)
      pose.hasInside = seen[SEEN * n + SEEN - 1] !== 0
    })
  }

  /** What the cloth has done to a collider in the last step. */
  contactOf(collider: Collider): ColliderContact {
    const pose = this.poses.find((each) => each.collider === collider)
    if (!pose) return { count: 0, force: [0, 0, 0] }
    // Nothing is 0, not −0.
    const force = Array.from(pose.impulse, (impulse) => impulse / this.timeStep + 0)
    return { count: pose.contacts, force: [force[0]!, force[1]!, force[2]!] }
  }

  /** Brings the poses in line with the list of colliders. */
  private meet(): void {
    const { colliders, poses } = this
    let isSame = colliders.length === poses.length
    for (let c = 0; isSame && c < colliders.length; c++)
      isSame = poses[c]!.collider === colliders[c]
    if (isSame) return
    const known = new Map(poses.map((pose) => [pose.collider, pose]))
    this.poses = colliders.map(
      (collider) => known.get(collider) ?? new ColliderPose(collider, this.particleCount),
    )
  }
}

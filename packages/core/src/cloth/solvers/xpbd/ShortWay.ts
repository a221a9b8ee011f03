/**
 * What bounds lengths moves cloth no farther than it came. The lengths that a limit allows are a convex
 * set, and the nearest place in it is never farther from where the cloth was than where it went
 * (projections on convex sets do not expand). Passes that aim below a limit find another place: in thin
 * cells, where a little less length is much of an angle, one many times as far away, and energy would
 * come from nowhere. Between where the cloth was and there everything is within the limit, too, so it
 * goes as far towards it as it may.
 *
 * Pins that all move alike take the set with them. If they do not, there is no way to compare with.
 */
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class ShortWay {
  /** Bases at the start of the step, m. */
  private readonly starts: Float32Array
  /** Offsets before lengths were bounded, m. */
  private readonly went: Float32Array
  private readonly ownBases: Float32Array
  private readonly ownOffsets: Float32Array
  /** Velocity of pins, m/s. */
  private readonly drive = new Float64Array(3)

  constructor(private readonly memory: XpbdMemory) {
    const { particles, offsets, predicted } = memory
    // With the one that is nobody's, which empty places in lists are tied to.
    this.ownBases = particles.subarray(0, predicted.length + STRIDE)
    this.ownOffsets = offsets.subarray(0, predicted.length)
    this.starts = this.ownBases.slice()
    this.went = this.ownOffsets.slice()
  }

  beginStep(): void {
    this.starts.set(this.ownBases)
  }

  /** Lengths are about to be bounded. */
  mark(): void {
    this.went.set(this.ownOffsets)
  }

  /**
   * Shortens the way since the start of a substep.
   *
   * @param held particles that pins move
   * @param dt length of the substep, s
   */
  shortenSubstep(held: readonly number[], dt: number): void {
    const share = this.share(this.ownBases, held, dt)
    if (share < 1) this.scale(this.ownBases, dt, share)
  }

  /**
   * Shortens the way since the start of the step.
   *
   * @param isAllowed whether a cloth whose particles are at these bases is within the limit
   */
  shortenStep(
    held: readonly number[],
    timeStep: number,
    isAllowed: (bases: Float32Array) => boolean,
  ): void {
    const { starts } = this
    const share = this.share(starts, held, timeStep)
    if (share < 1 && isAllowed(starts)) this.scale(starts, timeStep, share)
  }

  /** As much of the way as makes it as long as it was, as root of the mean square by mass. */
  private share(starts: Float32Array, held: readonly number[], seconds: number): number {
    if (!this.pinsMoveAlike(held)) return 1
    const { went, drive } = this
    const { particles, offsets, predicted } = this.memory
    let before = 0
    let after = 0
    for (let i = 0; i < predicted.length; i += STRIDE) {
      const inverseMass = particles[i + 3]!
      if (!(inverseMass > 0)) continue
      for (let k = 0; k < 3; k++) {
        const start = starts[i + k]! - particles[i + k]! + seconds * drive[k]!
        before += (went[i + k]! - start) ** 2 / inverseMass
        after += (offsets[i + k]! - start) ** 2 / inverseMass
      }
    }
    return after > before ? Math.sqrt(before / after) : 1
  }

  private scale(starts: Float32Array, seconds: number, share: number): void {
    const { drive } = this
    const { particles, offsets, predicted } = this.memory
    for (let i = 0; i < predicted.length; i += STRIDE) {
      if (!(particles[i + 3]! > 0)) continue
      for (let k = 0; k < 3; k++) {
        const start = starts[i + k]! - particles[i + k]! + seconds * drive[k]!
        offsets[i + k] = start + share * (offsets[i + k]! - start)
      }
    }
  }

  /** Takes over the velocity of pins. Returns whether all have the same. */
  private pinsMoveAlike(held: readonly number[]): boolean {
    const { drive } = this
    const { velocities, particles } = this.memory
    drive.fill(0)
    let isFirst = true
    for (let h = 0; h < held.length; h++) {
      const i = STRIDE * held[h]!
      // In a hand it is free.
      if (particles[i + 3] !== 0) continue
      for (let k = 0; k < 3; k++) {
        if (isFirst) drive[k] = velocities[i + k]!
        else if (drive[k] !== velocities[i + k]) return false
      }
      isFirst = false
    }
    return true
  }
}

/**
 * Where passes do not bring cloth within its limit, as in cells that are long and thin, it keeps the
 * shape of before, as far as it must. At the start of the step it was within the limit; moved as a
 * whole to where it went (the rotation that fits best: Müller et al. 2016, "A robust method to extract
 * the rotational part of deformations"), it still is. The lengths that a limit allows are a convex set,
 * so on the straight way from there to what passes left there is a last place that is within, too.
 * Nothing is compressed, which would come back as energy from nowhere.
 */
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/** Rounds of the rotation; each leaves a small share of the angle. */
const ROTATION_ROUNDS = 30

/** Bits of the way that is found by halving. */
const HALVINGS = 10

/** Of what a rotation is divided by. */
const TINY = 1e-30

export class ShapeBefore {
  /**
   * Bases at the start of the step, m; with the one that is nobody's, which empty places in lists are
   * tied to.
   */
  readonly bases: Float32Array
  private readonly ownBases: Float32Array
  /** Offsets that passes left, m; made when they are needed, which is hardly ever. */
  private left: Float32Array | undefined
  /** What the shape turns about: where it was, and where it is, m. */
  private readonly from = new Float64Array(3)
  private readonly to = new Float64Array(3)
  /** Unit quaternion, w last. */
  private readonly turn = new Float64Array(4)
  /** Sum of mass · now · beforeᵀ about the centres, column by column. */
  private readonly moments = new Float64Array(9)
  private readonly arm = new Float64Array(3)

  constructor(private readonly memory: XpbdMemory) {
    const { particles, predicted } = memory
    this.ownBases = particles.subarray(0, predicted.length + STRIDE)
    this.bases = this.ownBases.slice()
  }

  beginStep(): void {
    this.bases.set(this.ownBases)
  }

  /**
   * Goes back towards the shape of before, until the limit holds.
   *
   * @param pin particle that is held, or none
   * @param isWithin whether the limit holds for the particles as they are
   */
  keep(pin: number | undefined, isWithin: () => boolean): void {
    const { offsets, predicted } = this.memory
    this.findCentres(pin)
    this.findTurn()
    this.left ??= new Float32Array(predicted.length)
    this.left.set(offsets.subarray(0, predicted.length))
    let [kept, tooMuch] = [0, 1]
    for (let n = 0; n < HALVINGS; n++) {
      const share = (kept + tooMuch) / 2
      this.place(share)
      if (isWithin()) kept = share
      else tooMuch = share
    }
    this.place(kept)
  }

  /** The pin, or the centres of mass of what is free. */
  private findCentres(pin: number | undefined): void {
    const { bases, from, to } = this
    const { particles, offsets, particleCount } = this.memory
    for (let k = 0; k < 3; k++) {
      let [before, now, mass] = [0, 0, 0]
      for (let p = 0; p < particleCount; p++) {
        const i = STRIDE * p
        const own = pin === undefined ? 1 / particles[i + 3]! : p === pin ? 1 : 0
        // What is held or in reserve has no inverse mass.
        if (own === Infinity) continue
        before += own * bases[i + k]!
        now += own * (particles[i + k]! + offsets[i + k]!)
        mass += own
      }
      from[k] = before / mass
      to[k] = now / mass
    }
  }

  private findTurn(): void {
    const { bases, from, to, turn, moments, arm } = this
    const { particles, offsets, predicted } = this.memory
    moments.fill(0)
    for (let i = 0; i < predicted.length; i += STRIDE) {
      const inverseMass = particles[i + 3]!
      if (!(inverseMass > 0)) continue
      for (let k = 0; k < 3; k++) {
        const before = (bases[i + k]! - from[k]!) / inverseMass
        for (let j = 0; j < 3; j++)
          moments[3 * k + j]! += (particles[i + j]! + offsets[i + j]! - to[j]!) * before
      }
    }
    turn.set([0, 0, 0, 1])
    for (let round = 0; round < ROTATION_ROUNDS; round++) {
      // ω = Σ r × a / |Σ r · a| over the columns r of the rotation and a of the moments.
      let [x, y, z, along] = [0, 0, 0, 0]
      for (let k = 0; k < 3; k++) {
        arm.fill(0)
        arm[k] = 1
        this.rotate(arm)
        const [rx, ry, rz] = [arm[0]!, arm[1]!, arm[2]!]
        const [ax, ay, az] = [moments[3 * k]!, moments[3 * k + 1]!, moments[3 * k + 2]!]
        x += ry * az - rz * ay
        y += rz * ax - rx * az
        z += rx * ay - ry * ax
        along += rx * ax + ry * ay + rz * az
      }
      const share = 1 / (Math.abs(along) + TINY) / 2
      this.turnBy(share * x, share * y, share * z)
    }
  }

  /** Turns by the quaternion (x, y, z, 1), made a unit. */
  private turnBy(x: number, y: number, z: number): void {
    const { turn } = this
    const [a, b, c, w] = [turn[0]!, turn[1]!, turn[2]!, turn[3]!]
    turn[0] = a + x * w + y * c - z * b
    turn[1] = b + y * w + z * a - x * c
    turn[2] = c + z * w + x * b - y * a
    turn[3] = w - x * a - y * b - z * c
    let squared = 0
    for (let k = 0; k < 4; k++) squared += turn[k]! ** 2
    const length = Math.sqrt(squared)
    for (let k = 0; k < 4; k++) turn[k]! /= length
  }

  /** v + 2 q × (q × v + w v) */
  private rotate(v: Float64Array): void {
    const [x, y, z, w] = [this.turn[0]!, this.turn[1]!, this.turn[2]!, this.turn[3]!]
    const tx = y * v[2]! - z * v[1]! + w * v[0]!
    const ty = z * v[0]! - x * v[2]! + w * v[1]!
    const tz = x * v[1]! - y * v[0]! + w * v[2]!
    v[0]! += 2 * (y * tz - z * ty)
    v[1]! += 2 * (z * tx - x * tz)
    v[2]! += 2 * (x * ty - y * tx)
  }

  /** Puts particles on their way from the shape of before to what passes left. */
  private place(share: number): void {
    const { bases, from, to, arm, left } = this
    const { particles, offsets, predicted } = this.memory
    for (let i = 0; i < predicted.length; i += STRIDE) {
      if (!(particles[i + 3]! > 0)) continue
      for (let k = 0; k < 3; k++) arm[k] = bases[i + k]! - from[k]!
      this.rotate(arm)
      for (let k = 0; k < 3; k++) {
        const carried = to[k]! + arm[k]! - particles[i + k]!
        offsets[i + k] = carried + share * (left![i + k]! - carried)
      }
    }
  }
}

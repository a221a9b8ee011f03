/**
 * Contact of particles with particles: pairs that are too near get apart, and rub on each other.
 * Masses share a correction, so that momentum stays what it is. Friction is Coulomb's: it takes back
 * the way along each other in this substep, by friction times the correction at most (Macklin et al.
 * 2014, section 6.1).
 *
 * Particles that have gone through each other in the substep are put back on the sides they came
 * from. What was too near already at its start gets apart at a bounded speed, and that way does not
 * become velocity (split impulses, Catto 2006; Guendelman et al. 2003): so contacts take energy and
 * never add any, however much overlaps when they are switched on.
 */
import type { ParticleArray } from '../cloth/ClothState.js'
import { NearPairs, type NearSheet } from './NearPairs.js'

/**
 * m/s at which particles that are too near already get apart. Self-collision that is switched on in
 * a crumpled cloth unfolds it by a thickness of 5 mm in two frames, and throws nothing.
 */
export const RECOVERY_SPEED = 0.25

/** Passes over the pairs that touch. Each hands a push on to the next layer. */
const PASSES = 4

/** Passes end when all are apart up to this part of their distance. */
const TOLERANCE = 1e-5

/** Particles of all sheets, which follow each other. */
export interface Particles {
  /** xyz, m; now, and at the start of the substep. */
  readonly positions: ParticleArray
  readonly lastPositions: ParticleArray
  /** 1/kg; 0 for what cannot be moved. */
  readonly inverseMasses: Float64Array
  /** Part of the way in this substep that does not become velocity, m. */
  readonly recoveries: Float64Array
}

export class PairContacts {
  /** s */
  substep = 1 / 60
  /** Are there particles that have no room for their thickness yet? */
  isGrowing = false
  /** Pairs that touch. */
  count = 0
  readonly near: NearPairs
  /** Pairs that may touch in this substep, as places in the list of near ones. */
  private close = new Int32Array(64)
  private closeCount = 0
  /** Those of them that touch, and how far apart they have to come now, m. */
  private touching = new Int32Array(64)
  private targets = new Float64Array(64)
  /** How far apart they were at the start of the substep, m. */
  private starts = new Float64Array(64)
  /** How much of recovery near pairs of thin particles have in this substep, m; negative where that is not known. */
  private allowances = new Float64Array(0)
  /**
   * Of the pair that is looked at: direction, distance, shares of both, how far to move them, friction;
   * and the longest way of all. Numbers that are handed to functions would become objects.
   */
  private readonly apart = new Float64Array(9)
  /** In how many pairs a particle was too near already. */
  private readonly crowds: Uint16Array
  private readonly marks: Uint8Array

  constructor(
    sheets: readonly NearSheet[],
    private readonly particles: Particles,
  ) {
    this.near = new NearPairs(sheets)
    const { length } = particles.inverseMasses
    this.crowds = new Uint16Array(length)
    this.marks = new Uint8Array(length)
  }

  /** Thickness, or what touches what, has changed. */
  forget(): void {
    this.near.forget()
  }

  topologyChanged(): void {
    this.near.topologyChanged()
  }

  /**
   * Looks for pairs that are near enough to touch in this substep.
   *
   * @returns are there any?
   */
  find(): boolean {
    const { near, particles } = this
    const { positions } = particles
    near.update(positions)
    const { first, second, kept, count, reach } = near
    if (this.isGrowing) this.forgetAllowances()
    this.closeCount = 0
    for (let n = 0; n < count; n++) {
      const a = first[n]!
      const b = second[n]!
      const x = positions[a]! - positions[b]!
      const y = positions[a + 1]! - positions[b + 1]!
      const z = positions[a + 2]! - positions[b + 2]!
      const distance = kept[n]! + reach
      if (!(x * x + y * y + z * z < distance * distance)) continue
      if (this.closeCount === this.close.length) this.grow()
      this.close[this.closeCount++] = n
    }
    return this.closeCount > 0
  }

  /**
   * Puts apart what `find` has found, where it is too near by now.
   *
   * @returns how many particles were moved
   */
  separate(): number {
    this.detect()
    if (this.count === 0) return 0
    this.aim()
    this.measureWays()
    for (let pass = 0; pass < PASSES && this.push(); pass++);
    return this.shorten()
  }

  /** The nth end of the pairs that touch, as offset of its first coordinate; there are two per pair. */
  end(n: number): number {
    const { near, touching } = this
    return (n % 2 === 0 ? near.first : near.second)[touching[n >> 1]!]!
  }

  /** Lists the close pairs that are too near. */
  private detect(): void {
    const { near, close, closeCount, touching } = this
    const { positions, inverseMasses } = this.particles
    const { first, second, kept } = near
    this.count = 0
    for (let c = 0; c < closeCount; c++) {
      const n = close[c]!
      const a = first[n]!
      const b = second[n]!
      const x = positions[a]! - positions[b]!
      const y = positions[a + 1]! - positions[b + 1]!
      const z = positions[a + 2]! - positions[b + 2]!
      const distance = kept[n]!
      if (!(x * x + y * y + z * z < distance * distance)) continue
      if (inverseMasses[a / 3]! + inverseMasses[b / 3]! === 0) continue
      touching[this.count++] = n
    }
  }

  private grow(): void {
    const length = 2 * this.close.length
    const close = new Int32Array(length)
    close.set(this.close)
    this.close = close
    this.touching = new Int32Array(length)
    this.targets = new Float64Array(length)
    this.starts = new Float64Array(length)
  }

  /**
   * How far apart each pair has to come: to where it was at the start of the substep, and what was too
   * near then by a share of the way that recovery has. That falls with the number of others that push
   * the same particle, and with what has pushed the pair together in this substep: else recovery
   * would wind up constraints that pull against it.
   *
   * Where particles are thin for want of room (see `Thickening`), whatever moves them against each other
   * counts, and before colliders have acted: there everything is pressed from all sides.
   */
  private aim(): void {
    const { near, touching, targets, starts, count, crowds } = this
    const { lastPositions } = this.particles
    for (let t = 0; t < count; t++) {
      const n = touching[t]!
      const a = near.first[n]!
      const b = near.second[n]!
      const x = lastPositions[a]! - lastPositions[b]!
      const y = lastPositions[a + 1]! - lastPositions[b + 1]!
      const z = lastPositions[a + 2]! - lastPositions[b + 2]!
      starts[t] = Math.sqrt(x * x + y * y + z * z)
      if (starts[t]! >= near.kept[n]!) continue
      crowds[a / 3]!++
      crowds[b / 3]!++
    }
    const recovery = RECOVERY_SPEED * this.substep
    for (let t = 0; t < count; t++) {
      const n = touching[t]!
      const a = near.first[n]!
      const b = near.second[n]!
      const crowd = Math.max(1, crowds[a / 3]!, crowds[b / 3]!)
      this.measure(a, b)
      let allowance = this.isGrowing && near.isThin(n) ? this.allowances[n]! : -1
      if (allowance < 0) {
        const against =
          this.isGrowing && near.isThin(n) ? this.wayBetween(a, b) : starts[t]! - this.apart[3]!
        allowance = Math.max(0, recovery / crowd - Math.max(0, against))
        if (this.isGrowing) this.allowances[n] = allowance
      }
      targets[t] = Math.min(near.kept[n]!, starts[t]! + allowance)
    }
    for (let t = 0; t < count; t++) {
      const n = touching[t]!
      crowds[near.first[n]! / 3] = 0
      crowds[near.second[n]! / 3] = 0
    }
  }

  private forgetAllowances(): void {
    const { count, first } = this.near
    if (this.allowances.length < count) this.allowances = new Float64Array(first.length)
    this.allowances.fill(-1, 0, count)
  }

  /** How far two particles have moved against each other in this substep, m. */
  private wayBetween(a: number, b: number): number {
    const { positions, lastPositions } = this.particles
    const x = positions[a]! - positions[b]! - (lastPositions[a]! - lastPositions[b]!)
    const y =
      positions[a + 1]! - positions[b + 1]! - (lastPositions[a + 1]! - lastPositions[b + 1]!)
    const z =
      positions[a + 2]! - positions[b + 2]! - (lastPositions[a + 2]! - lastPositions[b + 2]!)
    return Math.sqrt(x * x + y * y + z * z)
  }

  /**
   * One pass over the pairs that touch.
   *
   * @returns is any of them farther from its target than the tolerance?
   */
  private push(): boolean {
    const { near, touching, targets, starts, count, apart } = this
    const { inverseMasses } = this.particles
    let isFar = false
    for (let t = 0; t < count; t++) {
      const n = touching[t]!
      const a = near.first[n]!
      const b = near.second[n]!
      this.measure(a, b)
      const depth = targets[t]! - apart[3]!
      if (!(depth > 0)) continue
      if (depth > TOLERANCE * near.kept[n]!) isFar = true
      const wa = inverseMasses[a / 3]!
      const wb = inverseMasses[b / 3]!
      // Back to where they were is what they have lost of their speed; the rest is recovery.
      const lost = Math.max(0, Math.min(targets[t]!, starts[t]!) - apart[3]!)
      apart[4] = wa / (wa + wb)
      apart[5] = wb / (wa + wb)
      apart[6] = depth - lost
      if (depth > lost) this.recover(a, b)
      apart[6] = lost
      apart[7] = near.friction[n]!
      if (lost > 0) this.part(a, b)
    }
    return isFar
  }

  /** Direction from b to a, and how far a is beyond b in it: negative when they went through each other. */
  private measure(a: number, b: number): void {
    const { apart } = this
    const { positions, lastPositions } = this.particles
    const x = positions[a]! - positions[b]!
    const y = positions[a + 1]! - positions[b + 1]!
    const z = positions[a + 2]! - positions[b + 2]!
    let nx = lastPositions[a]! - lastPositions[b]!
    let ny = lastPositions[a + 1]! - lastPositions[b + 1]!
    let nz = lastPositions[a + 2]! - lastPositions[b + 2]!
    if (x * nx + y * ny + z * nz > 0) {
      nx = x
      ny = y
      nz = z
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    // From one point all directions lead away; up keeps the result finite.
    apart[0] = length > 0 ? nx / length : 0
    apart[1] = length > 0 ? ny / length : 1
    apart[2] = length > 0 ? nz / length : 0
    apart[3] = x * apart[0] + y * apart[1] + z * apart[2]
  }

  /** Moves two particles apart, each by its share, without changing their velocities. */
  private recover(a: number, b: number): void {
    const { apart } = this
    const { positions, recoveries } = this.particles
    for (let k = 0; k < 3; k++) {
      const d = apart[6]! * apart[k]!
      positions[a + k]! += apart[4]! * d
      positions[b + k]! -= apart[5]! * d
      recoveries[a + k]! += apart[4]! * d
      recoveries[b + k]! -= apart[5]! * d
    }
  }

  /** Moves two particles apart, each by its share, and rubs them against each other. */
  private part(a: number, b: number): void {
    const { apart } = this
    const { positions, lastPositions, recoveries } = this.particles
    const nx = apart[0]!
    const ny = apart[1]!
    const nz = apart[2]!
    const depth = apart[6]!
    const friction = apart[7]!
    let x = depth * nx
    let y = depth * ny
    let z = depth * nz
    if (friction > 0) {
      const wx =
        positions[a]! -
        lastPositions[a]! -
        recoveries[a]! -
        (positions[b]! - lastPositions[b]! - recoveries[b]!)
      const wy =
        positions[a + 1]! -
        lastPositions[a + 1]! -
        recoveries[a + 1]! -
        (positions[b + 1]! - lastPositions[b + 1]! - recoveries[b + 1]!)
      const wz =
        positions[a + 2]! -
        lastPositions[a + 2]! -
        recoveries[a + 2]! -
        (positions[b + 2]! - lastPositions[b + 2]! - recoveries[b + 2]!)
      const along = wx * nx + wy * ny + wz * nz
      const tx = wx - along * nx
      const ty = wy - along * ny
      const tz = wz - along * nz
      const slide = Math.sqrt(tx * tx + ty * ty + tz * tz)
      const held = slide <= friction * depth ? 1 : (friction * depth) / slide
      x -= held * tx
      y -= held * ty
      z -= held * tz
    }
    const shareA = apart[4]!
    const shareB = apart[5]!
    positions[a]! += shareA * x
    positions[a + 1]! += shareA * y
    positions[a + 2]! += shareA * z
    positions[b]! -= shareB * x
    positions[b + 1]! -= shareB * y
    positions[b + 2]! -= shareB * z
  }

  /** Longest way of a particle that touches in this substep so far, or that recovery has, squared. */
  private measureWays(): void {
    const { apart, count } = this
    const { positions, lastPositions, recoveries } = this.particles
    apart[8] = (RECOVERY_SPEED * this.substep) ** 2
    for (let e = 0; e < 2 * count; e++) {
      const i = this.end(e)
      const x = positions[i]! - lastPositions[i]! - recoveries[i]!
      const y = positions[i + 1]! - lastPositions[i + 1]! - recoveries[i + 1]!
      const z = positions[i + 2]! - lastPositions[i + 2]! - recoveries[i + 2]!
      const squared = x * x + y * y + z * z
      if (squared > apart[8]) apart[8] = squared
    }
  }

  /**
   * A last resort where many push the same particle: none leaves a contact faster than the fastest
   * has come into one.
   *
   * @returns how many particles touch
   */
  private shorten(): number {
    const { marks, apart, count } = this
    const { positions, lastPositions, recoveries, inverseMasses } = this.particles
    let touching = 0
    for (let e = 0; e < 2 * count; e++) {
      const i = this.end(e)
      if (marks[i / 3] !== 0 || inverseMasses[i / 3] === 0) continue
      marks[i / 3] = 1
      touching++
      const x = positions[i]! - lastPositions[i]! - recoveries[i]!
      const y = positions[i + 1]! - lastPositions[i + 1]! - recoveries[i + 1]!
      const z = positions[i + 2]! - lastPositions[i + 2]! - recoveries[i + 2]!
      const squared = x * x + y * y + z * z
      if (squared <= apart[8]!) continue
      const less = Math.sqrt(apart[8]! / squared) - 1
      positions[i]! += less * x
      positions[i + 1]! += less * y
      positions[i + 2]! += less * z
    }
    for (let e = 0; e < 2 * count; e++) marks[this.end(e) / 3] = 0
    return touching
  }
}

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
  /** Pairs that touch. */
  count = 0
  private readonly near: NearPairs
  /** Pairs that may touch in this substep, as places in the list of near ones. */
  private close = new Int32Array(64)
  private closeCount = 0
  /** Those of them that touch, and how far apart they have to come now, m. */
  private touching = new Int32Array(64)
  private targets = new Float64Array(64)
  /** How far apart they were at the start of the substep, m. */
  private starts = new Float64Array(64)
  /** Direction and distance of the pair that is looked at, m. */
  private readonly apart = new Float64Array(4)
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
    const way = this.longestWay()
    for (let pass = 0; pass < PASSES && this.push(); pass++);
    return this.shorten(way)
  }

  /** Calls back with each particle that touches another, as offset of its first coordinate. */
  forEachTouching(visit: (particle: number) => void): void {
    const { near, touching, count } = this
    for (let t = 0; t < count; t++) {
      visit(near.first[touching[t]!]!)
      visit(near.second[touching[t]!]!)
    }
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
      const against = Math.max(0, starts[t]! - this.apart[3]!)
      targets[t] = Math.min(near.kept[n]!, starts[t]! + Math.max(0, recovery / crowd - against))
    }
    for (let t = 0; t < count; t++) {
      const n = touching[t]!
      crowds[near.first[n]! / 3] = 0
      crowds[near.second[n]! / 3] = 0
    }
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
      const shareA = wa / (wa + wb)
      const shareB = wb / (wa + wb)
      if (depth > lost) this.recover(a, b, shareA, shareB, depth - lost)
      if (lost > 0) this.part(a, b, shareA, shareB, lost, near.friction[n]!)
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

  /** Moves two particles apart by `depth`, each by its share, without changing their velocities. */
  private recover(a: number, b: number, shareA: number, shareB: number, depth: number): void {
    const { positions, recoveries } = this.particles
    for (let k = 0; k < 3; k++) {
      const d = depth * this.apart[k]!
      positions[a + k]! += shareA * d
      positions[b + k]! -= shareB * d
      recoveries[a + k]! += shareA * d
      recoveries[b + k]! -= shareB * d
    }
  }

  /** Moves two particles apart by `depth`, each by its share, and rubs them against each other. */
  private part(
    a: number,
    b: number,
    shareA: number,
    shareB: number,
    depth: number,
    friction: number,
  ): void {
    const { apart } = this
    const { positions } = this.particles
    const nx = apart[0]!
    const ny = apart[1]!
    const nz = apart[2]!
    let x = depth * nx
    let y = depth * ny
    let z = depth * nz
    if (friction > 0) {
      const wx = this.wayOf(a) - this.wayOf(b)
      const wy = this.wayOf(a + 1) - this.wayOf(b + 1)
      const wz = this.wayOf(a + 2) - this.wayOf(b + 2)
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
    positions[a]! += shareA * x
    positions[a + 1]! += shareA * y
    positions[a + 2]! += shareA * z
    positions[b]! -= shareB * x
    positions[b + 1]! -= shareB * y
    positions[b + 2]! -= shareB * z
  }

  /** Longest way of a particle that touches in this substep so far, or that recovery has, m. */
  private longestWay(): number {
    let squared = (RECOVERY_SPEED * this.substep) ** 2
    this.forEachTouching((i) => {
      squared = Math.max(squared, this.squaredWay(i))
    })
    return Math.sqrt(squared)
  }

  private squaredWay(i: number): number {
    const x = this.wayOf(i)
    const y = this.wayOf(i + 1)
    const z = this.wayOf(i + 2)
    return x * x + y * y + z * z
  }

  /** Way of a coordinate in this substep that becomes velocity, m. */
  private wayOf(i: number): number {
    const { positions, lastPositions, recoveries } = this.particles
    return positions[i]! - lastPositions[i]! - recoveries[i]!
  }

  /**
   * A last resort where many push the same particle: none leaves a contact faster than the fastest
   * has come into one.
   *
   * @returns how many particles touch
   */
  private shorten(way: number): number {
    const { marks } = this
    const { positions, inverseMasses } = this.particles
    let touching = 0
    this.forEachTouching((i) => {
      if (marks[i / 3] !== 0 || inverseMasses[i / 3] === 0) return
      marks[i / 3] = 1
      touching++
      const squared = this.squaredWay(i)
      if (squared <= way * way) return
      const share = way / Math.sqrt(squared)
      for (let k = i; k < i + 3; k++) positions[k]! += (share - 1) * this.wayOf(k)
    })
    this.forEachTouching((i) => {
      marks[i / 3] = 0
    })
    return touching
  }
}

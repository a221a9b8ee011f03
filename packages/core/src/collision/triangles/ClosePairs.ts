/**
 * The pairs that may touch in a substep: each has the direction between its nearest points at the start, along
 * which it is pushed apart and, where that does not suffice, held apart.
 */
import type { Particles } from '../PairContacts.js'
import { grown } from './grown.js'

/** Passes that push apart, and rounds that shorten ways; the last of these leave nothing of them. */
const PASSES = 6
const ROUNDS = 16
const HALVINGS = 8

/**
 * Gap that is never lost, in parts of the distance of neighbouring particles: more than rounding to
 * single precision takes, and less than any cloth is thick.
 */
export const GAP = 1e-3

/** What is left of pushes that does not count, likewise: rounding would have them go on for ever. */
const REST = 1e-5

/** Numbers per pair: direction, distance, what is kept of it, friction. */
const GAPS = 3
const KEPT = 4
const FRICTION = 5
const NUMBERS = 6

/** Places per pair: four corners, as offsets of coordinates, and how many of these belong to the first. */
const ENDS = 4
const PLACES = 5

export class ClosePairs {
  count = 0
  private corners = new Int32Array(64 * PLACES)
  private numbers = new Float64Array(64 * NUMBERS)
  /** When pairs were looked at and found apart, and when particles were moved: a pair that none has moved still is. */
  private looked = new Int32Array(64)
  private readonly moved: Int32Array
  private time = 0
  /** Positions after the last push, m, and whether there was none yet. */
  private readonly places: Float64Array
  private isNew = true
  /** How much of its way each particle goes. */
  private readonly shares: Float64Array
  /** In how many pairs that are too near each particle is. */
  private readonly crowds: Uint16Array

  constructor(
    private readonly particles: Particles,
    private readonly spacing: number,
  ) {
    const count = particles.positions.length / 3
    this.places = new Float64Array(3 * count)
    this.moved = new Int32Array(count)
    this.shares = new Float64Array(count)
    this.crowds = new Uint16Array(count)
  }

  clear(): void {
    this.count = 0
    this.time = 0
    this.isNew = true
    this.moved.fill(0)
  }

  /** Offset of the first coordinate of the nth pair's corner c, from 0 to 3. */
  corner(n: number, c: number): number {
    return this.corners[PLACES * n + c]!
  }

  /**
   * @param pairs where four corners are, from a place on
   * @param isEdges whether it is two edges, and not a vertex and a triangle
   * @param direction from the second to the first, of length 1
   * @param kept how far they are kept apart, m
   */
  add(
    pairs: Int32Array,
    at: number,
    isEdges: boolean,
    direction: Float64Array,
    gap: number,
    kept: number,
    friction: number,
  ): void {
    const n = this.count++
    if (n === this.looked.length) {
      this.looked = grown(this.looked, new Int32Array(2 * n))
      this.corners = grown(this.corners, new Int32Array(2 * n * PLACES))
      this.numbers = grown(this.numbers, new Float64Array(2 * n * NUMBERS))
    }
    const { corners, numbers } = this
    for (let c = 0; c < 4; c++) corners[PLACES * n + c] = pairs[at + c]!
    corners[PLACES * n + ENDS] = isEdges ? 2 : 1
    for (let k = 0; k < 3; k++) numbers[NUMBERS * n + k] = direction[k]!
    numbers[NUMBERS * n + GAPS] = gap
    numbers[NUMBERS * n + KEPT] = kept
    numbers[NUMBERS * n + FRICTION] = friction
  }

  /**
   * What is too near already gets apart slowly: particles by a share of the way that recovery has, the more
   * pairs push them, the less by each.
   *
   * @param recovery the way that it has in this substep, m
   */
  bound(recovery: number): void {
    const { count, corners, numbers, crowds } = this
    for (let n = 0; n < count; n++) {
      if (numbers[NUMBERS * n + GAPS]! >= numbers[NUMBERS * n + KEPT]!) continue
      for (let c = 0; c < 4; c++) crowds[corners[PLACES * n + c]! / 3]!++
    }
    for (let n = 0; n < count; n++) {
      const gap = numbers[NUMBERS * n + GAPS]!
      const kept = numbers[NUMBERS * n + KEPT]!
      if (gap >= kept) continue
      let crowd = 1
      for (let c = 0; c < 4; c++) crowd = Math.max(crowd, crowds[corners[PLACES * n + c]! / 3]!)
      numbers[NUMBERS * n + KEPT] = Math.min(kept, gap + recovery / crowd)
    }
    for (let n = 0; n < count; n++)
      for (let c = 0; c < 4; c++) crowds[corners[PLACES * n + c]! / 3] = 0
  }

  /** Pushes all apart. Returns whether anything was pushed. */
  push(): boolean {
    const { places, moved, isNew } = this
    const { positions } = this.particles
    if (isNew) this.looked.fill(-1, 0, this.count)
    else {
      // Colliders may have moved some since.
      const now = ++this.time
      for (let i = 0; i < places.length; i++)
        if (positions[i] !== places[i]) moved[(i / 3) | 0] = now
    }
    let pushed = false
    for (let pass = 0; pass < PASSES && this.pushOnce(); pass++) pushed = true
    for (let i = 0; i < places.length; i++) places[i] = positions[i]!
    this.isNew = false
    return pushed
  }

  /** One pass: corners of the one against corners of the other. */
  private pushOnce(): boolean {
    const { count, corners, numbers, looked, moved } = this
    const least = REST * this.spacing
    let pushed = false
    for (let n = 0; n < count; n++) {
      const at = PLACES * n
      const last = looked[n]!
      if (
        moved[corners[at]! / 3]! < last &&
        moved[corners[at + 1]! / 3]! < last &&
        moved[corners[at + 2]! / 3]! < last &&
        moved[corners[at + 3]! / 3]! < last
      )
        continue
      const gap = numbers[NUMBERS * n + GAPS]!
      const kept = numbers[NUMBERS * n + KEPT]!
      // Nothing is left where all of it is needed to stay on its side.
      const rest = Math.min(least, (kept - Math.min(gap, GAP * this.spacing)) / 100)
      if (this.heightOf(n) < kept - rest) {
        const ends = corners[at + ENDS]!
        for (let p = at; p < at + ends; p++)
          for (let q = at + ends; q < at + 4; q++)
            if (this.pushCorners(n, corners[p]!, corners[q]!, rest)) pushed = true
      }
      looked[n] = ++this.time
    }
    return pushed
  }

  private pushCorners(n: number, a: number, b: number, rest: number): boolean {
    const { numbers, moved } = this
    const { positions, lastPositions, recoveries, inverseMasses } = this.particles
    const nx = numbers[NUMBERS * n]!
    const ny = numbers[NUMBERS * n + 1]!
    const nz = numbers[NUMBERS * n + 2]!
    const height =
      (positions[a]! - positions[b]!) * nx +
      (positions[a + 1]! - positions[b + 1]!) * ny +
      (positions[a + 2]! - positions[b + 2]!) * nz
    const depth = numbers[NUMBERS * n + KEPT]! - height
    const wa = inverseMasses[a / 3]!
    const wb = inverseMasses[b / 3]!
    if (!(depth > rest) || wa + wb === 0) return false
    const shareA = wa / (wa + wb)
    const shareB = wb / (wa + wb)
    // What was too near already gets apart without becoming velocity.
    const lost = Math.max(0, Math.min(depth, numbers[NUMBERS * n + GAPS]! - height))
    const back = depth - lost
    recoveries[a]! += shareA * back * nx
    recoveries[a + 1]! += shareA * back * ny
    recoveries[a + 2]! += shareA * back * nz
    recoveries[b]! -= shareB * back * nx
    recoveries[b + 1]! -= shareB * back * ny
    recoveries[b + 2]! -= shareB * back * nz
    let x = depth * nx
    let y = depth * ny
    let z = depth * nz
    const friction = numbers[NUMBERS * n + FRICTION]!
    if (friction > 0 && lost > 0) {
      const wx = positions[a]! - lastPositions[a]! - (positions[b]! - lastPositions[b]!)
      const wy =
        positions[a + 1]! - lastPositions[a + 1]! - (positions[b + 1]! - lastPositions[b + 1]!)
      const wz =
        positions[a + 2]! - lastPositions[a + 2]! - (positions[b + 2]! - lastPositions[b + 2]!)
      const along = wx * nx + wy * ny + wz * nz
      const tx = wx - along * nx
      const ty = wy - along * ny
      const tz = wz - along * nz
      const slide = Math.sqrt(tx * tx + ty * ty + tz * tz)
      const held = slide <= friction * lost ? 1 : (friction * lost) / slide
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
    // The pair that moves them looks at them again.
    moved[a / 3] = this.time + 1
    moved[b / 3] = this.time + 1
    return true
  }

  /** Where pairs are not apart yet, shortens the ways of their corners until all are. Returns whether any was. */
  shorten(): boolean {
    const { count, corners, numbers, shares } = this
    const { positions, lastPositions, recoveries, inverseMasses } = this.particles
    const least = GAP * this.spacing
    for (let round = 0; round < ROUNDS; round++) {
      let cut = 0
      for (let n = 0; n < count; n++) {
        if (this.heightOf(n) >= Math.min(numbers[NUMBERS * n + GAPS]!, least) * (1 - 1e-6)) continue
        for (let c = 0; c < 4; c++) {
          const i = corners[PLACES * n + c]!
          if (inverseMasses[i / 3] === 0) continue
          shares[i / 3] = 1
          cut++
        }
      }
      if (cut === 0) return round > 0
      const left = round < HALVINGS ? 0.5 : 0
      for (let p = 0; p < shares.length; p++) {
        if (shares[p] === 0) continue
        shares[p] = 0
        for (let i = 3 * p; i < 3 * p + 3; i++) {
          positions[i] = lastPositions[i]! + left * (positions[i]! - lastPositions[i]!)
          recoveries[i]! *= left
        }
      }
    }
    return true
  }

  /** How far the two of a pair are apart along its direction now, m. */
  private heightOf(n: number): number {
    const { corners, numbers } = this
    const { positions } = this.particles
    const at = PLACES * n
    const nx = numbers[NUMBERS * n]!
    const ny = numbers[NUMBERS * n + 1]!
    const nz = numbers[NUMBERS * n + 2]!
    const a = corners[at]!
    const b = corners[at + 1]!
    const c = corners[at + 2]!
    const d = corners[at + 3]!
    const p = positions[a]! * nx + positions[a + 1]! * ny + positions[a + 2]! * nz
    const q = positions[b]! * nx + positions[b + 1]! * ny + positions[b + 2]! * nz
    const r = positions[c]! * nx + positions[c + 1]! * ny + positions[c + 2]! * nz
    const s = positions[d]! * nx + positions[d + 1]! * ny + positions[d + 2]! * nz
    const high = r > s ? r : s
    if (corners[at + ENDS] === 2) return (p < q ? p : q) - high
    return p - (q > high ? q : high)
  }
}

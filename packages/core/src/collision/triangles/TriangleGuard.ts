/**
 * Layers that cannot pass through each other, however thin: vertices against triangles and edges
 * against edges, over the whole way of a substep. It is the last stage, after constraints, pairs of
 * particles and colliders.
 *
 * Two convex things that are apart at the start of a substep are apart along the direction between
 * their nearest points. If they are so along the same direction at its end, all the way was free of
 * contact, since every corner moves on a straight line (separating axis; the planes of Wu et al. 2020
 * and of "Penetration-free projective dynamics", Lan et al. 2022, are between the same points). So
 * each pair keeps its direction for the substep: particles are pushed apart along it, with masses and
 * friction, and where passes do not get there in time, those in the way go a part of their way only,
 * at worst none of it. That always ends free of crossings if it began so.
 */
import type { GuardedLayer, LayerGuard, NearParts } from '../Layers.js'
import type { Particles } from '../PairContacts.js'
import { fromEdge, fromTriangle } from './closest.js'
import { Room } from './Room.js'
import { PAIR, TrianglePairs } from './TrianglePairs.js'

/** Way that particles may move against each other before pairs are searched again, likewise. */
const MARGIN = 0.25

/** Room in that for what the guard itself moves. */
const OWN_ROOM = 0.02

/**
 * Gap that is never lost, in parts of the distance of neighbouring particles: more than rounding to
 * single precision takes, and less than any cloth is thick.
 */
const GAP = 1e-3

/** Passes that push apart, and rounds that shorten ways; the last of these leave nothing of them. */
const PASSES = 6
const ROUNDS = 16
const HALVINGS = 8

/** Nearer than this they touch, and no direction leads apart, in parts of neighbours' distance. */
const TOUCHING = 1e-7

export class TriangleGuard implements LayerGuard {
  substep = 1 / 60
  private readonly list: TrianglePairs
  private readonly spacing: number
  /** Positions at the search, m, and the bounds of all ways since: low and high x, y, z. */
  private readonly places: Float64Array
  private readonly bounds = new Float64Array(6)
  private margin = 0
  private known = false
  /** Pairs that may touch in this substep: their places in the list, direction, distance, what is kept. */
  private close = new Int32Array(64)
  private directions = new Float64Array(64 * 3)
  private gaps = new Float64Array(64)
  private kept = new Float64Array(64)
  private count = 0
  /** How much of its way each particle goes. */
  private readonly shares: Float64Array
  private readonly room: Room
  /** In how many pairs that are too near each particle is. */
  private readonly crowds: Uint16Array
  private readonly apart = new Float64Array(3)
  /** Of the pair that is looked at. */
  private friction = 0

  constructor(
    layers: readonly GuardedLayer[],
    private readonly particles: Particles,
    guardsOthers: boolean,
  ) {
    this.list = new TrianglePairs(layers, guardsOthers)
    this.spacing = layers.reduce((least, { sheet }) => Math.min(least, ...sheet.cell), Infinity)
    this.places = new Float64Array(particles.positions.length)
    const count = particles.positions.length / 3
    this.shares = new Float64Array(count)
    this.room = new Room(layers, count)
    this.crowds = new Uint16Array(count)
  }

  forget(): void {
    this.known = false
    this.room.look()
  }

  topologyChanged(): void {
    this.list.topologyChanged()
    this.forget()
  }

  near(): NearParts {
    const { list, places } = this
    list.compareSheets()
    places.set(this.particles.positions)
    list.find(places, list.farthest)
    return list
  }

  begin(): boolean {
    this.update()
    this.select()
    return this.count > 0
  }

  push(): boolean {
    let pushed = false
    for (let pass = 0; pass < PASSES && this.pushOnce(); pass++) pushed = true
    return pushed
  }

  finish(): boolean {
    this.stayInBounds()
    return this.shorten()
  }

  /** Sees to it that all pairs are listed that can touch on the ways of this substep. */
  private update(): void {
    const { positions, lastPositions } = this.particles
    const { places, spacing, list } = this
    if (!this.known) list.compareSheets()
    if (this.known && this.measure(positions, this.measure(lastPositions, 0)) <= this.margin) return
    places.set(lastPositions)
    const motion = this.measure(positions, this.measure(lastPositions, 0))
    this.margin = Math.max(MARGIN * spacing, 1.5 * motion)
    list.find(places, this.margin + list.farthest)
    this.known = true
  }

  /**
   * How much two particles may have moved against each other since the search, m.
   *
   * @param more not 0: the bounds so far are extended
   */
  private measure(positions: ArrayLike<number>, more: number): number {
    const { bounds, places } = this
    const room = OWN_ROOM * this.spacing
    if (more === 0) bounds.fill(Infinity, 0, 3).fill(-Infinity, 3)
    for (let i = 0; i < places.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const moved = positions[i + k]! - places[i + k]!
        if (moved - room < bounds[k]!) bounds[k] = moved - room
        if (moved + room > bounds[3 + k]!) bounds[3 + k] = moved + room
      }
    }
    return Math.hypot(bounds[3]! - bounds[0]!, bounds[4]! - bounds[1]!, bounds[5]! - bounds[2]!)
  }

  /** Lists the pairs that the bounds of ways let touch, each with its direction at the start. */
  private select(): void {
    const { list, spacing, apart } = this
    const { lastPositions } = this.particles
    const { pairs, distances } = list
    const { bounds } = this
    const way = Math.hypot(
      bounds[3]! - bounds[0]!,
      bounds[4]! - bounds[1]!,
      bounds[5]! - bounds[2]!,
    )
    this.count = 0
    for (let n = 0; n < list.count; n++) {
      const at = PAIR * n
      const kept = this.room.of(pairs, at) * list.wholeDistance(n)
      if (distances[n]! > way + kept) continue
      const [a, b, c, d] = [pairs[at]!, pairs[at + 1]!, pairs[at + 2]!, pairs[at + 3]!]
      if (pairs[at + 4] === 1) fromEdge(lastPositions, a, b, c, d, apart)
      else fromTriangle(lastPositions, a, b, c, d, apart)
      const gap = Math.sqrt(apart[0]! ** 2 + apart[1]! ** 2 + apart[2]! ** 2)
      if (!(gap > TOUCHING * spacing)) continue
      if (this.count === this.close.length) this.grow()
      this.close[this.count] = n
      for (let k = 0; k < 3; k++) this.directions[3 * this.count + k] = apart[k]! / gap
      this.gaps[this.count] = gap
      this.kept[this.count++] = Math.max(kept, Math.min(gap, GAP * spacing))
    }
    this.bound()
  }

  /**
   * What is too near already gets apart slowly: particles by a share of the way that recovery has, the more
   * pairs push them, the less by each.
   */
  private bound(): void {
    const { list, close, count, gaps, kept, crowds } = this
    const { pairs } = list
    for (let n = 0; n < count; n++) {
      if (gaps[n]! >= kept[n]!) continue
      for (let c = 0; c < 4; c++) crowds[pairs[PAIR * close[n]! + c]! / 3]!++
    }
    const recovery = this.room.recoverySpeed() * this.substep
    for (let n = 0; n < count; n++) {
      if (gaps[n]! >= kept[n]!) continue
      let crowd = 1
      for (let c = 0; c < 4; c++) crowd = Math.max(crowd, crowds[pairs[PAIR * close[n]! + c]! / 3]!)
      kept[n] = Math.min(kept[n]!, gaps[n]! + recovery / crowd)
    }
    for (let n = 0; n < count; n++)
      for (let c = 0; c < 4; c++) crowds[pairs[PAIR * close[n]! + c]! / 3] = 0
  }

  private grow(): void {
    const length = 2 * this.count
    const copy = <T extends Int32Array | Float64Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    this.close = copy(this.close, new Int32Array(length))
    this.directions = copy(this.directions, new Float64Array(3 * length))
    this.gaps = copy(this.gaps, new Float64Array(length))
    this.kept = copy(this.kept, new Float64Array(length))
  }

  /** One pass: corners of the one against corners of the other. */
  private pushOnce(): boolean {
    const { list, close, count } = this
    let pushed = false
    for (let n = 0; n < count; n++) {
      const at = PAIR * close[n]!
      this.friction = list.frictionOf(close[n]!)
      const ends = list.pairs[at + 4] === 1 ? 2 : 1
      for (let p = 0; p < ends; p++) {
        for (let q = ends; q < 4; q++) {
          if (this.pushCorners(n, list.pairs[at + p]!, list.pairs[at + q]!)) pushed = true
        }
      }
    }
    return pushed
  }

  private pushCorners(n: number, a: number, b: number): boolean {
    const { directions, kept, friction } = this
    const { positions, lastPositions, recoveries, inverseMasses } = this.particles
    const nx = directions[3 * n]!
    const ny = directions[3 * n + 1]!
    const nz = directions[3 * n + 2]!
    const height =
      (positions[a]! - positions[b]!) * nx +
      (positions[a + 1]! - positions[b + 1]!) * ny +
      (positions[a + 2]! - positions[b + 2]!) * nz
    const depth = kept[n]! - height
    const wa = inverseMasses[a / 3]!
    const wb = inverseMasses[b / 3]!
    if (!(depth > 0) || wa + wb === 0) return false
    const shareA = wa / (wa + wb)
    const shareB = wb / (wa + wb)
    // What was too near already gets apart without becoming velocity.
    const lost = Math.max(0, Math.min(depth, this.gaps[n]! - height))
    for (let k = 0; k < 3; k++) {
      const d = (depth - lost) * directions[3 * n + k]!
      recoveries[a + k]! += shareA * d
      recoveries[b + k]! -= shareB * d
    }
    let x = depth * nx
    let y = depth * ny
    let z = depth * nz
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
    return true
  }

  /** No particle goes farther than the list of pairs covers. */
  private stayInBounds(): void {
    const { positions, inverseMasses } = this.particles
    const { places, bounds } = this
    for (let i = 0; i < places.length; i += 3) {
      if (inverseMasses[i / 3] === 0) continue
      for (let k = 0; k < 3; k++) {
        const moved = positions[i + k]! - places[i + k]!
        if (moved < bounds[k]!) positions[i + k] = places[i + k]! + bounds[k]!
        else if (moved > bounds[3 + k]!) positions[i + k] = places[i + k]! + bounds[3 + k]!
      }
    }
  }

  /** Where pairs are not apart yet, shortens the ways of their corners until all are. */
  private shorten(): boolean {
    const { list, close, count, shares } = this
    const { positions, lastPositions, recoveries, inverseMasses } = this.particles
    for (let round = 0; round < ROUNDS; round++) {
      let cut = 0
      for (let n = 0; n < count; n++) {
        if (this.heightOf(n) >= Math.min(this.gaps[n]!, GAP * this.spacing) * (1 - 1e-6)) continue
        const at = PAIR * close[n]!
        for (let c = 0; c < 4; c++) {
          const i = list.pairs[at + c]!
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
    const { list, close, directions } = this
    const { positions } = this.particles
    const at = PAIR * close[n]!
    const ends = list.pairs[at + 4] === 1 ? 2 : 1
    let low = Infinity
    let high = -Infinity
    for (let c = 0; c < 4; c++) {
      const i = list.pairs[at + c]!
      const height =
        positions[i]! * directions[3 * n]! +
        positions[i + 1]! * directions[3 * n + 1]! +
        positions[i + 2]! * directions[3 * n + 2]!
      if (c < ends) low = Math.min(low, height)
      else high = Math.max(high, height)
    }
    return low - high
  }
}

/**
 * Hand this to a cloth to keep its layers from passing through each other, however thin it is:
 * `new ClothSimulation({ selfCollision: 'triangles', triangleCollision })`. What does not import it does
 * not carry its code.
 *
 * A cloth that starts without crossings has none after any step, at any thickness, speed and number of
 * substeps. Two things are stronger: particles that are held go where they are moved, through cloth
 * too; and what crosses already is let go until it has come apart (see `Crossings`), as with
 * `selfCollision: true`. Colliders are weaker: where one would
 * press a layer through another, a particle may be inside the collider until that gives way.
 *
 * It costs several times the step without it, the more the more layers lie on each other.
 */
export function triangleCollision(
  layers: readonly GuardedLayer[],
  particles: Particles,
  guardsOthers: boolean,
): TriangleGuard {
  return new TriangleGuard(layers, particles, guardsOthers)
}

/**
 * Vertices near triangles and edges near edges, patch by patch: as they are found once and used until the
 * two patches have moved against each other by a margin. It is the list of `NearPairs` for faces, but
 * what flies in one corner does not make lists of others shorter lived.
 */
import type { ParticleArray } from '../../cloth/ClothState.js'
import type { NearParts } from '../Layers.js'
import { fromEdge, fromTriangle } from './closest.js'
import { Crossings } from './Crossings.js'
import { grown } from './grown.js'
import type { Faces } from './Faces.js'
import { Elements } from './Elements.js'

/**
 * Numbers per pair: four particles, as offsets of their coordinates, whether it is edges, and which vertex and
 * triangle or which edges.
 */
export const PAIR = 7

/** What is nearer at rest is kept this part of its distance apart, as pairs of particles are. */
const REST_SHARE = 0.99

/** Numbers per list: distance at which all are in it, how much nearer they may have come, the nearest, m. */
const REACH = 0
const TRAVEL = 1
const NEAREST = 2
const NUMBERS = 3

/** Places per list: its first pair, the one behind its last, and when it was looked at. */
const FIRST = 0
const END = 1
const SEEN = 2
const PLACES = 3

export class TrianglePairs implements NearParts {
  count = 0
  pairs = new Int32Array(64 * PAIR)
  /** Distance when it was found, m. */
  distances = new Float64Array(64)
  /** Distance at rest, m; NaN until it is asked for. */
  private rests = new Float64Array(64)
  /** When each was taken up. */
  private taken = new Int32Array(64)
  /** Distances of points that were computed, for tests. */
  looks = 0
  /** Place of the list of two patches. */
  private readonly lists = new Map<number, number>()
  private numbers = new Float64Array(64 * NUMBERS)
  private places = new Int32Array(64 * PLACES)
  /** Goes up with each substep. */
  private time = 0
  private readonly crossings: Crossings
  private readonly one = new Elements()
  private readonly other = new Elements()
  private readonly apart = new Float64Array(3)

  constructor(private readonly faces: Faces) {
    const { corners, edgesOf, edges } = faces
    this.crossings = new Crossings(corners, edgesOf, edges.length / 2)
  }

  /** Offset of the first coordinate of the nth pair's particle c, from 0 to 3. */
  particle(n: number, c: number): number {
    return this.pairs[PAIR * n + c]!
  }

  gapOf(n: number): number {
    return this.distances[n]!
  }

  /** How far the nth pair is kept apart once all of it is as thick as it is to be, m. */
  wholeDistance(n: number): number {
    const { faces, rests, pairs, apart } = this
    const at = PAIR * n
    const a = pairs[at]!
    const d = pairs[at + 3]!
    const layers = faces.layersOf(a, d)
    if (Number.isNaN(rests[n]!)) {
      // Those of different layers are never near at rest.
      if (faces.layersOf(a, a) !== faces.layersOf(d, d)) rests[n] = Infinity
      else {
        const from = pairs[at + 4] === 1 ? fromEdge : fromTriangle
        from(faces.rest, a, pairs[at + 1]!, pairs[at + 2]!, d, apart)
        rests[n] = Math.hypot(apart[0]!, apart[1]!, apart[2]!)
      }
    }
    return Math.min(faces.keeps[layers]!, REST_SHARE * rests[n]!)
  }

  /** Coulomb coefficient of the nth pair. */
  frictionOf(n: number): number {
    const { faces, pairs } = this
    return faces.frictions[faces.layersOf(pairs[PAIR * n]!, pairs[PAIR * n + 3]!)]!
  }

  /** Did anything pass through each other when that was looked for? */
  get hasCrossings(): boolean {
    return !this.crossings.isEmpty
  }

  forget(): void {
    this.lists.clear()
    this.count = 0
  }

  forgetCrossings(): void {
    this.crossings.clear()
  }

  /** Is the nth pair of what passes through each other? There are no sides to be kept. */
  isCrossing(n: number): boolean {
    const { crossings, pairs } = this
    if (crossings.isEmpty) return false
    const at = PAIR * n
    return pairs[at + 4] === 1
      ? crossings.hasEdges(pairs[at + 5]!, pairs[at + 6]!)
      : crossings.hasVertex(pairs[at + 5]!, pairs[at + 6]!)
  }

  /** Takes pairs of what passes through each other off the list. */
  leaveCrossings(): void {
    const { pairs, distances } = this
    if (this.crossings.isEmpty) return
    let count = 0
    for (let n = 0; n < this.count; n++) {
      if (this.isCrossing(n)) continue
      pairs.copyWithin(PAIR * count, PAIR * n, PAIR * (n + 1))
      distances[count++] = distances[n]!
    }
    this.count = count
  }

  /** A substep begins. */
  next(): void {
    this.time++
  }

  /** Has the nth pair been taken up in this substep? */
  isTaken(n: number): boolean {
    return this.taken[n] === this.time
  }

  take(n: number): void {
    this.taken[n] = this.time
  }

  /** Looks for what passes through each other in two patches. */
  lookForCrossings(p: ParticleArray, one: number, other: number): void {
    const { faces, crossings } = this
    const isSame = one === other
    this.one.gather(faces, 'triangles', one, isSame ? undefined : other, 0, p)
    if (!isSame) this.other.gather(faces, 'triangles', other, one, 0, p)
    const others = isSame ? this.one : this.other
    for (let m = 0; m < this.one.count; m++)
      for (let n = isSame ? m + 1 : 0; n < others.count; n++)
        if (this.one.areNear(m, others, n)) crossings.look(p, this.one.ids[m]!, others.ids[n]!)
  }

  /**
   * The list of two patches, with all pairs in it that may touch.
   *
   * @param p positions at the start of the substep, m
   * @param kept how far apart they are kept at most, m
   * @param step how much nearer any two may have come in the substep before, m
   * @param way how much nearer they may come in this one, m
   * @param margin for later ones, m
   */
  listOf(
    p: ParticleArray,
    one: number,
    other: number,
    kept: number,
    step: number,
    way: number,
    margin: number,
  ): number {
    const { lists, time } = this
    const key = one * this.faces.tree.patchCount + other
    let list = lists.get(key)
    let isOfNow = false
    if (list === undefined) {
      list = lists.size
      lists.set(key, list)
      if (PLACES * (list + 1) > this.places.length) {
        this.places = grown(this.places, new Int32Array(2 * this.places.length))
        this.numbers = grown(this.numbers, new Float64Array(2 * this.numbers.length))
      }
    } else {
      const seen = this.places[PLACES * list + SEEN]!
      isOfNow = seen === time
      if (isOfNow || seen === time - 1) {
        const travel = this.numbers[NUMBERS * list + TRAVEL]! + (isOfNow ? 0 : step)
        if (travel + way + kept <= this.numbers[NUMBERS * list + REACH]!) {
          this.numbers[NUMBERS * list + TRAVEL] = travel
          this.places[PLACES * list + SEEN] = time
          return list
        }
      }
    }
    const old = this.places[PLACES * list + FIRST]!
    const oldEnd = isOfNow ? this.places[PLACES * list + END]! : old
    this.places[PLACES * list + FIRST] = this.count
    const reach = kept + way + margin
    const nearest = this.find(p, one, other, reach)
    this.places[PLACES * list + END] = this.count
    this.places[PLACES * list + SEEN] = time
    this.numbers[NUMBERS * list + REACH] = reach
    this.numbers[NUMBERS * list + TRAVEL] = 0
    this.numbers[NUMBERS * list + NEAREST] = nearest
    this.takeAgain(old, oldEnd, this.places[PLACES * list + FIRST]!)
    return list
  }

  /** Marks what has been taken up from a list in the longer one that comes in its place, in the same order. */
  private takeAgain(old: number, end: number, first: number): void {
    const { pairs } = this
    let to = first
    for (let n = old; n < end; n++) {
      if (!this.isTaken(n)) continue
      while (to < this.count && !isSame(pairs, PAIR * n, PAIR * to)) to++
      if (to < this.count) this.take(to)
    }
  }

  first(list: number): number {
    return this.places[PLACES * list + FIRST]!
  }

  end(list: number): number {
    return this.places[PLACES * list + END]!
  }

  /** How much nearer pairs may have come since they were listed, m. */
  travel(list: number): number {
    return this.numbers[NUMBERS * list + TRAVEL]!
  }

  /** Least distance in a list when that was made, m. */
  nearest(list: number): number {
    return this.numbers[NUMBERS * list + NEAREST]!
  }

  /** Lists what is nearer than a distance in two patches, and returns the least one. */
  find(p: ParticleArray, one: number, other: number, distance: number): number {
    let nearest = this.findVertices(p, one, other, distance)
    if (one !== other) nearest = Math.min(nearest, this.findVertices(p, other, one, distance))
    return Math.min(nearest, this.findEdges(p, one, other, distance))
  }

  private findVertices(p: ParticleArray, one: number, other: number, distance: number): number {
    const { faces, apart, one: vertices, other: triangles } = this
    const { corners } = faces
    const isSame = one === other
    let nearest = Infinity
    vertices.gather(faces, 'vertices', one, isSame ? undefined : other, distance, p)
    if (vertices.count === 0) return nearest
    triangles.gather(faces, 'triangles', other, isSame ? undefined : one, distance, p)
    for (let m = 0; m < vertices.count; m++) {
      const a = faces.vertices[vertices.ids[m]!]!
      for (let n = 0; n < triangles.count; n++) {
        if (!vertices.areNear(m, triangles, n)) continue
        const t = triangles.ids[n]!
        const b = corners[3 * t]!
        const c = corners[3 * t + 1]!
        const d = corners[3 * t + 2]!
        if (a === b || a === c || a === d) continue
        this.looks++
        fromTriangle(p, a, b, c, d, apart)
        const near = length(apart)
        if (near >= distance) continue
        this.add(a, b, c, d, 0, a / 3, t, near)
        if (near < nearest) nearest = near
      }
    }
    return nearest
  }

  private findEdges(p: ParticleArray, one: number, other: number, distance: number): number {
    const { faces, apart } = this
    const { edges } = faces
    const isSame = one === other
    let nearest = Infinity
    this.one.gather(faces, 'edges', one, isSame ? undefined : other, distance, p)
    if (this.one.count === 0) return nearest
    if (!isSame) this.other.gather(faces, 'edges', other, one, distance, p)
    const others = isSame ? this.one : this.other
    for (let m = 0; m < this.one.count; m++) {
      const e = this.one.ids[m]!
      const a = edges[2 * e]!
      const b = edges[2 * e + 1]!
      for (let n = isSame ? m + 1 : 0; n < others.count; n++) {
        if (!this.one.areNear(m, others, n)) continue
        const f = others.ids[n]!
        const c = edges[2 * f]!
        const d = edges[2 * f + 1]!
        if (a === c || a === d || b === c || b === d) continue
        this.looks++
        fromEdge(p, a, b, c, d, apart)
        const near = length(apart)
        if (near >= distance) continue
        this.add(a, b, c, d, 1, e, f, near)
        if (near < nearest) nearest = near
      }
    }
    return nearest
  }

  private add(
    a: number,
    b: number,
    c: number,
    d: number,
    edges: 0 | 1,
    one: number,
    other: number,
    near: number,
  ): void {
    const at = PAIR * this.count
    if (at === this.pairs.length) {
      this.pairs = grown(this.pairs, new Int32Array(2 * at))
      this.distances = grown(this.distances, new Float64Array(2 * this.count))
      this.rests = grown(this.rests, new Float64Array(2 * this.count))
      this.taken = grown(this.taken, new Int32Array(2 * this.count))
    }
    this.pairs[at] = a
    this.pairs[at + 1] = b
    this.pairs[at + 2] = c
    this.pairs[at + 3] = d
    this.pairs[at + 4] = edges
    this.pairs[at + 5] = one
    this.pairs[at + 6] = other
    this.distances[this.count] = near
    this.taken[this.count] = 0
    this.rests[this.count++] = NaN
  }
}

function isSame(pairs: Int32Array, one: number, other: number): boolean {
  for (let k = 0; k < PAIR; k++) if (pairs[one + k] !== pairs[other + k]) return false
  return true
}

function length(v: Float64Array): number {
  return Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!)
}

/**
 * Vertices near triangles and edges near edges, as they are found once and used until cloth has moved
 * by a margin: the list of `NearPairs` for faces. Triangles whose middles are near come from the same
 * search; each vertex and each edge belongs to one of its triangles, so that no pair is found twice.
 */
import type { GuardedLayer, NearParts } from '../Layers.js'
import { pairFriction } from '../NearPairs.js'
import { PairSearch } from '../PairSearch.js'
import { fromEdge, fromTriangle } from './closest.js'
import { Crossings, EDGE_ENDS } from './Crossings.js'

/** Numbers per pair: four particles, as offsets of their coordinates, and whether it is edges. */
export const PAIR = 5

/** Distance that faces are kept apart at most, in parts of the distance of neighbouring particles. */
const MOST_KEPT = 0.5

/** What is nearer at rest is kept this part of its distance apart, as pairs of particles are. */
const REST_SHARE = 0.99

export class TrianglePairs implements NearParts {
  count = 0
  pairs = new Int32Array(64 * PAIR)
  /** Distance when it was found, and at rest, m. */
  distances = new Float64Array(64)
  rests = new Float64Array(64)
  /** Largest distance that sheets keep, m. */
  farthest = 0
  /** By sheet and sheet: distance that is kept, m, and Coulomb coefficient. */
  private readonly keeps: Float64Array
  private readonly frictions: Float64Array
  private corners = new Int32Array(0)
  /** Bits of what each triangle owns: its three corners, then its three edges. */
  private owned = new Uint8Array(0)
  private search = new PairSearch(0)
  /** Pairs of what passes through each other are not listed. */
  private crossings = new Crossings(new Int32Array(0), new Int32Array(0))
  private rest = new Float64Array(0)
  /** Layer that each triangle belongs to, and that each coordinate does. */
  private layerOf = new Uint16Array(0)
  private layerAt = new Uint16Array(0)
  private readonly apart = new Float64Array(3)

  /** @param comparesOthers whether triangles of different layers are compared */
  constructor(
    private readonly layers: readonly GuardedLayer[],
    private readonly comparesOthers: boolean,
  ) {
    this.keeps = new Float64Array(layers.length ** 2)
    this.frictions = new Float64Array(layers.length ** 2)
    this.topologyChanged()
  }

  /** What sheets keep between each other: their thickness or their friction may have changed. */
  compareSheets(): void {
    const { layers, keeps, frictions } = this
    this.farthest = 0
    for (let s = 0; s < layers.length; s++) {
      for (let t = 0; t < layers.length; t++) {
        const [one, other] = [layers[s]!, layers[t]!]
        const spacing = Math.min(...one.sheet.cell, ...other.sheet.cell)
        const at = s * layers.length + t
        keeps[at] = Math.min(one.thickness + other.thickness, MOST_KEPT * spacing)
        frictions[at] = pairFriction(one, other)
        this.farthest = Math.max(this.farthest, keeps[at])
      }
    }
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
    return Math.min(this.keeps[this.sheetsOf(n)]!, REST_SHARE * this.rests[n]!)
  }

  /** Coulomb coefficient of the nth pair. */
  frictionOf(n: number): number {
    return this.frictions[this.sheetsOf(n)]!
  }

  /** The two layers of the nth pair, as the place in a table of layers by layers. */
  private sheetsOf(n: number): number {
    const { layerAt, layers, pairs } = this
    return layerAt[pairs[PAIR * n]!]! * layers.length + layerAt[pairs[PAIR * n + 3]!]!
  }

  topologyChanged(): void {
    const corners: number[] = []
    const rest: number[] = []
    const layerAt: number[] = []
    this.layers.forEach(({ sheet: { triangles, restPositions } }, n) => {
      for (const corner of triangles) corners.push(rest.length + 3 * corner)
      for (const x of restPositions) {
        rest.push(x)
        layerAt.push(n)
      }
    })
    this.corners = Int32Array.from(corners)
    this.rest = Float64Array.from(rest)
    this.layerAt = Uint16Array.from(layerAt)
    const count = corners.length / 3
    this.layerOf = Uint16Array.from({ length: count }, (_, t) => layerAt[corners[3 * t]!]!)
    this.owned = new Uint8Array(count)
    this.search = new PairSearch(count)
    const edges = new Int32Array(3 * count)
    const taken = new Map<string, number>()
    for (let t = 0; t < count; t++) {
      for (let k = 0; k < 6; k++) {
        const a = corners[3 * t + (k < 3 ? k : EDGE_ENDS[2 * (k - 3)]!)]!
        const b = k < 3 ? a : corners[3 * t + EDGE_ENDS[2 * (k - 3) + 1]!]!
        const key = `${Math.min(a, b)},${Math.max(a, b)}`
        const known = taken.get(key)
        if (known === undefined) this.owned[t]! |= 1 << k
        const id = known ?? taken.size
        taken.set(key, id)
        if (k >= 3) edges[3 * t + k - 3] = id
      }
    }
    this.crossings = new Crossings(this.corners, edges)
  }

  /** Finds what is nearer than a distance, m. */
  find(positions: Float64Array, distance: number): void {
    const { corners, search, crossings } = this
    const { places: middles } = search
    const count = corners.length / 3
    let squaredRadius = 0
    for (let t = 0; t < count; t++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0
        for (let c = 0; c < 3; c++) sum += positions[corners[3 * t + c]! + k]!
        middles[3 * t + k] = sum / 3
      }
      for (let c = 0; c < 3; c++) {
        const i = corners[3 * t + c]!
        const x = positions[i]! - middles[3 * t]!
        const y = positions[i + 1]! - middles[3 * t + 1]!
        const z = positions[i + 2]! - middles[3 * t + 2]!
        squaredRadius = Math.max(squaredRadius, x * x + y * y + z * z)
      }
    }
    this.count = 0
    search.reach[0] = distance + 2 * Math.sqrt(squaredRadius)
    const found = search.find()
    crossings.clear()
    for (let n = 0; n < found; n++) {
      const s = search.pairs[2 * n]!
      const t = search.pairs[2 * n + 1]!
      if (this.mayTouch(s, t) && !this.areApart(positions, s, t, 0)) crossings.look(positions, s, t)
    }
    for (let n = 0; n < found; n++) {
      const s = search.pairs[2 * n]!
      const t = search.pairs[2 * n + 1]!
      if (!this.mayTouch(s, t) || this.areApart(positions, s, t, distance)) continue
      this.compareVertices(positions, s, t, distance)
      this.compareVertices(positions, t, s, distance)
      this.compareEdges(positions, s, t, distance)
    }
  }

  private mayTouch(s: number, t: number): boolean {
    const { layerOf, layers, comparesOthers } = this
    const layer = layerOf[s]!
    return layer === layerOf[t] ? layers[layer]!.guardsItself : comparesOthers
  }

  /** Are the boxes around two triangles farther from each other? */
  private areApart(p: Float64Array, s: number, t: number, distance: number): boolean {
    const { corners } = this
    for (let k = 0; k < 3; k++) {
      const a = p[corners[3 * s]! + k]!
      const b = p[corners[3 * s + 1]! + k]!
      const c = p[corners[3 * s + 2]! + k]!
      const d = p[corners[3 * t]! + k]!
      const e = p[corners[3 * t + 1]! + k]!
      const f = p[corners[3 * t + 2]! + k]!
      if (Math.min(a, b, c) - Math.max(d, e, f) > distance) return true
      if (Math.min(d, e, f) - Math.max(a, b, c) > distance) return true
    }
    return false
  }

  private compareVertices(p: Float64Array, s: number, t: number, distance: number): void {
    const { corners, owned, apart, crossings } = this
    const b = corners[3 * t]!
    const c = corners[3 * t + 1]!
    const d = corners[3 * t + 2]!
    for (let k = 0; k < 3; k++) {
      const a = corners[3 * s + k]!
      if ((owned[s]! & (1 << k)) === 0 || a === b || a === c || a === d) continue
      fromTriangle(p, a, b, c, d, apart)
      const near = Math.hypot(apart[0]!, apart[1]!, apart[2]!)
      if (near >= distance || crossings.hasVertex(a / 3, t)) continue
      fromTriangle(this.rest, a, b, c, d, apart)
      this.add(a, b, c, d, 0, near)
    }
  }

  private compareEdges(p: Float64Array, s: number, t: number, distance: number): void {
    const { corners, owned, apart, crossings } = this
    for (let k = 0; k < 3; k++) {
      if ((owned[s]! & (8 << k)) === 0) continue
      const a = corners[3 * s + EDGE_ENDS[2 * k]!]!
      const b = corners[3 * s + EDGE_ENDS[2 * k + 1]!]!
      for (let l = 0; l < 3; l++) {
        if ((owned[t]! & (8 << l)) === 0) continue
        const c = corners[3 * t + EDGE_ENDS[2 * l]!]!
        const d = corners[3 * t + EDGE_ENDS[2 * l + 1]!]!
        if (a === c || a === d || b === c || b === d) continue
        fromEdge(p, a, b, c, d, apart)
        const near = Math.hypot(apart[0]!, apart[1]!, apart[2]!)
        if (near >= distance || crossings.hasEdges(3 * s + k, 3 * t + l)) continue
        fromEdge(this.rest, a, b, c, d, apart)
        this.add(a, b, c, d, 1, near)
      }
    }
  }

  private add(a: number, b: number, c: number, d: number, edges: 0 | 1, near: number): void {
    const at = PAIR * this.count
    if (at === this.pairs.length) {
      const pairs = new Int32Array(2 * at)
      pairs.set(this.pairs)
      this.pairs = pairs
      this.distances = grown(this.distances)
      this.rests = grown(this.rests)
    }
    this.pairs[at] = a
    this.pairs[at + 1] = b
    this.pairs[at + 2] = c
    this.pairs[at + 3] = d
    this.pairs[at + 4] = edges
    this.distances[this.count] = near
    const { apart, layerAt } = this
    const rest = Math.hypot(apart[0]!, apart[1]!, apart[2]!)
    // Those of different layers are never near at rest.
    this.rests[this.count++] = layerAt[a] === layerAt[d] ? rest : Infinity
  }
}

function grown(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * numbers.length)
  more.set(numbers)
  return more
}

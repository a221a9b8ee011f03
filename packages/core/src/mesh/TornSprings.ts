/**
 * The springs of a torn sheet. Each spring of the intact sheet rests on triangles: one along an edge
 * on the triangles beside it, one across an edge on the two that share it, a bend spring of a grid on
 * the edges of its two cells along either side. Written down as corners of triangles these supports
 * stay what they are while particles are split, and the springs of a torn sheet follow from its
 * triangles alone: an opened edge has a spring along either side, and a spring whose support is torn
 * is gone.
 */
import { findEdges, type MeshEdges } from './adjacency.js'
import type { ClothSheet } from './ClothSheet.js'
import { isGrid, SpringFamily, type Springs } from './grid.js'
import { TripleTable } from './TripleTable.js'

/** Springs that a new particle may need besides those that move to it: two edges, six bend springs. */
const SPRINGS_PER_SPLIT = 8

/** Numbers per support: the ends, then two pairs of places that must stand for one particle each. */
const SUPPORT = 6

export class TornSprings {
  /** Where each spring's supports start in `places`, counted in supports; one more than springs. */
  private readonly starts: Uint32Array
  private readonly places: Uint32Array

  constructor(private readonly intact: ClothSheet) {
    const { springs } = intact
    const finder = new SupportFinder(intact)
    this.starts = new Uint32Array(springs.count + 1)
    const places: number[] = []
    let bends = 0
    for (let s = 0; s < springs.count; s++) {
      const isBend = springs.families[s] === SpringFamily.bend
      const [a, b] = [springs.ends[2 * s]!, springs.ends[2 * s + 1]!]
      const supports = isBend ? finder.bend(a, b, bends++) : finder.stretch(a, b)
      for (const support of supports) places.push(...support)
      this.starts[s + 1] = places.length / SUPPORT
    }
    this.places = Uint32Array.from(places)
  }

  /** Most springs that there can be with so many new particles. */
  capacity(extra: number): number {
    const { count } = this.intact.springs
    return Math.min(this.places.length / SUPPORT, count + SPRINGS_PER_SPLIT * extra)
  }

  /** The springs that the triangles of a torn sheet support, in the order of the intact one. */
  of(triangles: Uint32Array): Springs {
    const { families, restLengths, count } = this.intact.springs
    const { starts, places } = this
    const most = places.length / SUPPORT
    const ends = new Uint32Array(2 * most)
    const tornFamilies = new Uint8Array(most)
    const tornLengths = new Float64Array(most)
    let torn = 0
    for (let s = 0; s < count; s++) {
      const first = torn
      for (let n = SUPPORT * starts[s]!; n < SUPPORT * starts[s + 1]!; n += SUPPORT) {
        if (triangles[places[n + 2]!] !== triangles[places[n + 3]!]) continue
        if (triangles[places[n + 4]!] !== triangles[places[n + 5]!]) continue
        const a = triangles[places[n]!]!
        const b = triangles[places[n + 1]!]!
        let known = first
        while (known < torn && (ends[2 * known] !== a || ends[2 * known + 1] !== b)) known++
        if (known < torn) continue
        ends[2 * torn] = a
        ends[2 * torn + 1] = b
        tornFamilies[torn] = families[s]!
        tornLengths[torn++] = restLengths[s]!
      }
    }
    return {
      count: torn,
      ends: ends.slice(0, 2 * torn),
      families: tornFamilies.slice(0, torn),
      restLengths: tornLengths.slice(0, torn),
    }
  }
}

/** Finds the supports of springs in an intact sheet. */
class SupportFinder {
  private readonly edges: MeshEdges
  /** Edges by their particles, and the corners along each: two places per triangle beside it. */
  private readonly edgeTable: TripleTable
  private readonly sides: number[][] = []
  /** Edges between two triangles, and those by the corners across them. */
  private readonly inner: number[] = []
  private readonly across = new Map<string, number>()

  constructor(private readonly sheet: ClothSheet) {
    const { triangles } = sheet
    this.edges = findEdges(triangles)
    this.edgeTable = new TripleTable(this.edges.count)
    for (let place = 0; place < triangles.length; place++) {
      const other = place % 3 === 2 ? place - 2 : place + 1
      const [a, b] = [triangles[place]!, triangles[other]!]
      const edge = this.edgeTable.add(Math.min(a, b), Math.max(a, b), 0)
      this.sides[edge] ??= []
      this.sides[edge].push(a < b ? place : other, a < b ? other : place)
    }
    for (let edge = 0; edge < this.edges.count; edge++) {
      if (this.edges.uses[edge] !== 2) continue
      this.inner.push(edge)
      const [p, q] = this.opposite(edge)
      this.across.set(keyOf(triangles[p]!, triangles[q]!), edge)
    }
  }

  /** Of a spring along an edge, or across one. */
  stretch(a: number, b: number): number[][] {
    const sides = this.along(a, b)
    if (sides.length > 0)
      return sides.map(([placeA, placeB]) => [placeA, placeB, placeA, placeA, placeB, placeB])
    const edge = this.across.get(keyOf(a, b))
    return edge === undefined ? [] : [this.hinge(edge, a)]
  }

  /** Of a bend spring: on a mesh the n-th is across the n-th inner edge. */
  bend(a: number, b: number, n: number): number[][] {
    if (!isGrid(this.sheet)) return [this.hinge(this.inner[n]!, a)]
    const middle = (a + b) / 2
    const lengthways = Math.abs(a - b) === 2
    const supports: number[][] = []
    for (const [placeA, middleA] of this.along(a, middle)) {
      for (const [middleB, placeB] of this.along(middle, b)) {
        if (this.band(placeA, lengthways) !== this.band(placeB, lengthways)) continue
        supports.push([placeA, placeB, middleA, middleB, middleA, middleB])
      }
    }
    return supports
  }

  /** Places of two particles in each triangle beside their edge. */
  private along(a: number, b: number): [number, number][] {
    const edge = this.edgeTable.find(Math.min(a, b), Math.max(a, b), 0)
    const sides = edge < 0 ? [] : this.sides[edge]!
    const pairs: [number, number][] = []
    for (let n = 0; n < sides.length; n += 2)
      pairs.push(a < b ? [sides[n]!, sides[n + 1]!] : [sides[n + 1]!, sides[n]!])
    return pairs
  }

  /** The row of cells that a triangle of a grid is in, or its column. */
  private band(place: number, lengthways: boolean): number {
    const cell = Math.floor(place / 6)
    const cells = isGrid(this.sheet) ? this.sheet.columns - 1 : 1
    return lengthways ? Math.floor(cell / cells) : cell % cells
  }

  /** The spring across an edge holds while both triangles have the same particles there. */
  private hinge(edge: number, first: number): number[] {
    const { triangles } = this.sheet
    const [p, q] = this.opposite(edge)
    const [low1, high1, low2, high2] = this.sides[edge]!
    const ends = triangles[p] === first ? [p, q] : [q, p]
    return [...ends, low1!, low2!, high1!, high2!]
  }

  private opposite(edge: number): [number, number] {
    return [this.edges.opposite[2 * edge]!, this.edges.opposite[2 * edge + 1]!]
  }
}

const keyOf = (a: number, b: number): string => `${Math.min(a, b)}-${Math.max(a, b)}`

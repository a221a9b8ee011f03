/**
 * The pairs of particles that may touch, as they are found once and used until cloth has moved
 * enough for others to come near: all that are nearer than they are kept apart, and a margin. This
 * is the neighbour list of Verlet (1967). Whether it is still complete is known from the bounds of
 * what particles have moved since, so a cloth at rest or one that falls as a whole is not searched again.
 *
 * Pairs are sorted by their particles, and all are there that are within reach: so contacts do not
 * depend on when the pairs were found.
 */
import type { ParticleArray } from '../cloth/ClothState.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { SpringFamily } from '../mesh/grid.js'
import { PairSearch } from './PairSearch.js'
import type { Thicknesses } from './Thicknesses.js'

/**
 * How much nearer than they are when the list is brought up to date particles may come within a
 * substep and still be in it, in parts of the distance of neighbours. Colliders move them so.
 */
const REACH = 0.15

/**
 * Room beyond that which a list has to last for several substeps, likewise. Less is searched more
 * often, more finds pairs in a flat sheet that never touch.
 */
const MARGIN = 0.3

/** Substeps that a list with a margin has to last to be worth it. */
const WORTH = 3

/**
 * Pairs of one particle with those after it that are listed: this many, or as many per square of the
 * radius in spacings. Layers that are apart have three sheets within the radius, π per square each.
 * More there are only where cloth has collapsed into a clump, all of whose pairs would be the square
 * of its particles.
 */
const MOST_PAIRS = 64
const MOST_PER_SQUARE = 12

/**
 * Particles that are near in the sheet are kept this part of their distance at rest apart: room for
 * rounding, and for a bend of radius two such distances, over which a chord is 1 % shorter.
 */
const REST_SHARE = 0.99

/**
 * Particles rub on each other from this many times the distance kept on, at rest. Nearer ones are
 * bound to each other by the sheet: there is a bend between them and no contact, and friction in it
 * would work against the constraints that straighten it, for ever.
 */
const RUBS_FROM = 2

/** A sheet among those that touch each other. */
export interface NearSheet {
  readonly sheet: ClothSheet
  /** Half of the distance that its particles are kept apart, m. */
  readonly thickness: number
  /** What particles have of that where there was no room; all have it where this is not kept. */
  readonly thicknesses?: Thicknesses
  /** Its particles touch each other, and not only those of other sheets. */
  readonly touchesItself: boolean
  /** Coulomb coefficient of cloth on cloth. */
  readonly friction: number
}

/**
 * Coulomb coefficient of two sheets on each other: the geometric mean, so that alike ones have their
 * own, and one without friction slides on all.
 */
export function pairFriction(
  one: Pick<NearSheet, 'friction'>,
  other: Pick<NearSheet, 'friction'>,
): number {
  return one === other ? one.friction : Math.sqrt(one.friction * other.friction)
}

export class NearPairs {
  count = 0
  /** Particles of each pair, as offsets of their first coordinates; the first is the smaller. */
  first = new Int32Array(64)
  second = new Int32Array(64)
  /** How far apart they are kept, m. */
  kept = new Float64Array(64)
  /** Coulomb coefficient of each pair. */
  friction = new Float64Array(64)
  private search: PairSearch
  private readonly particleCount: number
  /** m */
  reach = 0
  /** Of a search without a margin and of one with it: the margin and the radius, m, and most pairs of a particle. */
  private readonly margins = new Float64Array(2)
  private readonly radii = new Float64Array(2)
  private readonly most = new Int32Array(2)
  /** Room that the list has had since the search, m. */
  private margin = 0
  /** How much nearer two particles may have come since the search, m. */
  private motion = 0
  /** Largest distance that is kept, and least distance of neighbours, m. */
  private farthest = 0
  private spacing = 0
  /** Updates since the search. */
  private age = 0
  private known = false
  /** Where the particles of each sheet start and end; what waits for tears is left out. */
  private spans: readonly number[] = []
  /** Sheet that each particle belongs to. */
  readonly sheetOf: Uint16Array
  /** First particle of each sheet. */
  readonly starts: readonly number[]
  /** Counts of the sort, by first particle. */
  private readonly heads: Int32Array

  /** @param sheets whose particles follow each other */
  constructor(private readonly sheets: readonly NearSheet[]) {
    const count = sheets.reduce((sum, { sheet }) => sum + sheet.particleCount, 0)
    this.particleCount = count
    this.search = new PairSearch(count)
    this.sheetOf = new Uint16Array(count)
    this.heads = new Int32Array(count + 1)
    let start = 0
    this.starts = sheets.map(({ sheet }, s) => {
      const first = start
      start += sheet.particleCount
      this.sheetOf.fill(s, first, start)
      return first
    })
    this.topologyChanged()
  }

  /** Thickness, or which sheets touch, has changed: what is known is no longer true. */
  forget(): void {
    this.known = false
  }

  /** Takes over the springs of sheets that a tear has changed. */
  topologyChanged(): void {
    const byStart: number[][] = Array.from({ length: this.particleCount }, () => [])
    const spans: number[] = []
    let start = 0
    for (const { sheet } of this.sheets) {
      const { count, ends, families } = sheet.springs
      for (let s = 0; s < count; s++) {
        if (families[s] === SpringFamily.bend) continue
        const a = start + ends[2 * s]!
        const b = start + ends[2 * s + 1]!
        byStart[a]!.push(b)
        byStart[b]!.push(a)
      }
      spans.push(start, start + sheet.particleCount - (sheet.reserve ?? 0))
      start += sheet.particleCount
    }
    this.spans = spans
    // Neighbours that an edge of the mesh connects are no pairs.
    const ends = byStart.flat()
    const starts = [0]
    for (const own of byStart) starts.push(starts.at(-1)! + own.length)
    if (!this.search.exclude(starts, ends)) {
      this.search = new PairSearch(this.particleCount, ends.length)
      this.search.exclude(starts, ends)
    }
    this.search.include(spans)
    this.forget()
  }

  /**
   * Sees to it that all pairs are there that are nearer than they are kept and `reach`.
   *
   * @param positions xyz per particle of all sheets, m
   */
  update(positions: ParticleArray): void {
    this.motion = Infinity
    if (this.known) this.measureMotion(positions)
    this.age++
    if (this.motion < this.margin) return
    if (!this.known) this.measureSheets()
    const { search, margins, radii, most } = this
    search.places.set(positions)
    // Here and not in a function of its own, which would be too rare to be compiled and make objects of numbers.
    let wide = (WORTH * this.motion) / this.age < margins[1]! ? 1 : 0
    search.reach[0] = radii[wide]!
    let found = search.find(most[wide])
    if (search.isCrowded && wide === 1) {
      // What is left out must not depend on when the list was made.
      wide = 0
      search.reach[0] = radii[0]!
      found = search.find(most[0])
    }
    this.margin = margins[wide]!
    this.age = 0
    this.count = 0
    if (found > 0) this.select(found)
    this.known = true
  }

  private measureSheets(): void {
    this.farthest = 0
    this.spacing = Infinity
    let start = 0
    for (let s = 0; s < this.sheets.length; s++) {
      const { sheet, thickness, touchesItself } = this.sheets[s]!
      const end = start + sheet.particleCount
      this.search.excludeWithin(start, end, touchesItself ? undefined : s)
      start = end
      this.farthest = Math.max(this.farthest, 2 * thickness)
      this.spacing = Math.min(this.spacing, sheet.cell[0], sheet.cell[1])
    }
    this.reach = REACH * this.spacing
    this.margins[1] = MARGIN * this.spacing
    this.margins.forEach((margin, n) => {
      const radius = this.farthest + this.reach + margin
      this.radii[n] = radius
      this.most[n] = Math.max(MOST_PAIRS, Math.ceil(MOST_PER_SQUARE * (radius / this.spacing) ** 2))
    })
  }

  /** By the bounds of all displacements. */
  private measureMotion(positions: ParticleArray): void {
    const { spans } = this
    const { places } = this.search
    let lowX = 0
    let lowY = 0
    let lowZ = 0
    let highX = 0
    let highY = 0
    let highZ = 0
    for (let s = 0, first = true; s < spans.length; s += 2) {
      const end = 3 * spans[s + 1]!
      for (let i = 3 * spans[s]!; i < end; i += 3) {
        const x = positions[i]! - places[i]!
        const y = positions[i + 1]! - places[i + 1]!
        const z = positions[i + 2]! - places[i + 2]!
        if (first) {
          first = false
          lowX = highX = x
          lowY = highY = y
          lowZ = highZ = z
        }
        if (x < lowX) lowX = x
        else if (x > highX) highX = x
        if (y < lowY) lowY = y
        else if (y > highY) highY = y
        if (z < lowZ) lowZ = z
        else if (z > highZ) highZ = z
      }
    }
    const x = highX - lowX
    const y = highY - lowY
    const z = highZ - lowZ
    this.motion = Math.sqrt(x * x + y * y + z * z)
  }

  /** Takes over what may touch, sorted by first particle and then by second. */
  private select(found: number): void {
    const { search, heads, particleCount } = this
    const { pairs } = search
    heads.fill(0)
    for (let n = 0; n < found; n++) heads[pairs[2 * n]!]!++
    this.grow(found)
    const { first, second } = this
    let end = 0
    for (let p = 0; p < particleCount; p++) {
      end += heads[p]!
      heads[p] = end
    }
    for (let n = 0; n < found; n++) {
      const p = pairs[2 * n]!
      const place = --heads[p]!
      first[place] = p
      second[place] = pairs[2 * n + 1]!
    }
    // Few per particle: each is put in its place among those before it.
    for (let n = 1; n < found; n++) {
      const q = second[n]!
      let place = n
      while (place > 0 && first[place - 1] === first[n] && second[place - 1]! > q) {
        second[place] = second[place - 1]!
        place--
      }
      second[place] = q
    }
    this.count = found
    for (let n = 0; n < found; n++) {
      first[n]! *= 3
      second[n]! *= 3
      this.describe(n)
    }
  }

  /** Thickness of particles has changed: distances are measured again, pairs are the same. */
  measureAgain(): void {
    for (let n = 0; n < this.count; n++) this.describe(n)
  }

  /** How far a pair is kept apart once both are as thick as they are to be, m. */
  wholeDistance(n: number): number {
    const { first, second, sheetOf, sheets } = this
    const own = sheets[sheetOf[first[n]! / 3]!]!
    const other = sheets[sheetOf[second[n]! / 3]!]!
    const distance = own.thickness + other.thickness
    return own === other ? Math.min(distance, REST_SHARE * this.restDistance(n)) : distance
  }

  /** Is one of a pair thinner than it is to be? */
  isThin(n: number): boolean {
    const { first, second } = this
    return this.isThinAt(first[n]! / 3) || this.isThinAt(second[n]! / 3)
  }

  private isThinAt(p: number): boolean {
    return this.thicknessOf(p) < this.sheets[this.sheetOf[p]!]!.thickness
  }

  /** Distance and friction of a pair: two thicknesses, or what it is at rest if that is less. */
  private describe(n: number): void {
    const { first, second, kept, friction, sheetOf, sheets } = this
    const p = first[n]! / 3
    const q = second[n]! / 3
    const own = sheets[sheetOf[p]!]!
    const other = sheets[sheetOf[q]!]!
    const distance = own.thickness + other.thickness
    kept[n] = this.thicknessOf(p) + this.thicknessOf(q)
    friction[n] = pairFriction(own, other)
    if (own !== other) return
    const rest = this.restDistance(n)
    kept[n] = Math.min(kept[n], REST_SHARE * rest)
    if (rest < RUBS_FROM * distance) friction[n] = 0
  }

  /** Of two particles of one sheet, m. */
  private restDistance(n: number): number {
    const { first, second, sheetOf, sheets, starts } = this
    const sheet = sheetOf[first[n]! / 3]!
    const { restPositions } = sheets[sheet]!.sheet
    const a = first[n]! - 3 * starts[sheet]!
    const b = second[n]! - 3 * starts[sheet]!
    const x = restPositions[a]! - restPositions[b]!
    const y = restPositions[a + 1]! - restPositions[b + 1]!
    const z = restPositions[a + 2]! - restPositions[b + 2]!
    return Math.sqrt(x * x + y * y + z * z)
  }

  private thicknessOf(p: number): number {
    const { sheetOf, sheets, starts } = this
    const { thicknesses, thickness } = sheets[sheetOf[p]!]!
    return thicknesses?.own?.[p - starts[sheetOf[p]!]!] ?? thickness
  }

  private grow(count: number): void {
    if (count <= this.first.length) return
    const length = Math.max(count, 2 * this.first.length)
    this.first = new Int32Array(length)
    this.second = new Int32Array(length)
    this.kept = new Float64Array(length)
    this.friction = new Float64Array(length)
  }
}

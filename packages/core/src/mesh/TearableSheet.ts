/**
 * A sheet that can be torn: the triangles stay, and particles are split between them. All arrays have
 * room for a reserve of particles from the start and are changed in place, so that nothing that
 * reads them has to be made anew.
 *
 * A tear begins at one end of an overstretched edge. A plane across the edge divides the triangles at
 * that particle in two sets (after Müller et al. 2007, "Position based dynamics", section 4.4); what
 * no longer hangs together by an edge gets a particle of its own. Where the opened edges end in a
 * particle that now holds two pieces by a point only, that one is divided as well. The plane lies in
 * the sheet at rest, where no fold can mislead it: what is torn depends on the list of splits alone,
 * and the list brings back every torn sheet.
 */
import type { ClothSheet } from './ClothSheet.js'
import { isGrid, type Springs } from './grid.js'
import { areaOf } from './meshTriangles.js'
import { TornSprings } from './TornSprings.js'

/** Vertices that may be needed per new particle: a cut through its fan passes two vertices. */
const VERTICES_PER_SPLIT = 2

/** What lies nearer to the plane than this, in parts of the edge, lies in it but for rounding. */
const LEAST_HEIGHT = 1e-9

export class TearableSheet implements ClothSheet {
  readonly particleCount: number
  reserve: number
  readonly restPositions: Float64Array
  readonly triangles: Uint32Array
  readonly areas: Float64Array
  readonly area: number
  readonly cell: readonly [number, number]
  readonly vertexTriangles: Uint32Array
  readonly particleOfVertex?: Uint32Array
  readonly uvs: Float32Array
  readonly warnings: readonly string[]
  /** Of a grid. */
  declare readonly columns?: number
  declare readonly rows?: number
  springs: Springs
  readonly springCapacity: number

  /** Two particles per split, in the order they were made: the one that was split, and towards which. */
  readonly splits: number[] = []
  /** The particle of the intact sheet that each one comes from. */
  readonly origins: Uint32Array
  /** Two particles per new one since `births` was last emptied: where it comes from, and itself. */
  readonly births: number[] = []

  private freeVertices = 0
  private readonly tornSprings: TornSprings

  /**
   * @param extra particles in reserve
   * @param firm 1 for particles of the intact sheet that are never split
   */
  constructor(
    private readonly intact: ClothSheet,
    extra: number,
    private readonly firm: ArrayLike<number>,
  ) {
    this.particleCount = intact.particleCount + extra
    this.reserve = extra
    this.area = intact.area
    this.cell = intact.cell
    this.warnings = intact.warnings
    this.restPositions = new Float64Array(3 * this.particleCount)
    this.areas = new Float64Array(this.particleCount)
    this.origins = new Uint32Array(this.particleCount)
    this.triangles = intact.triangles.slice()
    const vertices = intact.uvs.length / 2
    if (intact.particleOfVertex) {
      this.vertexTriangles = intact.vertexTriangles.slice()
      this.particleOfVertex = new Uint32Array(vertices + VERTICES_PER_SPLIT * extra)
      this.uvs = new Float32Array(2 * this.particleOfVertex.length)
    } else {
      this.vertexTriangles = this.triangles
      this.uvs = new Float32Array(2 * this.particleCount)
    }
    if (isGrid(intact)) Object.assign(this, { columns: intact.columns, rows: intact.rows })
    this.tornSprings = new TornSprings(intact)
    this.springCapacity = this.tornSprings.capacity(extra)
    this.springs = intact.springs
    this.mend()
  }

  /** The sheet as it was, bit by bit. */
  mend(): void {
    const { intact, particleCount, restPositions, particleOfVertex } = this
    const { particleCount: count } = intact
    this.reserve = particleCount - count
    restPositions.set(intact.restPositions)
    this.areas.fill(0)
    this.areas.set(intact.areas)
    this.triangles.set(intact.triangles)
    this.vertexTriangles.set(intact.vertexTriangles)
    this.uvs.fill(0)
    this.uvs.set(intact.uvs)
    this.freeVertices = this.uvs.length / 2 - intact.uvs.length / 2
    particleOfVertex?.fill(0)
    if (intact.particleOfVertex) particleOfVertex?.set(intact.particleOfVertex)
    this.origins.forEach((_, particle) => {
      this.origins[particle] = particle < count ? particle : 0
    })
    // Those in reserve lie where the first particle does.
    for (let particle = count; particle < particleCount; particle++)
      restPositions.copyWithin(3 * particle, 0, 3)
    this.springs = intact.springs
    this.splits.length = 0
    this.births.length = 0
  }

  /**
   * Makes the splits of a list on the mended sheet, and its springs.
   *
   * @returns false where the list does not belong to this sheet; the sheet is then mended
   */
  tearAlong(splits: readonly number[]): boolean {
    this.mend()
    for (let n = 0; n < splits.length; n += 2) {
      if (this.split(splits[n]!, splits[n + 1]!)) continue
      this.mend()
      return false
    }
    this.respring()
    return true
  }

  /** Brings the springs in line with the triangles; once after any number of splits. */
  respring(): void {
    this.springs = this.tornSprings.of(this.triangles)
  }

  /**
   * Splits a particle by the plane across the way to another.
   *
   * @returns false where that leaves all triangles on one side, or the reserve is used up
   */
  split(particle: number, towards: number): boolean {
    const { restPositions } = this
    const live = this.particleCount - this.reserve
    if (!(particle < live && towards < live)) return false
    const fan = this.fanOf(particle)
    const p = 3 * particle
    const t = 3 * towards
    const nx = restPositions[t]! - restPositions[p]!
    const ny = restPositions[t + 1]! - restPositions[p + 1]!
    const nz = restPositions[t + 2]! - restPositions[p + 2]!
    const least = LEAST_HEIGHT * (nx * nx + ny * ny + nz * nz)
    const beyond = fan.map((place) => this.heightOf(place, particle, nx, ny, nz) > least)
    const joins = (a: number, b: number): boolean => beyond[a] === beyond[b]
    const parts = this.partsOf(fan, joins)
    if (beyond.every(Boolean) || !beyond.some(Boolean)) return false
    const opened = this.openedBy(fan, joins)
    if (parts.length - 1 + opened.length > this.reserve) return false
    if (!this.divide(particle, fan, parts)) return false
    for (const other of opened) {
      if (this.firm[this.origins[other]!] === 1) continue
      const around = this.fanOf(other)
      const pieces = this.partsOf(around, () => true)
      if (pieces.length > 1) this.divide(other, around, pieces)
    }
    this.splits.push(particle, towards)
    return true
  }

  /** Places in the list of triangles where a particle stands. */
  private fanOf(particle: number): number[] {
    const { triangles } = this
    const fan: number[] = []
    for (let place = 0; place < triangles.length; place++)
      if (triangles[place] === particle) fan.push(place)
    return fan
  }

  /** How far beyond the plane through a particle the centre of a triangle lies, times its normal. */
  private heightOf(place: number, particle: number, nx: number, ny: number, nz: number): number {
    const { restPositions, triangles } = this
    const p = 3 * particle
    let height = 0
    for (const corner of [next(place), before(place)]) {
      const c = 3 * triangles[corner]!
      height +=
        nx * (restPositions[c]! - restPositions[p]!) +
        ny * (restPositions[c + 1]! - restPositions[p + 1]!) +
        nz * (restPositions[c + 2]! - restPositions[p + 2]!)
    }
    return height
  }

  /** The particle, beside that of the fan, that two of its triangles have in common; or −1. */
  private sharedBy(a: number, b: number): number {
    const { triangles } = this
    const [first, second] = [triangles[next(b)]!, triangles[before(b)]!]
    for (const corner of [next(a), before(a)]) {
      const particle = triangles[corner]!
      if (particle === first || particle === second) return particle
    }
    return -1
  }

  /** Parts of a fan that hang together by edges, the one of the largest area first. */
  private partsOf(fan: readonly number[], joins: (a: number, b: number) => boolean): number[][] {
    const partOf = fan.map(() => -1)
    const parts: number[][] = []
    for (let seed = 0; seed < fan.length; seed++) {
      if (partOf[seed] !== -1) continue
      partOf[seed] = parts.length
      const members = [seed]
      // The list grows while it is walked through.
      for (const a of members) {
        for (let b = 0; b < fan.length; b++) {
          if (partOf[b] !== -1 || !joins(a, b) || this.sharedBy(fan[a]!, fan[b]!) < 0) continue
          partOf[b] = parts.length
          members.push(b)
        }
      }
      parts.push(members.map((member) => fan[member]!))
    }
    const sizes = new Map(parts.map((part) => [part, this.areaAt(part)]))
    return parts.sort((a, b) => sizes.get(b)! - sizes.get(a)!)
  }

  /** Other ends of the edges between triangles of a fan that are not joined. */
  private openedBy(fan: readonly number[], joins: (a: number, b: number) => boolean): number[] {
    const opened = new Set<number>()
    for (let a = 0; a < fan.length; a++) {
      for (let b = 0; b < a; b++) {
        const shared = joins(a, b) ? -1 : this.sharedBy(fan[a]!, fan[b]!)
        if (shared >= 0) opened.add(shared)
      }
    }
    return [...opened]
  }

  private areaAt(places: readonly number[]): number {
    const { restPositions, triangles } = this
    let area = 0
    for (const place of places) {
      const t = place - (place % 3)
      area += areaOf(restPositions, triangles[t]!, triangles[t + 1]!, triangles[t + 2]!)
    }
    return area
  }

  /** Gives every part of a fan but the first a particle of its own; false where none is left. */
  private divide(particle: number, fan: readonly number[], parts: readonly number[][]): boolean {
    const { triangles, areas, restPositions, origins, uvs } = this
    const others = parts.slice(1)
    const vertices = this.particleOfVertex
      ? others.reduce((sum, part) => sum + this.sharedVertices(part, fan).length, 0)
      : 0
    if (others.length > this.reserve || vertices > this.freeVertices) return false
    const whole = this.areaAt(fan)
    const mass = areas[particle]!
    for (const part of others) {
      const child = this.particleCount - this.reserve--
      // The difference of two numbers within a factor of two is exact, so no mass is lost.
      const left = areas[particle]! - mass * (this.areaAt(part) / whole)
      areas[child] = areas[particle]! - left
      areas[particle] = left
      restPositions.copyWithin(3 * child, 3 * particle, 3 * particle + 3)
      origins[child] = origins[particle]!
      this.births.push(particle, child)
      if (this.particleOfVertex) this.divideVertices(part, fan, child)
      else uvs.copyWithin(2 * child, 2 * particle, 2 * particle + 2)
      for (const place of part) triangles[place] = child
    }
    return true
  }

  /** Vertices of a part that the rest of its fan uses too. */
  private sharedVertices(part: readonly number[], fan: readonly number[]): number[] {
    const { vertexTriangles } = this
    const outside = new Set(
      fan.filter((place) => !part.includes(place)).map((place) => vertexTriangles[place]!),
    )
    return [...new Set(part.map((place) => vertexTriangles[place]!))].filter((vertex) =>
      outside.has(vertex),
    )
  }

  /** Vertices of a part go with its new particle; one that the rest uses too is doubled. */
  private divideVertices(part: readonly number[], fan: readonly number[], child: number): void {
    const { vertexTriangles, uvs } = this
    const particleOfVertex = this.particleOfVertex!
    for (const vertex of this.sharedVertices(part, fan)) {
      const copy = uvs.length / 2 - this.freeVertices--
      uvs.copyWithin(2 * copy, 2 * vertex, 2 * vertex + 2)
      for (const place of part) if (vertexTriangles[place] === vertex) vertexTriangles[place] = copy
    }
    for (const place of part) particleOfVertex[vertexTriangles[place]!] = child
  }
}

/** The place of the next corner of a triangle, and of the one before. */
const next = (place: number): number => (place % 3 === 2 ? place - 2 : place + 1)
const before = (place: number): number => (place % 3 === 0 ? place + 2 : place - 1)

/**
 * The nearest triangles of each particle, as they were found at a point, and how far from there that
 * is still of use: the distance from any triangle changes by the way of the point at most. So a
 * particle that has moved little looks at one or two triangles instead of searching all, and finds
 * what a search would find.
 */
import { target } from './nearestOnTriangle.js'
import { KEPT, type TriangleFinder } from './TriangleFinder.js'

/**
 * Numbers per particle: xyz of the point; the signed distance of the surface from it, which is all
 * that is known of those that are far away; distances of the second triangle and on; and how far away
 * all others are at least; m.
 */
const RECORD = 4 + KEPT
const DISTANCES = 3

/** Distances are compared with room for rounding: beyond it nothing is nearer, nor equally near. */
const NEARER = 1 - 1e-9

/** What rounding makes of a distance at most, as a share of coordinates. */
const ROUNDING = 1e-14

/**
 * Ways since the last search that the next one should last for. What rests or creeps is then searched
 * seldom; each search takes longer the farther it looks.
 */
const WAYS = 4

/** Sizes of triangles up to which that pays: farther, there are too many. */
const FARTHEST = 2

/** Triangles that may be looked at each time before the record is written anew. */
const FEW = 1

export class NearTriangles {
  /** Was the point of the last `find` outside for sure, by what was known before? */
  isOutside = false
  private readonly records: Float64Array
  /** Triangles of each particle from the nearest; −1 where there are no more. */
  private readonly triangles: Int32Array
  /** Squares of the distances that were measured last, m². */
  private readonly now = new Float64Array(KEPT)
  /** Way of the point since the record was made, m. */
  private way = Infinity

  constructor(particleCount: number) {
    this.records = new Float64Array(RECORD * particleCount)
    this.triangles = new Int32Array(KEPT * particleCount)
    this.forget()
  }

  /** Of another shape nothing is known. */
  forget(): void {
    this.records.fill(NaN)
    this.triangles.fill(-1)
  }

  /** Is `target` farther from the surface than `reach` for sure, and outside? */
  isClear(particle: number, reach: number): boolean {
    const { records } = this
    const at = RECORD * particle
    const dx = target[0]! - records[at]!
    const dy = target[1]! - records[at + 1]!
    const dz = target[2]! - records[at + 2]!
    const squared = dx * dx + dy * dy + dz * dz
    const clear = records[at + 3]! * NEARER - reach
    if (clear > 0 && squared < clear * clear) return true
    // What is not known is infinitely far.
    const rounding = ROUNDING * (Math.abs(target[0]!) + Math.abs(target[1]!) + Math.abs(target[2]!))
    this.way = squared >= 0 ? Math.sqrt(squared) + rounding : Infinity
    return false
  }

  /**
   * The triangle nearest to `target`, after `isClear` for the same.
   *
   * @param limit distance up to which it is of interest, m; any if the surface has an inside
   * @returns its place, −1 where there is none; the rest is in the finder, from `measure`
   */
  find(finder: TriangleFinder, particle: number, limit: number): number {
    this.isOutside = false
    const known = this.recall(finder, particle)
    if (known >= 0) return known
    const { records, triangles, way } = this
    const hint = triangles[KEPT * particle]!
    finder.slack = WAYS * way < FARTHEST * finder.size ? WAYS * way : 0
    if (hint >= 0 || limit === Infinity) finder.limitTo(Math.max(hint, 0))
    else finder.limit = limit * limit
    const found = finder.search()
    const at = RECORD * particle
    for (let k = 0; k < 3; k++) records[at + k] = target[k]!
    const { foundCount, squares, slack } = finder
    const nearest = found < 0 ? limit : Math.sqrt(squares[0]!)
    // What was not found is at least as far away as this.
    let rest = nearest + slack
    if (foundCount > KEPT) rest = Math.min(rest, Math.sqrt(squares[KEPT]!))
    records[at + DISTANCES] = nearest
    for (let n = 0; n < KEPT; n++) {
      const isFound = n < foundCount
      triangles[KEPT * particle + n] = isFound ? finder.found[n]! : -1
      if (n > 0)
        records[at + DISTANCES + n] = isFound ? Math.min(rest, Math.sqrt(squares[n]!)) : rest
    }
    records[at + DISTANCES + KEPT] = rest
    if (found >= 0) finder.measure(found)
    return found
  }

  /** What `find` has found lies inside. */
  markInside(particle: number): void {
    const at = RECORD * particle + DISTANCES
    this.records[at] = -Math.abs(this.records[at]!)
  }

  /** The nearest one, if it is among those that are known. */
  private recall(finder: TriangleFinder, particle: number): number {
    const { records, triangles, way, now } = this
    const first = KEPT * particle
    let best = triangles[first]!
    if (best < 0 || way === Infinity) return -1
    const at = RECORD * particle + DISTANCES
    let measured = best
    let square = finder.measure(best)
    now[0] = square
    let tested = 1
    for (let n = 1; ; n++) {
      const far = (records[at + n]! - way) * NEARER
      if (far > 0 && square < far * far) break
      // The last distance is that of all others.
      if (n === KEPT) return -1
      const t = triangles[first + n]!
      if (t < 0) {
        n = KEPT - 1
        continue
      }
      const other = finder.measure(t)
      measured = t
      now[tested++] = other
      if (other < square || (other === square && t < best)) {
        square = other
        best = t
      }
    }
    this.isOutside = records[at]! * NEARER > way
    if (tested > FEW) this.renew(particle, tested)
    if (measured !== best) finder.measure(best)
    return best
  }

  /** Writes the record anew for `target`, with distances of those that were measured, bounds of the others. */
  private renew(particle: number, tested: number): void {
    const { records, triangles, way, now } = this
    const first = KEPT * particle
    const at = RECORD * particle + DISTANCES
    const isInside = records[at]! < 0
    for (let k = 0; k < 3; k++) records[at - DISTANCES + k] = target[k]!
    const rest = records[at + KEPT]! - way
    records[at + KEPT] = rest
    for (let n = 0; n < KEPT; n++) {
      const t = triangles[first + n]!
      const distance = n < tested ? Math.sqrt(now[n]!) : records[at + n]! - way
      let place = n
      for (; place > 0 && records[at + place - 1]! > distance; place--) {
        records[at + place] = records[at + place - 1]!
        triangles[first + place] = triangles[first + place - 1]!
      }
      records[at + place] = Math.min(rest, distance)
      triangles[first + place] = t
    }
    if (isInside) records[at] = -records[at]!
  }
}

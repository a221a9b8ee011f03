/**
 * A search among triangles for the one that is nearest to a point, and for some that are not much
 * farther. Of triangles that are equally near, as those of an edge are, the first one is the answer: so
 * it is the same from wherever the search comes.
 */

/** Triangles that a search hands over at most, from the nearest; of one more it knows the distance. */
export const KEPT = 6

/** Distances are compared with room for rounding, so that what is equally near is looked at. */
export const WIDER = 1 + 1e-9
const TINY = 1e-300

export abstract class TriangleFinder {
  /** Answer of `measure`: feature of the triangle, and the nearest point of it, m. */
  feature = 0
  readonly point = new Float64Array(3)
  /** Square of the distance up to which a triangle is of interest, m². */
  limit = 0
  /** How much farther than the nearest triangle others are of interest, m. */
  slack = 0
  /** Answer of the last search: triangles from the nearest, and the squares of their distances, m². */
  readonly found = new Int32Array(KEPT + 1)
  readonly squares = new Float64Array(KEPT + 1)
  foundCount = 0

  /** About the size of a triangle, if they are spread evenly, m. */
  abstract readonly size: number

  /** Square of the distance of `target` from one triangle, by its place; the rest is in the fields. */
  abstract measure(t: number): number

  /**
   * Searches the triangle that is nearest to `target`, up to a distance of which `limit` is the square,
   * and others that are farther by `slack` at most.
   *
   * @returns its place, −1 where there is none; the rest is in the fields
   */
  abstract search(): number

  /** Puts a triangle where it belongs among those that were found. @returns what is of interest now */
  protected take(t: number, square: number, reach: number): number {
    const { found, squares, slack } = this
    let place = Math.min(this.foundCount, KEPT)
    while (place > 0 && isBefore(square, t, squares[place - 1]!, found[place - 1]!)) place--
    const last = Math.min(this.foundCount, KEPT)
    for (let n = last; n > place; n--) {
      squares[n] = squares[n - 1]!
      found[n] = found[n - 1]!
    }
    if (place === KEPT && this.foundCount > KEPT) {
      if (!isBefore(square, t, squares[KEPT]!, found[KEPT]!)) return reach
    }
    squares[place] = square
    found[place] = t
    if (this.foundCount <= KEPT) this.foundCount++
    const best = squares[0]!
    let wide = best
    if (slack > 0) wide = (Math.sqrt(best) + slack) ** 2
    if (this.foundCount > KEPT && squares[KEPT]! < wide) wide = squares[KEPT]!
    return wide < reach ? wide : reach
  }

  /** Sets `limit` to a little more than the square of the distance to one triangle, by its place. */
  limitTo(t: number): void {
    const distance = Math.sqrt(this.measure(t)) + this.slack
    this.limit = distance * distance * WIDER + TINY
  }
}

/** Of two that are equally near the one that comes first is taken. */
function isBefore(square: number, t: number, otherSquare: number, other: number): boolean {
  return square < otherSquare || (square === otherSquare && t < other)
}

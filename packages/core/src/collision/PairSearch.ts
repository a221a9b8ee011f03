/**
 * All pairs of points nearer than a radius, by a grid of cells as wide as that. The loops are in
 * WebAssembly where it runs; `plainCells.ts` and `plainPairs.ts` say how they go.
 *
 * A search is so rare that engines hardly compile what leads to it, and code that is not compiled makes
 * objects of numbers. So there are only integers here: the radius is written where kernels read it.
 */
import { CROWDED, FOUND, type PairMemory, REACH, SPAN_COUNT } from './PairMemory.js'
import type { PairKernels } from './plainPairs.js'
import { createPairKernels } from './wasmPairs.js'

/** Points near one: no bound. */
const ALL = 2 ** 29

export class PairSearch {
  /** Two points per pair, the smaller first; as many as were found, in no order that means anything. */
  pairs = new Int32Array(64)
  /** Had a point as many near it as are looked at, so that pairs may have been left out? */
  isCrowded = false
  /** xyz per point, m: to be set before a search. */
  readonly places: Float64Array
  /** Radius of the search, m: likewise. */
  readonly reach: Float64Array
  private readonly memory: PairMemory
  private readonly kernels: PairKernels

  /** @param edges how many there may be, see `exclude` */
  constructor(
    capacity: number,
    private readonly edges = 0,
  ) {
    const { memory, kernels } = createPairKernels(capacity, edges)
    this.memory = memory
    this.kernels = kernels
    this.places = memory.places
    this.reach = memory.numbers.subarray(REACH)
    memory.groups.fill(-1)
    this.include([0, capacity])
  }

  /**
   * Says which points count; all do at first.
   *
   * @param spans where stretches of them start and end, one after the other
   */
  include(spans: ArrayLike<number>): void {
    const { head, spans: kept } = this.memory
    let end = 0
    for (let s = 0; s < spans.length; s += 2) {
      if (spans[s]! === spans[s + 1]!) continue
      // Where one goes on where another ends they are one, so that there is room for all.
      if (end === 0 || kept[end - 1] !== spans[s]!) kept[end++] = spans[s]!
      else end--
      kept[end++] = spans[s + 1]!
    }
    head[SPAN_COUNT] = end / 2
  }

  /**
   * Leaves pairs out.
   *
   * @param starts where the edges of each point start in `ends`, and where the last ones end
   * @param ends points to which edges lead; each edge is there from both sides
   * @returns whether there is room for so many edges
   */
  exclude(starts: ArrayLike<number>, ends: ArrayLike<number>): boolean {
    if (ends.length > this.edges) return false
    this.memory.edgeStarts.set(starts)
    this.memory.edgeEnds.set(ends)
    return true
  }

  /** Leaves pairs within a group of points out, or takes them in again. */
  excludeWithin(from: number, to: number, group: number | undefined): void {
    this.memory.groups.fill(group ?? -1, from, to)
  }

  /**
   * Finds the pairs among the points that count.
   *
   * @param most points near one that are looked at, of those that come after it; `isCrowded` says
   * whether any has so many
   * @returns how many there are, in `pairs`
   */
  find(most = ALL): number {
    const { kernels } = this
    const { head } = this.memory
    this.isCrowded = false
    const count = kernels.sort()
    let found = 0
    for (let entry = 0; entry < count;) {
      entry = kernels.list(entry, count, most)
      if (head[CROWDED]! > 0) this.isCrowded = true
      if (head[FOUND]! > 0) this.keep(found, head[FOUND]!)
      found += head[FOUND]!
    }
    return found
  }

  private keep(found: number, added: number): void {
    const { pairs } = this.memory
    const start = 2 * found
    const end = start + 2 * added
    if (end > this.pairs.length) {
      const longer = new Int32Array(Math.max(2 * this.pairs.length, end))
      longer.set(this.pairs)
      this.pairs = longer
    }
    const { pairs: kept } = this
    for (let n = start; n < end; n++) kept[n] = pairs[n - start]!
  }
}

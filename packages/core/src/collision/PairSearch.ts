/**
 * All pairs of points nearer than a radius, by a grid of cells as wide as the radius into which points
 * are sorted by counting (Green 2008, "CUDA particles"). The loops are in WebAssembly where it runs;
 * `plainPairs.ts` says how they go.
 *
 * The grid lies over the points' own bounds, so it does not matter where in the world they are. It
 * has no more rows than points, or so: beyond that, rows that are far apart share a place, which costs
 * comparisons and changes no result.
 */
import { CROWDED, FOUND, MOST_COLUMNS, type PairMemory } from './PairMemory.js'
import type { PairGrid, PairKernels } from './plainPairs.js'
import { createPairKernels } from './wasmPairs.js'

/** Cells are wider than the radius by more than rounding, so that neighbours are in cells side by side. */
const ROUNDED_DOWN = 1 - 1e-9

/** Above what single precision is wrong by, as a share: 16 of its last digits. */
const ROUGHLY = 2 ** -20

/** Bits of the rows along each side at least, so that the three around a point are different ones. */
const LEAST_BITS = 2

/** Bounds that are no numbers end here, cells. */
const MOST_ROWS = 2 ** 20

/** Points near one: no bound. */
const ALL = 2 ** 30

export class PairSearch {
  /** Two points per pair, the smaller first; as many as were found, in no order that means anything. */
  pairs = new Int32Array(64)
  /** Had a point as many near it as are looked at, so that pairs may have been left out? */
  isCrowded = false
  /** xyz per point, m: to be set before a search. */
  readonly places: Float64Array
  /** Radius of the search, m. */
  readonly reach = new Float64Array(1)
  private readonly memory: PairMemory
  private readonly kernels: PairKernels
  private readonly grid: PairGrid = {
    axis: 0,
    mostColumns: 0,
    mostRows: MOST_ROWS,
    bits: LEAST_BITS,
    maskU: 0,
    maskV: 0,
  }

  /** @param edges how many there may be, see `exclude` */
  constructor(
    capacity: number,
    private readonly edges = 0,
  ) {
    const { memory, kernels } = createPairKernels(capacity, edges)
    this.memory = memory
    this.kernels = kernels
    this.places = memory.places
    memory.groups.fill(-1)
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
   * Finds the pairs among some of the points.
   *
   * @param spans where stretches of points that count start and end, one after the other
   * @param radius m
   * @param most points near one that are looked at, of those that come after it; `isCrowded` says
   * whether any has so many
   * @returns how many there are, in `pairs`
   */
  find(spans: ArrayLike<number>, radius: number, most = ALL): number {
    this.reach[0] = radius
    return this.findWithin(spans, most)
  }

  /** As `find`, with the radius in `reach`: a number that is passed may become an object. */
  findWithin(spans: ArrayLike<number>, most: number): number {
    const { kernels, grid } = this
    let count = 0
    for (let s = 0; s < spans.length; s += 2) count += spans[s + 1]! - spans[s]!
    this.isCrowded = false
    if (count < 2) return 0
    this.layOut(spans)
    for (let s = 0; s < spans.length; s += 2) kernels.assign(spans[s]!, spans[s + 1]!, grid)
    kernels.sumUp(grid.mostColumns + 1, (grid.maskU + 1) * (grid.maskV + 1))
    // Backwards, as points are within each.
    for (let s = spans.length - 2; s >= 0; s -= 2) kernels.order(spans[s]!, spans[s + 1]!)
    kernels.arrange(count)
    return this.compare(count, most)
  }

  /** Puts the grid over the points. */
  private layOut(spans: ArrayLike<number>): void {
    const { kernels, grid, reach } = this
    const radius = reach[0]!
    const { numbers, columnStarts, rowStarts, rowCount } = this.memory
    numbers.fill(Infinity, 0, 3)
    numbers.fill(-Infinity, 3, 6)
    for (let s = 0; s < spans.length; s += 2) kernels.widen(spans[s]!, spans[s + 1]!)
    // Bounds of nothing but what is no number are inside out.
    let longest = 0
    grid.axis = 0
    for (let k = 0; k < 3; k++) {
      const extent = numbers[3 + k]! - numbers[k]!
      if (!(extent > longest)) continue
      longest = extent
      grid.axis = k
    }
    const width = Math.max(radius, longest / (MOST_COLUMNS - 1))
    numbers[6] = ROUNDED_DOWN / width
    numbers[7] = ROUNDED_DOWN / radius
    numbers[8] = ROUNDED_DOWN / radius
    numbers[9] = radius * radius
    numbers[10] = ((1 + ROUGHLY) * radius + ROUGHLY * longest) ** 2
    grid.mostColumns = Math.min(Math.floor(longest / width) + 1, MOST_COLUMNS - 1) || 0
    let bitsU = bitsFor(numbers, (grid.axis + 1) % 3, reach)
    let bitsV = bitsFor(numbers, (grid.axis + 2) % 3, reach)
    while (2 ** (bitsU + bitsV) > rowCount) {
      if (bitsU >= bitsV) bitsU--
      else bitsV--
    }
    grid.bits = bitsU
    grid.maskU = 2 ** bitsU - 1
    grid.maskV = 2 ** bitsV - 1
    columnStarts.fill(0, 0, grid.mostColumns + 2)
    rowStarts.fill(0, 0, 2 ** (bitsU + bitsV) + 1)
  }

  private compare(count: number, most: number): number {
    const { kernels, grid } = this
    const { stretches } = this.memory
    let found = 0
    for (let entry = 0; entry < count;) {
      entry = kernels.compare(entry, count, most, grid)
      if (stretches[CROWDED]! > 0) this.isCrowded = true
      const added = kernels.confirm(stretches[FOUND]!)
      if (added > 0) this.keep(found, added)
      found += added
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

function bitsFor(numbers: Float64Array, axis: number, reach: Float64Array): number {
  const cells = Math.min(MOST_ROWS, (numbers[3 + axis]! - numbers[axis]!) / reach[0]! + 2) || 4
  return Math.max(LEAST_BITS, 32 - Math.clz32(Math.ceil(cells) - 1))
}

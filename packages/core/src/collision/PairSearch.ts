/**
 * All pairs of points nearer than a radius, by a grid of cells as wide as the radius: each point
 * looks into its own cell and the 13 of 26 around it that come later, so that no pair is found twice.
 * Points are sorted into cells by counting (Green 2008, "CUDA particles").
 *
 * The grid lies over the points' own bounds, so it does not matter where in the world they are. It
 * has no more cells than a few per point: along an axis that would need more, cells that are far apart
 * share a place, which costs comparisons and changes no result.
 */

/** Cells per point at most. Fewer make strangers share cells, more are slow to clear. */
const CELLS_PER_POINT = 4

/** Cells are wider than the radius by more than rounding, so that neighbours are in cells side by side. */
const ROUNDED_DOWN = 1 - 1e-9

/** Cells along an axis at least, so that the three in a row around a point are different ones. */
const LEAST_CELLS = 4

/** Bounds that are no numbers end here, cells. */
const MOST_CELLS = 2 ** 20

/** Rows of three cells that come later: their own, and four beside it. */
const ROWS = 5

export class PairSearch {
  /** Two points per pair, the smaller first; as many as were found, in no order that means anything. */
  pairs = new Int32Array(64)
  /** Where the cells' points start; those of the next cell follow. */
  private starts = new Int32Array(LEAST_CELLS ** 3 + 1)
  private readonly cells: Int32Array
  /** Points cell by cell, and their coordinates, m. */
  private readonly members: Int32Array
  private readonly sorted: Float64Array
  /** First and last entry of each row that is looked into, and one more for rows across the edge. */
  private readonly from = new Int32Array(3 * ROWS)
  private readonly to = new Int32Array(3 * ROWS)
  private found = 0
  /** Corner of the grid, m; cells along each axis, as powers of two; cells per metre. */
  private readonly low = new Float64Array(3)
  private readonly bits = new Int32Array(3)
  private inverseWidth = 1
  /** m; kept, since a number that is handed to a function may become an object. */
  private radius = 1

  constructor(capacity: number) {
    this.cells = new Int32Array(capacity)
    this.members = new Int32Array(capacity)
    this.sorted = new Float64Array(3 * capacity)
  }

  /**
   * Finds the pairs among some of the points.
   *
   * @param positions xyz per point, m
   * @param spans where stretches of points that count start and end, one after the other
   * @returns how many there are, in `pairs`
   */
  find(positions: Float64Array, spans: ArrayLike<number>, radius: number): number {
    this.found = 0
    let count = 0
    for (let s = 0; s < spans.length; s += 2) count += spans[s + 1]! - spans[s]!
    if (count < 2) return 0
    this.radius = radius
    this.layOut(positions, spans, count)
    this.sort(positions, spans)
    this.compare(count)
    return this.found
  }

  /** Puts the grid over the points. */
  private layOut(positions: Float64Array, spans: ArrayLike<number>, count: number): void {
    const { low, bits, radius } = this
    this.inverseWidth = ROUNDED_DOWN / radius
    for (let k = 0; k < 3; k++) {
      let least = Infinity
      let most = -Infinity
      for (let s = 0; s < spans.length; s += 2) {
        const end = 3 * spans[s + 1]!
        for (let i = 3 * spans[s]! + k; i < end; i += 3) {
          const x = positions[i]!
          if (x < least) least = x
          if (x > most) most = x
        }
      }
      low[k] = least
      // One more on either side, so that what looks beyond the edge finds nobody.
      const cells = Math.min(MOST_CELLS, (most - least) / radius + 3) || LEAST_CELLS
      bits[k] = Math.max(2, 32 - Math.clz32(Math.ceil(cells) - 1))
    }
    const most = Math.max(6, 32 - Math.clz32(CELLS_PER_POINT * count - 1))
    while (bits[0]! + bits[1]! + bits[2]! > most) {
      const widest = bits[0]! >= bits[1]! && bits[0]! >= bits[2]! ? 0 : bits[1]! >= bits[2]! ? 1 : 2
      bits[widest]!--
    }
    const size = 2 ** (bits[0]! + bits[1]! + bits[2]!)
    if (this.starts.length < size + 1) this.starts = new Int32Array(size + 1)
  }

  private sort(positions: Float64Array, spans: ArrayLike<number>): void {
    const { starts, cells, members, sorted, low, bits, inverseWidth } = this
    const x0 = low[0]!
    const y0 = low[1]!
    const z0 = low[2]!
    const bx = bits[0]!
    const by = bits[1]!
    const maskX = (1 << bx) - 1
    const maskY = (1 << by) - 1
    const maskZ = (1 << bits[2]!) - 1
    const size = 1 << (bx + by + bits[2]!)
    starts.fill(0, 0, size + 1)
    for (let s = 0; s < spans.length; s += 2) {
      const end = spans[s + 1]!
      for (let p = spans[s]!, i = 3 * p; p < end; p++, i += 3) {
        const x = (((positions[i]! - x0) * inverseWidth) | 0) + 1
        const y = (((positions[i + 1]! - y0) * inverseWidth) | 0) + 1
        const z = (((positions[i + 2]! - z0) * inverseWidth) | 0) + 1
        const cell = ((((z & maskZ) << by) | (y & maskY)) << bx) | (x & maskX)
        cells[p] = cell
        starts[cell]!++
      }
    }
    // Counts become ends; filling backwards then moves each end to the start of its cell.
    let end = 0
    for (let c = 0; c < size; c++) {
      end += starts[c]!
      starts[c] = end
    }
    starts[size] = end
    for (let s = spans.length - 2; s >= 0; s -= 2) {
      const first = spans[s]!
      for (let p = spans[s + 1]! - 1; p >= first; p--) {
        const place = --starts[cells[p]!]!
        members[place] = p
        sorted[3 * place] = positions[3 * p]!
        sorted[3 * place + 1] = positions[3 * p + 1]!
        sorted[3 * place + 2] = positions[3 * p + 2]!
      }
    }
  }

  private compare(count: number): void {
    const { cells, members, sorted, from, to, radius } = this
    const squaredRadius = radius * radius
    let last = -1
    let rows = 0
    for (let a = 0; a < count; a++) {
      const p = members[a]!
      const cell = cells[p]!
      if (cell !== last) {
        last = cell
        rows = this.look(cell)
      }
      const x = sorted[3 * a]!
      const y = sorted[3 * a + 1]!
      const z = sorted[3 * a + 2]!
      // In its own cell only what comes after it.
      from[0] = a + 1
      for (let r = 0; r < rows; r++) {
        const end = to[r]!
        for (let b = from[r]!; b < end; b++) {
          const dx = sorted[3 * b]! - x
          const dy = sorted[3 * b + 1]! - y
          const dz = sorted[3 * b + 2]! - z
          if (dx * dx + dy * dy + dz * dz < squaredRadius) this.add(p, members[b]!)
        }
      }
    }
  }

  /**
   * Lists the entries of the cells that a cell looks into. Three cells in a row follow each other,
   * unless the row runs over the edge of the grid.
   *
   * @returns how many stretches of entries there are
   */
  private look(cell: number): number {
    const { starts, from, to, bits } = this
    const bx = bits[0]!
    const by = bits[1]!
    const maskX = (1 << bx) - 1
    const maskY = (1 << by) - 1
    const maskZ = (1 << bits[2]!) - 1
    const x = cell & maskX
    const y = (cell >> bx) & maskY
    const z = cell >> (bx + by)
    const inside = x > 0 && x < maskX
    from[0] = starts[cell]!
    to[0] = starts[x < maskX ? cell + 2 : cell + 1]!
    let rows = 1
    if (x === maskX) {
      from[rows] = starts[cell - maskX]!
      to[rows++] = starts[cell - maskX + 1]!
    }
    for (let n = 1; n < ROWS; n++) {
      const dy = n === 1 ? 1 : n - 3
      const dz = n === 1 ? 0 : 1
      const row = ((((z + dz) & maskZ) << by) | ((y + dy) & maskY)) << bx
      if (inside) {
        const start = starts[row + x - 1]!
        const end = starts[row + x + 2]!
        if (start === end) continue
        from[rows] = start
        to[rows++] = end
        continue
      }
      for (let dx = -1; dx <= 1; dx++) {
        const other = row + ((x + dx) & maskX)
        from[rows] = starts[other]!
        to[rows++] = starts[other + 1]!
      }
    }
    return rows
  }

  private add(p: number, q: number): void {
    const at = 2 * this.found++
    if (at === this.pairs.length) {
      const more = new Int32Array(2 * at)
      more.set(this.pairs)
      this.pairs = more
    }
    this.pairs[at] = p < q ? p : q
    this.pairs[at + 1] = p < q ? q : p
  }
}

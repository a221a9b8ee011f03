/**
 * The memory of a search for pairs: one buffer that the plain kernels and their WebAssembly twins
 * both work on. It does not grow: pairs that do not fit are handed over in portions.
 */

/** Columns along the longest side at most: their counts stay in the nearest cache. */
export const MOST_COLUMNS = 4096

/** Corners of the grid, three cells per metre, and two squares. */
export const NUMBERS = 11

/** Four stretches of entries that one is compared with; how many fours were listed; how many points had too many near. */
const STRETCHES = 10

/** Where they have these numbers. */
export const FOUND = 8
export const CROWDED = 9

/** Fours that are listed before they are looked at again: as many as stay in the nearest cache. */
export const ROOM = 1024

export interface PairMemory {
  /** Points at most, and rows of the grid: a power of two. */
  readonly points: number
  readonly rowCount: number
  /** xyz per point, m. */
  readonly places: Float64Array
  /**
   * Least and greatest xyz, m; cells per metre along and across rows; the square of the radius, and one
   * from which on points are farther, whatever single precision has made of their places, m².
   */
  readonly numbers: Float64Array
  /** Cells of each point. */
  readonly columns: Int32Array
  readonly rows: Int32Array
  /** Where those of each column and row start. */
  readonly columnStarts: Int32Array
  readonly rowStarts: Int32Array
  /** Points column by column, and row by row. */
  readonly ordered: Int32Array
  readonly members: Int32Array
  /** Column of each entry of `members`, and where it is from the least xyz, m. */
  readonly sortedColumns: Int32Array
  readonly xs: Float32Array
  readonly ys: Float32Array
  readonly zs: Float32Array
  /** Points of the same group make no pairs with each other, unless it is −1. */
  readonly groups: Int32Array
  /** Points that each makes no pair with. */
  readonly edgeStarts: Int32Array
  readonly edgeEnds: Int32Array
  readonly stretches: Int32Array
  /** An entry, and the first of four others with a bit for each of them that is near. */
  readonly listed: Int32Array
  /** Two points per pair, the smaller first. */
  readonly pairs: Int32Array
}

export type PairLayout = Readonly<Record<keyof PairMemory, number>> & { readonly end: number }

/** Bytes of each array, and where they start. */
function sizesOf(points: number, edges: number): Record<string, number> {
  const rowCount = rowsFor(points)
  // It is full after a point, for which all others may be near: five times up to four short of four.
  const fours = ROOM + Math.ceil(points / 4) + 6
  return {
    numbers: 8 * NUMBERS,
    places: 24 * points,
    columns: 4 * points,
    rows: 4 * points,
    columnStarts: 4 * (MOST_COLUMNS + 1),
    rowStarts: 4 * (rowCount + 1),
    ordered: 4 * points,
    // Kernels look at four at once.
    members: 4 * (points + 3),
    sortedColumns: 4 * (points + 3),
    xs: 4 * (points + 3),
    ys: 4 * (points + 3),
    zs: 4 * (points + 3),
    groups: 4 * points,
    edgeStarts: 4 * (points + 1),
    edgeEnds: 4 * edges,
    stretches: 4 * STRETCHES,
    listed: 8 * fours,
    pairs: 8 * 4 * fours,
  }
}

/** One per point, and four along each of two sides at least. */
function rowsFor(points: number): number {
  return Math.max(16, 2 ** (32 - Math.clz32(Math.max(points, 1) - 1)))
}

export function layOutPairs(points: number, edges: number): PairLayout {
  const layout: Record<string, number> = { points, rowCount: rowsFor(points) }
  let end = 0
  for (const [name, bytes] of Object.entries(sizesOf(points, edges))) {
    layout[name] = end
    end = Math.ceil((end + bytes) / 16) * 16
  }
  return { ...layout, end } as PairLayout
}

/** Typed arrays over a buffer that is at least `layout.end` bytes long. */
export function createPairMemory(
  buffer: ArrayBuffer,
  layout: PairLayout,
  edges: number,
): PairMemory {
  const { points, rowCount } = layout
  const bytes = sizesOf(points, edges)
  const views: Record<string, unknown> = { points, rowCount }
  for (const [name, size] of Object.entries(bytes)) {
    const at = layout[name as keyof PairMemory]
    if (name === 'numbers' || name === 'places')
      views[name] = new Float64Array(buffer, at, size / 8)
    else if (name === 'xs' || name === 'ys' || name === 'zs')
      views[name] = new Float32Array(buffer, at, size / 4)
    else views[name] = new Int32Array(buffer, at, size / 4)
  }
  return views as unknown as PairMemory
}

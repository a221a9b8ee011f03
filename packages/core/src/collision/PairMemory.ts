/**
 * The memory of a search for pairs: one buffer that the plain kernels and their WebAssembly twins
 * both work on (`assembly/pairTable.ts`). It does not grow: pairs that do not fit are handed over in
 * portions. A head at its start holds counts and where each array begins, so that kernels need not be
 * told: a number that is passed may become an object.
 */

/** Columns along the longest side at most: their counts stay in the nearest cache. */
export const MOST_COLUMNS = 4096

/** Fours that are listed before they are looked at again: as many as stay in the nearest cache. */
export const ROOM = 1024

/** Counts in the head: rows there may be, a power of two; stretches of points that count, */
export const ROW_COUNT = 0
export const SPAN_COUNT = 1
/** the axis along which rows run, the last column, and bits of a row's number that are the first axis across, */
export const AXIS = 2
export const LAST_COLUMN = 3
export const BITS = 4
/** masks of both axes across, */
export const MASK_U = 5
export const MASK_V = 6
/** how much was found, and how many points had too many near. */
export const FOUND = 7
export const CROWDED = 8
const COUNTS = 9

/** In `numbers`: least and greatest xyz, m; cells per metre along and across rows, */
export const INVERSES = 6
/** the square of the radius, and one from which on points are farther, whatever single precision has made of them, m², */
export const SQUARE = 9
export const SURELY = 10
/** the radius, m. */
export const REACH = 11
const NUMBERS = 12

/** Four stretches of entries that one is compared with. */
const STRETCHES = 8

export interface PairMemory {
  readonly head: Int32Array
  readonly numbers: Float64Array
  /** Where stretches of points that count start and end. */
  readonly spans: Int32Array
  /** xyz per point, m. */
  readonly places: Float64Array
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

type Name = keyof PairMemory

const DOUBLES: readonly Name[] = ['numbers', 'places']
const SINGLES: readonly Name[] = ['xs', 'ys', 'zs']

/** Bytes of each array after the head, in the order in which they lie and the head has them. */
function sizesOf(points: number, edges: number): readonly (readonly [Name, number])[] {
  // It is full after a point, for which all others may be near: five times up to four short of four.
  const fours = ROOM + Math.ceil(points / 4) + 6
  return [
    ['numbers', 8 * NUMBERS],
    ['spans', 4 * (points + 2)],
    ['places', 24 * points],
    ['columns', 4 * points],
    ['rows', 4 * points],
    ['columnStarts', 4 * (MOST_COLUMNS + 1)],
    ['rowStarts', 4 * (rowsFor(points) + 1)],
    ['ordered', 4 * points],
    // Kernels look at four at once.
    ['members', 4 * (points + 3)],
    ['sortedColumns', 4 * (points + 3)],
    ['xs', 4 * (points + 3)],
    ['ys', 4 * (points + 3)],
    ['zs', 4 * (points + 3)],
    ['groups', 4 * points],
    ['edgeStarts', 4 * (points + 1)],
    ['edgeEnds', 4 * edges],
    ['stretches', 4 * STRETCHES],
    ['listed', 8 * fours],
    ['pairs', 8 * 4 * fours],
  ]
}

/** One per point, and four along each of two sides at least. */
function rowsFor(points: number): number {
  return Math.max(16, 2 ** (32 - Math.clz32(Math.max(points, 1) - 1)))
}

/**
 * @param points, edges how many there may be
 * @param allocate makes a buffer of so many bytes at least, all zeros
 */
export function createPairMemory(
  points: number,
  edges: number,
  allocate: (bytes: number) => ArrayBuffer,
): PairMemory {
  const sizes = sizesOf(points, edges)
  const starts: number[] = []
  let end = 4 * (COUNTS + sizes.length)
  for (const [, bytes] of sizes) {
    const start = Math.ceil(end / 16) * 16
    starts.push(start)
    end = start + bytes
  }
  const buffer = allocate(end)
  const head = new Int32Array(buffer, 0, COUNTS + sizes.length)
  head[ROW_COUNT] = rowsFor(points)
  head.set(starts, COUNTS)
  const memory: Partial<Record<Name, unknown>> = { head }
  sizes.forEach(([name, bytes], n) => {
    const start = starts[n]!
    if (DOUBLES.includes(name)) memory[name] = new Float64Array(buffer, start, bytes / 8)
    else if (SINGLES.includes(name)) memory[name] = new Float32Array(buffer, start, bytes / 4)
    else memory[name] = new Int32Array(buffer, start, bytes / 4)
  })
  return memory as PairMemory
}

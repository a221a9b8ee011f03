/**
 * First half of the search for near pairs, in TypeScript: what WebAssembly does where it runs
 * (`assembly/pairCells.ts`), bit by bit.
 *
 * Points are sorted into rows of cells as wide as the radius, along the longest side of their bounds,
 * and by columns within each row: twice by counting (radix sort; Green 2008, "CUDA particles"). The
 * grid lies over the points' own bounds, so it does not matter where in the world they are. It has no
 * more rows than points, or so: beyond that, rows that are far apart share a place, which costs
 * comparisons and changes no result.
 */
import {
  AXIS,
  BITS,
  INVERSES,
  LAST_COLUMN,
  MASK_U,
  MASK_V,
  MOST_COLUMNS,
  type PairMemory,
  REACH,
  ROW_COUNT,
  SPAN_COUNT,
  SQUARE,
  SURELY,
} from './PairMemory.js'

/** Cells are wider than the radius by more than rounding, so that neighbours are in cells side by side. */
const ROUNDED_DOWN = 1 - 1e-9

/** Above what single precision is wrong by, as a share: 16 of its last digits. */
const ROUGHLY = 2 ** -20

/** Rows along each side at least, so that the three around a point are different ones. */
const LEAST_ROWS = 4

/** Where rows along one side end, before some share a place. */
const LAST_ROW = 2 ** 20

/**
 * Sorts the points that count into cells: `members` has them row by row.
 *
 * @returns how many they are
 */
export function sortIntoCells(memory: PairMemory): number {
  const { head, numbers, spans, columnStarts, rowStarts } = memory
  const stop = 2 * head[SPAN_COUNT]!
  numbers.fill(Infinity, 0, 3)
  numbers.fill(-Infinity, 3, 6)
  let count = 0
  for (let s = 0; s < stop; s += 2) {
    count += spans[s + 1]! - spans[s]!
    widen(memory, spans[s]!, spans[s + 1]!)
  }
  layOut(memory)
  for (let s = 0; s < stop; s += 2) assign(memory, spans[s]!, spans[s + 1]!)
  sumUp(columnStarts, head[LAST_COLUMN]! + 1)
  sumUp(rowStarts, (head[MASK_U]! + 1) * (head[MASK_V]! + 1))
  // Backwards, as points are within each.
  for (let s = stop - 2; s >= 0; s -= 2) order(memory, spans[s]!, spans[s + 1]!)
  arrange(memory, count)
  return count
}

/** Widens the bounds by some points. */
function widen({ places, numbers }: PairMemory, from: number, to: number): void {
  for (let i = 3 * from; i < 3 * to; i++) {
    const k = i % 3
    if (places[i]! < numbers[k]!) numbers[k] = places[i]!
    if (places[i]! > numbers[3 + k]!) numbers[3 + k] = places[i]!
  }
}

/** Puts the grid over the bounds. Those of nothing but what is no number are inside out. */
function layOut({ head, numbers, columnStarts, rowStarts }: PairMemory): void {
  const reach = numbers[REACH]!
  let longest = 0
  let axis = 0
  for (let k = 0; k < 3; k++) {
    const extent = extentOf(numbers, k)
    if (!(extent > longest)) continue
    longest = extent
    axis = k
  }
  const width = Math.max(reach, longest / (MOST_COLUMNS - 1))
  const rough = (1 + ROUGHLY) * reach + ROUGHLY * longest
  numbers[INVERSES] = ROUNDED_DOWN / width
  numbers[INVERSES + 1] = ROUNDED_DOWN / reach
  numbers[INVERSES + 2] = ROUNDED_DOWN / reach
  numbers[SQUARE] = reach * reach
  numbers[SURELY] = rough * rough
  const lastColumn = wholeWithin(longest / width + 1, 0, MOST_COLUMNS - 1)
  let bitsU = bitsFor(extentOf(numbers, (axis + 1) % 3) / reach)
  let bitsV = bitsFor(extentOf(numbers, (axis + 2) % 3) / reach)
  while (bitsU + bitsV > 31 - Math.clz32(head[ROW_COUNT]!)) {
    if (bitsU >= bitsV) bitsU--
    else bitsV--
  }
  head[AXIS] = axis
  head[LAST_COLUMN] = lastColumn
  head[BITS] = bitsU
  head[MASK_U] = (1 << bitsU) - 1
  head[MASK_V] = (1 << bitsV) - 1
  columnStarts.fill(0, 0, lastColumn + 2)
  rowStarts.fill(0, 0, (1 << (bitsU + bitsV)) + 1)
}

/** How far points are apart along an axis. */
function extentOf(numbers: Float64Array, axis: number): number {
  return numbers[3 + axis]! - numbers[axis]!
}

/** The whole part of a number; what is no number counts as the least. */
function wholeWithin(x: number, least: number, most: number): number {
  return x > least ? (x < most ? Math.trunc(x) : most) : least
}

/** Bits that number the cells of an extent, which is given in cells. */
function bitsFor(cells: number): number {
  return 32 - Math.clz32(wholeWithin(Math.ceil(cells + 2), LEAST_ROWS, LAST_ROW) - 1)
}

/** Finds column and row of points, and counts those in each. */
function assign(memory: PairMemory, from: number, to: number): void {
  const { head, places, numbers, columns, rows, columnStarts, rowStarts } = memory
  const axis = head[AXIS]!
  const axisU = (axis + 1) % 3
  const axisV = (axis + 2) % 3
  for (let p = from, i = 3 * from; p < to; p++, i += 3) {
    const column = cellOf(places[i + axis]!, numbers[axis]!, numbers[INVERSES]!, head[LAST_COLUMN]!)
    const u = cellOf(places[i + axisU]!, numbers[axisU]!, numbers[INVERSES + 1]!, LAST_ROW)
    const v = cellOf(places[i + axisV]!, numbers[axisV]!, numbers[INVERSES + 2]!, LAST_ROW)
    const row = ((v & head[MASK_V]!) << head[BITS]!) | (u & head[MASK_U]!)
    columns[p] = column
    rows[p] = row
    columnStarts[column]!++
    rowStarts[row]!++
  }
}

/** A cell along one axis: 0 to `last`, which is also that of what is no number. */
function cellOf(x: number, low: number, inverse: number, last: number): number {
  const cell = (x - low) * inverse
  return cell < last ? Math.trunc(cell) : last
}

/** Counts become ends, which filling backwards moves to the starts. */
function sumUp(starts: Int32Array, size: number): void {
  let end = 0
  for (let n = 0; n < size; n++) {
    end += starts[n]!
    starts[n] = end
  }
  starts[size] = end
}

/** Sorts points by columns; ends become starts. */
function order({ columns, columnStarts, ordered }: PairMemory, from: number, to: number): void {
  for (let p = to - 1; p >= from; p--) ordered[--columnStarts[columns[p]!]!] = p
}

/** Sorts all of them by rows, and by columns within each. */
function arrange(memory: PairMemory, count: number): void {
  const { places, numbers, columns, rows, rowStarts, ordered, members, sortedColumns } = memory
  const { xs, ys, zs } = memory
  for (let n = count - 1; n >= 0; n--) {
    const p = ordered[n]!
    const place = --rowStarts[rows[p]!]!
    members[place] = p
    sortedColumns[place] = columns[p]!
    xs[place] = places[3 * p]! - numbers[0]!
    ys[place] = places[3 * p + 1]! - numbers[1]!
    zs[place] = places[3 * p + 2]! - numbers[2]!
  }
}

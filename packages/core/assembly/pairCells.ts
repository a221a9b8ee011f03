/**
 * First half of the search for pairs: puts a grid over points and sorts them into its cells. Twin of
 * `src/collision/plainCells.ts`.
 */
import {
  AXIS,
  BITS,
  COLUMNS,
  COLUMN_STARTS,
  HIGH,
  INVERSES,
  LAST_COLUMN,
  LOW,
  MASK_U,
  MASK_V,
  MEMBERS,
  NUMBERS,
  ORDERED,
  PLACES,
  POINT,
  REACH,
  ROWS,
  ROW_COUNT,
  ROW_STARTS,
  SORTED_COLUMNS,
  SPANS,
  SPAN_COUNT,
  SQUARE,
  SURELY,
  XS,
  YS,
  ZS,
} from './pairTable'

/** A stretch of points: from one, to before another. */
const SPAN: usize = 8

/** As in the twin. */
const ROUNDED_DOWN: f64 = 1 - 1e-9
const ROUGHLY: f64 = 1.0 / 1048576.0
const LAST_OF_COLUMNS = 4095
const LAST_ROW = 1048576
const LEAST_ROWS = 4

/**
 * Sorts the points that count into cells.
 *
 * @returns how many they are
 */
export function sort(): usize {
  const spans = load<usize>(SPANS)
  const stop = spans + load<usize>(SPAN_COUNT) * SPAN
  const numbers = load<usize>(NUMBERS)
  for (let at = numbers; at < numbers + HIGH; at += 8) {
    f64.store(at, Infinity, LOW)
    f64.store(at, -Infinity, HIGH)
  }
  let count: usize = 0
  for (let span = spans; span < stop; span += SPAN) {
    count += load<usize>(span, 4) - load<usize>(span)
    widen(load<usize>(span), load<usize>(span, 4))
  }
  layOut()
  for (let span = spans; span < stop; span += SPAN) assign(load<usize>(span), load<usize>(span, 4))
  sumUp(load<usize>(COLUMN_STARTS), load<usize>(LAST_COLUMN) + 1)
  sumUp(load<usize>(ROW_STARTS), (load<usize>(MASK_U) + 1) * (load<usize>(MASK_V) + 1))
  // Backwards, as points are within each.
  for (let span = stop; span > spans;) {
    span -= SPAN
    order(load<usize>(span), load<usize>(span, 4))
  }
  arrange(count)
  return count
}

/** Puts the grid over the bounds of the points. */
function layOut(): void {
  const numbers = load<usize>(NUMBERS)
  const reach = f64.load(numbers, REACH)
  let longest: f64 = 0
  let axis: usize = 0
  for (let k: usize = 0; k < 3; k++) {
    const extent = extentOf(numbers, k)
    if (!(extent > longest)) continue
    longest = extent
    axis = k
  }
  const width = max<f64>(reach, longest / LAST_OF_COLUMNS)
  const rough = (1 + ROUGHLY) * reach + ROUGHLY * longest
  f64.store(numbers, ROUNDED_DOWN / width, INVERSES)
  f64.store(numbers, ROUNDED_DOWN / reach, INVERSES + 8)
  f64.store(numbers, ROUNDED_DOWN / reach, INVERSES + 16)
  f64.store(numbers, reach * reach, SQUARE)
  f64.store(numbers, rough * rough, SURELY)
  const lastColumn = wholeWithin(longest / width + 1, 0, LAST_OF_COLUMNS)
  const axisU = after(axis)
  let bitsU = bitsFor(extentOf(numbers, axisU) / reach)
  let bitsV = bitsFor(extentOf(numbers, after(axisU)) / reach)
  while (bitsU + bitsV > ctz<i32>(load<i32>(ROW_COUNT))) {
    if (bitsU >= bitsV) bitsU--
    else bitsV--
  }
  store<usize>(AXIS, axis)
  store<i32>(LAST_COLUMN, lastColumn)
  store<i32>(BITS, bitsU)
  store<i32>(MASK_U, (1 << bitsU) - 1)
  store<i32>(MASK_V, (1 << bitsV) - 1)
  memory.fill(load<usize>(COLUMN_STARTS), 0, (lastColumn + 2) << 2)
  memory.fill(load<usize>(ROW_STARTS), 0, ((1 << (bitsU + bitsV)) + 1) << 2)
}

/** The axis after one. */
function after(axis: usize): usize {
  return axis == 2 ? 0 : axis + 1
}

/** How far points are apart along an axis. */
function extentOf(numbers: usize, axis: usize): f64 {
  const at = numbers + (axis << 3)
  return f64.load(at, HIGH) - f64.load(at, LOW)
}

/** The whole part of a number; what is no number counts as the least. */
function wholeWithin(x: f64, least: i32, most: i32): i32 {
  return x > least ? (x < most ? i32(x) : most) : least
}

/** Bits that number the cells of an extent, which is given in cells. */
function bitsFor(cells: f64): i32 {
  return 32 - clz<i32>(wholeWithin(ceil(cells + 2), LEAST_ROWS, LAST_ROW) - 1)
}

/** Widens the bounds of all points so far. */
function widen(from: usize, to: usize): void {
  const places = load<usize>(PLACES)
  const numbers = load<usize>(NUMBERS)
  let lx = f64.load(numbers, LOW)
  let ly = f64.load(numbers, LOW + 8)
  let lz = f64.load(numbers, LOW + 16)
  let hx = f64.load(numbers, HIGH)
  let hy = f64.load(numbers, HIGH + 8)
  let hz = f64.load(numbers, HIGH + 16)
  const stop = places + to * POINT
  for (let at = places + from * POINT; at < stop; at += POINT) {
    const x = f64.load(at)
    const y = f64.load(at, 8)
    const z = f64.load(at, 16)
    if (x < lx) lx = x
    if (x > hx) hx = x
    if (y < ly) ly = y
    if (y > hy) hy = y
    if (z < lz) lz = z
    if (z > hz) hz = z
  }
  f64.store(numbers, lx, LOW)
  f64.store(numbers, ly, LOW + 8)
  f64.store(numbers, lz, LOW + 16)
  f64.store(numbers, hx, HIGH)
  f64.store(numbers, hy, HIGH + 8)
  f64.store(numbers, hz, HIGH + 16)
}

/** A cell along one axis: 0 to `most`, which is also that of what is no number. */
function cellOf(x: f64, low: f64, inverse: f64, most: f64): i32 {
  const cell = (x - low) * inverse
  return i32(cell < most ? cell : most)
}

/** Finds column and row of points, and counts those in each. */
function assign(from: usize, to: usize): void {
  const places = load<usize>(PLACES)
  const numbers = load<usize>(NUMBERS)
  const columns = load<usize>(COLUMNS)
  const rows = load<usize>(ROWS)
  const columnStarts = load<usize>(COLUMN_STARTS)
  const rowStarts = load<usize>(ROW_STARTS)
  const axis = load<usize>(AXIS)
  const axisU = after(axis)
  const axisV = after(axisU)
  const lastColumn: f64 = load<i32>(LAST_COLUMN)
  const bits = load<i32>(BITS)
  const maskU = load<i32>(MASK_U)
  const maskV = load<i32>(MASK_V)
  const low = f64.load(numbers + (axis << 3), LOW)
  const lowU = f64.load(numbers + (axisU << 3), LOW)
  const lowV = f64.load(numbers + (axisV << 3), LOW)
  const inverse = f64.load(numbers, INVERSES)
  const inverseU = f64.load(numbers, INVERSES + 8)
  const inverseV = f64.load(numbers, INVERSES + 16)
  for (let p = from; p < to; p++) {
    const at = places + p * POINT
    const column = cellOf(f64.load(at + (axis << 3)), low, inverse, lastColumn)
    const u = cellOf(f64.load(at + (axisU << 3)), lowU, inverseU, LAST_ROW)
    const v = cellOf(f64.load(at + (axisV << 3)), lowV, inverseV, LAST_ROW)
    const row = ((v & maskV) << bits) | (u & maskU)
    store<i32>(columns + (p << 2), column)
    store<i32>(rows + (p << 2), row)
    const ofColumn = columnStarts + (column << 2)
    store<i32>(ofColumn, load<i32>(ofColumn) + 1)
    const ofRow = rowStarts + (row << 2)
    store<i32>(ofRow, load<i32>(ofRow) + 1)
  }
}

/** Counts become ends, which filling backwards moves to the starts. */
function sumUp(starts: usize, size: usize): void {
  let end = 0
  const stop = starts + (size << 2)
  for (let at = starts; at < stop; at += 4) {
    end += load<i32>(at)
    store<i32>(at, end)
  }
  store<i32>(stop, end)
}

/** Sorts points by columns. */
function order(from: usize, to: usize): void {
  const columns = load<usize>(COLUMNS)
  const columnStarts = load<usize>(COLUMN_STARTS)
  const ordered = load<usize>(ORDERED)
  for (let p = to; p > from;) {
    p--
    const start = columnStarts + (load<i32>(columns + (p << 2)) << 2)
    const place = load<i32>(start) - 1
    store<i32>(start, place)
    store<usize>(ordered + (place << 2), p)
  }
}

/**
 * Sorts them by rows, and by columns within each: points, their columns, and their coordinates from the
 * corner of the grid in single precision.
 */
function arrange(count: usize): void {
  const numbers = load<usize>(NUMBERS)
  const places = load<usize>(PLACES)
  const columns = load<usize>(COLUMNS)
  const rows = load<usize>(ROWS)
  const rowStarts = load<usize>(ROW_STARTS)
  const ordered = load<usize>(ORDERED)
  const members = load<usize>(MEMBERS)
  const sortedColumns = load<usize>(SORTED_COLUMNS)
  const xs = load<usize>(XS)
  const ys = load<usize>(YS)
  const zs = load<usize>(ZS)
  const lx = f64.load(numbers, LOW)
  const ly = f64.load(numbers, LOW + 8)
  const lz = f64.load(numbers, LOW + 16)
  for (let n = count; n > 0;) {
    n--
    const p = load<usize>(ordered + (n << 2))
    const start = rowStarts + (load<i32>(rows + (p << 2)) << 2)
    const place = load<usize>(start) - 1
    store<usize>(start, place)
    const to = place << 2
    store<usize>(members + to, p)
    store<i32>(sortedColumns + to, load<i32>(columns + (p << 2)))
    const at = places + p * POINT
    store<f32>(xs + to, f32(f64.load(at) - lx))
    store<f32>(ys + to, f32(f64.load(at, 8) - ly))
    store<f32>(zs + to, f32(f64.load(at, 16) - lz))
  }
}

/**
 * The search for near pairs of points: twins of `src/collision/plainPairs.ts`, what they do is told
 * there. Functions hold no state: they take addresses in one memory, laid out by `PairMemory.ts`.
 * Coordinates are in double precision, and all arithmetic is in the same order as there.
 */

/** Three numbers of 8 bytes. */
const POINT: usize = 24

/** Where `numbers` have the corners of the grid, then the axes, then cells per metre along each of these. */
const LOW: usize = 0
const HIGH: usize = 24
const INVERSES: usize = 48
const SQUARE: usize = 72
const SURELY: usize = 80

/** Rows that come later, and where each is looked into: two entries of 4 bytes. */
const LATER = 4
const STRETCH: usize = 8

/** What is listed, bytes: a point and four others. */
const LISTED: usize = 8

/** Widens the bounds of all points so far. */
export function widen(places: usize, from: usize, to: usize, numbers: usize): void {
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
export function assign(
  places: usize,
  from: usize,
  to: usize,
  numbers: usize,
  axis: usize,
  mostColumns: f64,
  mostRows: f64,
  bits: u32,
  maskU: i32,
  maskV: i32,
  columns: usize,
  rows: usize,
  columnStarts: usize,
  rowStarts: usize,
): void {
  const axisU: usize = axis == 2 ? 0 : axis + 1
  const axisV: usize = axisU == 2 ? 0 : axisU + 1
  const low = f64.load(numbers + (axis << 3), LOW)
  const lowU = f64.load(numbers + (axisU << 3), LOW)
  const lowV = f64.load(numbers + (axisV << 3), LOW)
  const inverse = f64.load(numbers, INVERSES)
  const inverseU = f64.load(numbers, INVERSES + 8)
  const inverseV = f64.load(numbers, INVERSES + 16)
  for (let p = from; p < to; p++) {
    const at = places + p * POINT
    const column = cellOf(f64.load(at + (axis << 3)), low, inverse, mostColumns)
    const u = cellOf(f64.load(at + (axisU << 3)), lowU, inverseU, mostRows)
    const v = cellOf(f64.load(at + (axisV << 3)), lowV, inverseV, mostRows)
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
export function sumUp(starts: usize, size: usize): void {
  let end = 0
  const stop = starts + (size << 2)
  for (let at = starts; at < stop; at += 4) {
    end += load<i32>(at)
    store<i32>(at, end)
  }
  store<i32>(stop, end)
}

/** Sorts points by columns. */
export function order(
  from: usize,
  to: usize,
  columns: usize,
  columnStarts: usize,
  ordered: usize,
): void {
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
export function arrange(
  places: usize,
  count: usize,
  numbers: usize,
  columns: usize,
  rows: usize,
  rowStarts: usize,
  ordered: usize,
  members: usize,
  sortedColumns: usize,
  xs: usize,
  ys: usize,
  zs: usize,
): void {
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

/**
 * Compares points from an entry on with those that come after them, four at a time. Nothing here
 * depends on whether they are near, so that a processor need not guess: what is, is listed.
 *
 * @param room fours after which it stops
 * @param most points that may be near per point
 * @param listed their point, as entry, then the first of four entries, with four bits for which are near
 * @returns the entry to go on from
 */
export function compare(
  entry: usize,
  count: usize,
  room: usize,
  most: i32,
  bits: u32,
  maskU: i32,
  maskV: i32,
  rows: usize,
  rowStarts: usize,
  members: usize,
  sortedColumns: usize,
  xs: usize,
  ys: usize,
  zs: usize,
  stretches: usize,
  found: usize,
  numbers: usize,
  listed: usize,
): usize {
  const surely = f32x4.splat(f32(f64.load(numbers, SURELY)))
  const full = listed + room * LISTED
  let crowded = 0
  let out = listed
  let a = entry
  while (a < count) {
    const row = load<i32>(rows + (load<usize>(members + (a << 2)) << 2))
    const end = load<usize>(rowStarts + (row << 2), 4)
    const u = row & maskU
    const v = row >>> bits
    let stop = stretches
    for (let n = 0; n < LATER; n++) {
      const nextU = (n == 0 ? u + 1 : u + n - 2) & maskU
      const nextV = (n == 0 ? v : v + 1) & maskV
      const other = rowStarts + (((nextV << bits) | nextU) << 2)
      const start = load<usize>(other)
      const last = load<usize>(other, 4)
      if (start == last) continue
      store<usize>(stop, start)
      store<usize>(stop, last, 4)
      stop += STRETCH
    }
    for (; a < end; a++) {
      if (out >= full) break
      const at = a << 2
      const column = load<i32>(sortedColumns + at)
      const before = i32x4.splat(column - 1)
      const x = v128.load32_splat(xs + at)
      const y = v128.load32_splat(ys + at)
      const z = v128.load32_splat(zs + at)
      let left = most
      let b = a + 1
      let to = end
      let stretch = stretches
      for (;;) {
        while (b < to) {
          const from = b << 2
          const dx = f32x4.sub(v128.load(xs + from), x)
          const dy = f32x4.sub(v128.load(ys + from), y)
          const dz = f32x4.sub(v128.load(zs + from), z)
          const squared = f32x4.add(
            f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)),
            f32x4.mul(dz, dz),
          )
          // What is no number may be near.
          const near = ~i32x4.bitmask(f32x4.ge(squared, surely)) & inside(to - b)
          store<usize>(out, a)
          store<usize>(out, (b << 4) | near, 4)
          out += near == 0 ? 0 : LISTED
          left -= popcnt<i32>(near)
          b += 4
          if (b >= to || left <= 0 || load<i32>(sortedColumns + (b << 2)) > column + 1) break
        }
        if (left <= 0) {
          crowded++
          break
        }
        if (stretch == stop) break
        b = load<usize>(stretch)
        to = load<usize>(stretch, 4)
        // Those of earlier columns are passed over.
        for (;;) {
          const earlier = i32x4.lt_s(v128.load(sortedColumns + (b << 2)), before)
          const passed = popcnt<i32>(i32x4.bitmask(earlier) & inside(to - b))
          b += passed
          if (passed < 4) break
        }
        store<usize>(stretch, b)
        stretch += STRETCH
      }
    }
    if (out >= full) break
  }
  store<usize>(found, (out - listed) / LISTED)
  store<i32>(found, crowded, 4)
  return a
}

/** Bits of the first four of `count`. */
function inside(count: usize): i32 {
  return count < 4 ? (1 << i32(count)) - 1 : 15
}

/** Makes pairs of what is listed, is near in double precision, too, and has no edge in between. */
export function confirm(
  listed: usize,
  count: usize,
  places: usize,
  members: usize,
  groups: usize,
  edgeStarts: usize,
  edgeEnds: usize,
  numbers: usize,
  pairs: usize,
): usize {
  const square = f64.load(numbers, SQUARE)
  const stop = listed + count * LISTED
  let out = pairs
  for (; listed < stop; listed += LISTED) {
    const p = load<usize>(members + (load<usize>(listed) << 2))
    const four = load<usize>(listed, 4)
    const from = members + ((four >> 4) << 2)
    const joined = i32x4.bitmask(neighbours(p, v128.load(from), edgeStarts, edgeEnds))
    for (let left = i32(four & 15) & ~joined; left != 0; left &= left - 1) {
      const q = load<usize>(from + (usize(ctz<i32>(left)) << 2))
      if (!meet(p, q, places, groups, square)) continue
      store<usize>(out, p < q ? p : q)
      store<usize>(out, p < q ? q : p, 4)
      out += 8
    }
  }
  return (out - pairs) >> 3
}

/** Which of four points an edge connects with another one. */
function neighbours(p: usize, qs: v128, edgeStarts: usize, edgeEnds: usize): v128 {
  let found = i32x4.splat(0)
  const stop = edgeEnds + (load<usize>(edgeStarts + (p << 2), 4) << 2)
  for (let at = edgeEnds + (load<usize>(edgeStarts + (p << 2)) << 2); at < stop; at += 4)
    found = v128.or(found, i32x4.eq(qs, v128.load32_splat(at)))
  return found
}

/** Are two points nearer than the radius, and not of a group whose points make no pairs? */
function meet(p: usize, q: usize, places: usize, groups: usize, square: f64): bool {
  const group = load<i32>(groups + (p << 2))
  if (group >= 0 && group == load<i32>(groups + (q << 2))) return false
  const a = places + p * POINT
  const b = places + q * POINT
  const dx = f64.load(b) - f64.load(a)
  const dy = f64.load(b, 8) - f64.load(a, 8)
  const dz = f64.load(b, 16) - f64.load(a, 16)
  return dx * dx + dy * dy + dz * dz < square
}

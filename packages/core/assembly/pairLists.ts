/**
 * Second half of the search for pairs: compares what is in cells side by side. Twin of
 * `src/collision/plainPairs.ts`.
 */
import {
  BITS,
  CROWDED,
  EDGE_ENDS,
  EDGE_STARTS,
  FOUND,
  GROUPS,
  LISTED,
  MASK_U,
  MASK_V,
  MEMBERS,
  NUMBERS,
  PAIRS,
  PLACES,
  POINT,
  ROWS,
  ROW_STARTS,
  SORTED_COLUMNS,
  SQUARE,
  STRETCHES,
  SURELY,
  XS,
  YS,
  ZS,
} from './pairTable'

/** Rows that come later, and where each is looked into: two entries of 4 bytes. */
const LATER = 4
const STRETCH: usize = 8

/** What is listed, bytes: a point and four others; and after how many of them it is looked at. */
const FOUR: usize = 8
const ROOM: usize = 1024

/** Lists pairs of points from an entry on with those that come after them, as many as there is room for. */
export function list(entry: usize, count: usize, most: i32): usize {
  const next = compare(entry, count, most)
  store<usize>(FOUND, confirm(load<usize>(FOUND)))
  return next
}

/**
 * Compares points from an entry on with those that come after them, four at a time. Nothing here
 * depends on whether they are near, so that a processor need not guess: what is, is listed, as its
 * entry, then the first of four entries, with four bits for which are near.
 *
 * @param most points that may be near per point
 * @returns the entry to go on from
 */
function compare(entry: usize, count: usize, most: i32): usize {
  const bits = load<i32>(BITS)
  const maskU = load<i32>(MASK_U)
  const maskV = load<i32>(MASK_V)
  const rows = load<usize>(ROWS)
  const rowStarts = load<usize>(ROW_STARTS)
  const members = load<usize>(MEMBERS)
  const sortedColumns = load<usize>(SORTED_COLUMNS)
  const xs = load<usize>(XS)
  const ys = load<usize>(YS)
  const zs = load<usize>(ZS)
  const stretches = load<usize>(STRETCHES)
  const listed = load<usize>(LISTED)
  const surely = f32x4.splat(f32(f64.load(load<usize>(NUMBERS), SURELY)))
  const full = listed + ROOM * FOUR
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
          out += near == 0 ? 0 : FOUR
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
  store<usize>(FOUND, (out - listed) / FOUR)
  store<i32>(CROWDED, crowded)
  return a
}

/** Bits of the first four of `count`. */
function inside(count: usize): i32 {
  return count < 4 ? (1 << i32(count)) - 1 : 15
}

/** Makes pairs of what is listed, is near in double precision, too, and has no edge in between. */
function confirm(count: usize): usize {
  const places = load<usize>(PLACES)
  const members = load<usize>(MEMBERS)
  const groups = load<usize>(GROUPS)
  const edgeStarts = load<usize>(EDGE_STARTS)
  const edgeEnds = load<usize>(EDGE_ENDS)
  const pairs = load<usize>(PAIRS)
  const square = f64.load(load<usize>(NUMBERS), SQUARE)
  let at = load<usize>(LISTED)
  const stop = at + count * FOUR
  let out = pairs
  for (; at < stop; at += FOUR) {
    const p = load<usize>(members + (load<usize>(at) << 2))
    const four = load<usize>(at, 4)
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

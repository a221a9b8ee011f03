/**
 * The search for near pairs, in TypeScript: what WebAssembly does where it runs (`assembly/pairs.ts`),
 * bit by bit. Points are sorted into cells first (`plainCells.ts`).
 *
 * A point is compared with what comes after it in its own row and with four of the eight rows around
 * that, so that no pair is found twice. Rows are looked up once for all points in them.
 *
 * Sorted places are in single precision, which leaves out what is surely too far; double precision
 * decides on what is left and no edge connects. Hardly any is, in a sheet.
 */
import {
  BITS,
  CROWDED,
  FOUND,
  MASK_U,
  MASK_V,
  type PairMemory,
  ROOM,
  SQUARE,
  SURELY,
} from './PairMemory.js'
import { sortIntoCells } from './plainCells.js'

export interface PairKernels {
  /**
   * Sorts the points that count into cells.
   *
   * @returns how many they are
   */
  sort(): number
  /**
   * Lists pairs of points from an entry on with those that come after them, as many as there is room
   * for: `head[FOUND]` says how many, and `head[CROWDED]` how many points had `most` near them.
   *
   * @param most points that may be near per point
   * @returns the entry to go on from
   */
  list(entry: number, count: number, most: number): number
}

const LATER = 4

export function createPlainPairs(memory: PairMemory): PairKernels {
  return {
    sort: () => sortIntoCells(memory),
    list(entry, count, most) {
      const next = compare(memory, entry, count, most)
      confirm(memory, memory.head[FOUND]!)
      return next
    },
  }
}

/** Compares points from an entry on with those that come after them, until `ROOM` fours are listed. */
function compare(memory: PairMemory, entry: number, count: number, most: number): number {
  const { head, numbers, rows, rowStarts, members, sortedColumns, xs, ys, zs } = memory
  const { stretches, listed } = memory
  const bits = head[BITS]!
  const maskU = head[MASK_U]!
  const maskV = head[MASK_V]!
  const surely = Math.fround(numbers[SURELY]!)
  let found = 0
  let crowded = 0
  let a = entry
  while (a < count && found < ROOM) {
    const row = rows[members[a]!]!
    const end = rowStarts[row + 1]!
    const u = row & maskU
    const v = row >>> bits
    let stretchCount = 0
    for (let n = 0; n < LATER; n++) {
      const nextU = (n === 0 ? u + 1 : u + n - 2) & maskU
      const nextV = (n === 0 ? v : v + 1) & maskV
      const other = (nextV << bits) | nextU
      if (rowStarts[other] === rowStarts[other + 1]) continue
      stretches[2 * stretchCount] = rowStarts[other]!
      stretches[2 * stretchCount++ + 1] = rowStarts[other + 1]!
    }
    for (; a < end && found < ROOM; a++) {
      const column = sortedColumns[a]!
      const x = xs[a]!
      const y = ys[a]!
      const z = zs[a]!
      let left = most
      let b = a + 1
      let to = end
      for (let s = 0; ; s++) {
        while (b < to) {
          let near = 0
          for (let n = 0; n < 4 && b + n < to; n++) {
            const dx = Math.fround(xs[b + n]! - x)
            const dy = Math.fround(ys[b + n]! - y)
            const dz = Math.fround(zs[b + n]! - z)
            const squareXY = Math.fround(Math.fround(dx * dx) + Math.fround(dy * dy))
            if (Math.fround(squareXY + Math.fround(dz * dz)) >= surely) continue
            near |= 1 << n
            left--
          }
          listed[2 * found] = a
          listed[2 * found + 1] = (b << 4) | near
          if (near !== 0) found++
          b += 4
          if (left <= 0 || !(sortedColumns[b]! <= column + 1)) break
        }
        if (left <= 0) crowded++
        if (left <= 0 || s === stretchCount) break
        b = stretches[2 * s]!
        to = stretches[2 * s + 1]!
        while (b < to && sortedColumns[b]! < column - 1) b++
        stretches[2 * s] = b
      }
    }
  }
  head[FOUND] = found
  head[CROWDED] = crowded
  return a
}

/** Makes pairs of what is listed, is near in double precision, too, and has no edge in between. */
function confirm(memory: PairMemory, count: number): void {
  const { head, members, listed, pairs } = memory
  let found = 0
  for (let n = 0; n < count; n++) {
    const p = members[listed[2 * n]!]!
    const first = listed[2 * n + 1]! >> 4
    const near = listed[2 * n + 1]! & 15
    for (let k = 0; k < 4; k++) {
      const q = members[first + k]!
      if ((near & (1 << k)) === 0 || isNeighbour(memory, p, q) || !meet(memory, p, q)) continue
      pairs[2 * found] = p < q ? p : q
      pairs[2 * found++ + 1] = p < q ? q : p
    }
  }
  head[FOUND] = found
}

function isNeighbour({ edgeStarts, edgeEnds }: PairMemory, p: number, q: number): boolean {
  const stop = edgeStarts[p + 1]!
  for (let e = edgeStarts[p]!; e < stop; e++) if (edgeEnds[e] === q) return true
  return false
}

/** Are two points nearer than the radius, and not of a group whose points make no pairs? */
function meet({ places, groups, numbers }: PairMemory, p: number, q: number): boolean {
  const group = groups[p]!
  if (group >= 0 && group === groups[q]) return false
  const dx = places[3 * q]! - places[3 * p]!
  const dy = places[3 * q + 1]! - places[3 * p + 1]!
  const dz = places[3 * q + 2]! - places[3 * p + 2]!
  return dx * dx + dy * dy + dz * dz < numbers[SQUARE]!
}

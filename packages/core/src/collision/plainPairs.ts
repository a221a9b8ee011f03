/**
 * The hot loops of the search for near pairs, in TypeScript: what WebAssembly does where it runs
 * (`assembly/pairs.ts`), bit by bit.
 *
 * Points are sorted into rows of cells as wide as the radius, along the longest side of their bounds,
 * and by columns within each row: twice by counting (radix sort). A point is compared with what comes
 * after it in its own row and with four of the eight rows around that, so that no pair is found twice.
 * Rows are looked up once for all points in them.
 *
 * Sorted places are in single precision, which leaves out what is surely too far; double precision
 * decides on what is left and no edge connects. Hardly any is, in a sheet.
 */
import { CROWDED, FOUND, ROOM, type PairMemory } from './PairMemory.js'

/** How the grid lies: the axis of its rows, and how many cells there are. */
export interface PairGrid {
  axis: number
  /** Last column; last cell across before cells share rows. */
  mostColumns: number
  mostRows: number
  /** Bits of a row's number that are the first axis across, and masks of both. */
  bits: number
  maskU: number
  maskV: number
}

export interface PairKernels {
  /** Widens the bounds in `numbers` by some points. */
  widen(from: number, to: number): void
  /** Finds column and row of points, and counts those in each. */
  assign(from: number, to: number, grid: PairGrid): void
  /** Turns counts of columns and rows into ends. */
  sumUp(columns: number, rows: number): void
  /** Sorts points by columns; ends become starts. */
  order(from: number, to: number): void
  /** Sorts all of them by rows, and by columns within each. */
  arrange(count: number): void
  /**
   * Compares points from an entry on with those that come after them, until `ROOM` fours are listed.
   *
   * @param most points that may be near per point
   * @returns the entry to go on from
   */
  compare(entry: number, count: number, most: number, grid: PairGrid): number
  /**
   * Makes pairs of what is listed, is near in double precision, too, and has no edge in between.
   *
   * @returns how many
   */
  confirm(count: number): number
}

const LATER = 4

export function createPlainPairs(memory: PairMemory): PairKernels {
  const { places, numbers, columns, rows, columnStarts, rowStarts } = memory
  const { ordered, members, sortedColumns, xs, ys, zs, groups, edgeStarts, edgeEnds } = memory
  const { stretches, listed, pairs } = memory

  const cellOf = (x: number, low: number, inverse: number, most: number): number => {
    const cell = (x - low) * inverse
    return cell < most ? Math.trunc(cell) : most
  }

  const isNeighbour = (p: number, q: number): boolean => {
    const stop = edgeStarts[p + 1]!
    for (let e = edgeStarts[p]!; e < stop; e++) if (edgeEnds[e] === q) return true
    return false
  }

  /** Are two points nearer than the radius, and not of a group whose points make no pairs? */
  const meet = (p: number, q: number, square: number): boolean => {
    const group = groups[p]!
    if (group >= 0 && group === groups[q]) return false
    const dx = places[3 * q]! - places[3 * p]!
    const dy = places[3 * q + 1]! - places[3 * p + 1]!
    const dz = places[3 * q + 2]! - places[3 * p + 2]!
    return dx * dx + dy * dy + dz * dz < square
  }

  return {
    widen(from, to) {
      for (let i = 3 * from; i < 3 * to; i++) {
        const k = i % 3
        if (places[i]! < numbers[k]!) numbers[k] = places[i]!
        if (places[i]! > numbers[3 + k]!) numbers[3 + k] = places[i]!
      }
    },

    assign(from, to, { axis, mostColumns, mostRows, bits, maskU, maskV }) {
      const axisU = (axis + 1) % 3
      const axisV = (axis + 2) % 3
      const low = numbers[axis]!
      const lowU = numbers[axisU]!
      const lowV = numbers[axisV]!
      const inverse = numbers[6]!
      const inverseU = numbers[7]!
      const inverseV = numbers[8]!
      for (let p = from, i = 3 * from; p < to; p++, i += 3) {
        const column = cellOf(places[i + axis]!, low, inverse, mostColumns)
        const u = cellOf(places[i + axisU]!, lowU, inverseU, mostRows)
        const v = cellOf(places[i + axisV]!, lowV, inverseV, mostRows)
        const row = ((v & maskV) << bits) | (u & maskU)
        columns[p] = column
        rows[p] = row
        columnStarts[column]!++
        rowStarts[row]!++
      }
    },

    sumUp(columnCount, rowCount) {
      sum(columnStarts, columnCount)
      sum(rowStarts, rowCount)
    },

    order(from, to) {
      for (let p = to - 1; p >= from; p--) ordered[--columnStarts[columns[p]!]!] = p
    },

    arrange(count) {
      for (let n = count - 1; n >= 0; n--) {
        const p = ordered[n]!
        const place = --rowStarts[rows[p]!]!
        members[place] = p
        sortedColumns[place] = columns[p]!
        xs[place] = places[3 * p]! - numbers[0]!
        ys[place] = places[3 * p + 1]! - numbers[1]!
        zs[place] = places[3 * p + 2]! - numbers[2]!
      }
    },

    compare(entry, count, most, { bits, maskU, maskV }) {
      const surely = Math.fround(numbers[10]!)
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
      stretches[FOUND] = found
      stretches[CROWDED] = crowded
      return a
    },

    confirm(count) {
      const square = numbers[9]!
      let found = 0
      for (let n = 0; n < count; n++) {
        const p = members[listed[2 * n]!]!
        const first = listed[2 * n + 1]! >> 4
        const near = listed[2 * n + 1]! & 15
        for (let k = 0; k < 4; k++) {
          const q = members[first + k]!
          if ((near & (1 << k)) === 0 || isNeighbour(p, q) || !meet(p, q, square)) continue
          pairs[2 * found] = p < q ? p : q
          pairs[2 * found++ + 1] = p < q ? q : p
        }
      }
      return found
    },
  }
}

/** Counts become ends, which filling backwards moves to the starts. */
function sum(starts: Int32Array, size: number): void {
  let end = 0
  for (let n = 0; n < size; n++) {
    end += starts[n]!
    starts[n] = end
  }
  starts[size] = end
}

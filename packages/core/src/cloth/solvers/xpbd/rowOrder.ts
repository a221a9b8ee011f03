/**
 * The constraints of a whole grid in the order in which kernels go over it row by row: within a family
 * first along each row, then to the rows before it. Kernels have a row of n particles in ⌈n / 4⌉
 * blocks, of which block k holds the particles k, k + ⌈n / 4⌉, k + 2 ⌈n / 4⌉ and k + 3 ⌈n / 4⌉; so four
 * constraints that are solved at once are a quarter of a row apart, and the places of a list say the
 * same as what the blocks do (`assembly/rows.ts`).
 */
import { SpringFamily } from '../../../mesh/grid.js'
import { EMPTY } from './colouring.js'
import { LANES } from './XpbdMemory.js'

/** Narrower rows have less than four blocks, and bend constraints around their ends would meet. */
export const LEAST_COLUMNS = 13

/** Takes two particles or nodes of a constraint, or `EMPTY` twice where a place is left empty. */
type Visit = (a: number, b: number) => unknown

/** All constraints of a family; `columns` are at least `LEAST_COLUMNS`. */
export function visitRows(family: SpringFamily, columns: number, rows: number, visit: Visit): void {
  const width = Math.ceil(columns / LANES)

  /** From the particles of a block to those of another row, `back` columns before them. */
  const block = (k: number, row: number, other: number, back: number): void => {
    for (let column = k; column < LANES * width; column += width) {
      if (column < back || column >= columns) visit(EMPTY, EMPTY)
      else visit(row * columns + column, other * columns + column - back)
    }
  }
  const along = (row: number, distance: number): void => {
    // One need not wait for the one before: every other `distance` blocks, then those between.
    for (let first = distance; first < 3 * distance; first++)
      for (let k = first; k < width; k += 2 * distance) block(k, row, row, distance)
    for (let k = 0; k < distance; k++) block(k, row, row, distance)
  }
  const down = (row: number, distance: number): void => {
    for (let k = 0; k < width; k++) block(k, row, row - distance, 0)
  }
  const across = (row: number, other: number): void => {
    for (let k = 1; k < width; k++) block(k, row, other, 1)
    block(0, row, other, 1)
  }

  if (family === SpringFamily.shear) {
    // Every other two rows first. One row after the other, sweeps would push what is stretched too far
    // along before them, and cloth that pins do not let come to rest would tremble far more.
    for (const turn of [0, 1]) {
      for (let row = 1; row < rows; row++) {
        if (((row >> 1) & 1) !== turn) continue
        across(row, row - 1)
        across(row - 1, row)
      }
    }
    return
  }
  const distance = family === SpringFamily.bend ? 2 : 1
  for (let row = 0; row < rows; row++) {
    along(row, distance)
    if (row >= distance) down(row, distance)
  }
}

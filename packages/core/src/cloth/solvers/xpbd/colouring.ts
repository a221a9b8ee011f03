/**
 * Orders constraints so that kernels can take them by fours: no two of four share a particle, and
 * four that follow each other rarely do, so that a processor need not wait for the one before.
 *
 * Constraints stay near where their list has them, a stretch at a time: corrections then run through
 * the cloth in the order of the list within one sweep, as in Gauss-Seidel, and what a stretch works on
 * stays in the cache. Within a stretch they are ordered by colour, constraints of one colour having
 * no particle in common (greedy colouring; Fratarcangeli and Pellacini 2013 use it for cloth).
 */
import { LANES } from './XpbdMemory.js'

/** Constraints of a stretch: some rows of a small sheet, and what fits into the nearest cache. */
export const STRETCH = 256

/** A particle with more constraints of one family in a stretch is no cloth; the rest go one by one. */
const COLOURS = 32

/** Places left empty at most per stretch where every constraint finds a colour. */
export const MOST_EMPTY = (LANES - 1) * COLOURS

/** Stands in the order where a place of four is left empty. */
export const EMPTY = -1

/**
 * @param ends particles of all constraints, `arity` of each
 * @param stretch constraints that are ordered by colour as one
 * @param arity particles per constraint
 * @returns indices of constraints and `EMPTY`, a multiple of `LANES` in number
 */
export function orderByFours(
  ends: ArrayLike<number>,
  particleCount: number,
  stretch = STRETCH,
  arity = 2,
): Int32Array {
  const count = ends.length / arity
  const order: number[] = []
  // Bit c of a particle: one of its constraints in this stretch has colour c.
  const taken = new Uint32Array(particleCount)
  for (let start = 0; start < count; start += stretch) {
    const stop = Math.min(start + stretch, count)
    const byColour: number[][] = []
    for (let c = start; c < stop; c++) {
      let busy = 0
      for (let e = arity * c; e < arity * (c + 1); e++) busy |= taken[ends[e]!]!
      const free = ~busy
      const colour = free === 0 ? COLOURS + c - start : 31 - Math.clz32(free & -free)
      if (colour < COLOURS)
        for (let e = arity * c; e < arity * (c + 1); e++) taken[ends[e]!]! |= 1 << colour
      ;(byColour[colour] ??= []).push(c)
    }
    for (let e = arity * start; e < arity * stop; e++) taken[ends[e]!] = 0
    // Of an array with holes, forEach visits what is there.
    byColour.forEach((members) => {
      order.push(...members)
      while (order.length % LANES !== 0) order.push(EMPTY)
    })
  }
  return Int32Array.from(order)
}

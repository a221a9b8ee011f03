/**
 * The distance constraints of a sheet in the order in which they are solved: bend, shear, then
 * stretch, so that the stiffest have the last word; within a family colour by colour.
 */
import { SpringFamily, type Springs } from '../../../mesh/grid.js'
import { colourConstraints, OVERFLOW } from './colouring.js'

/** Constraints that may be solved in any order, since no two share a particle. */
export interface ConstraintBatch {
  readonly family: SpringFamily
  readonly start: number
  readonly count: number
}

export interface ConstraintList {
  readonly batches: readonly ConstraintBatch[]
  /** Index into the sheet's springs, in solving order. */
  readonly order: Uint32Array
}

const SOLVING_ORDER = [SpringFamily.bend, SpringFamily.shear, SpringFamily.structural] as const

export function orderConstraints(springs: Springs, particleCount: number): ConstraintList {
  const order: number[] = []
  const batches: ConstraintBatch[] = []
  for (const family of SOLVING_ORDER) {
    const members: number[] = []
    springs.families.forEach((own, s) => {
      if (own === family) members.push(s)
    })
    const ends = members.flatMap((s) => [springs.ends[2 * s]!, springs.ends[2 * s + 1]!])
    const { colours, colourCount } = colourConstraints(ends, particleCount)
    for (let colour = 0; colour < colourCount; colour++) {
      const batch = members.filter((_, n) => colours[n] === colour)
      // Those without a colour share particles, so each is a batch of its own.
      const size = colour === OVERFLOW ? 1 : batch.length
      for (let n = 0; n < batch.length; n += size) {
        batches.push({ family, start: order.length, count: size })
        for (const spring of batch.slice(n, n + size)) order.push(spring)
      }
    }
  }
  return { batches, order: Uint32Array.from(order) }
}

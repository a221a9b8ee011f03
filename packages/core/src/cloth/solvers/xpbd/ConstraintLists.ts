/**
 * The distance constraints of a sheet in the order in which they are solved: bend, shear, then
 * stretch, so that the stiffest have the last word; within a family by fours. On a grid that cannot tear
 * they are in the order of its rows, and kernels go over all families at once.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import { type ClothGrid, isGrid, SpringFamily } from '../../../mesh/grid.js'
import { EMPTY, MOST_EMPTY, orderByFours, STRETCH } from './colouring.js'
import type { Alphas, GridRows, XpbdKernels } from './kernels.js'
import { LEAST_COLUMNS, visitRows } from './rowOrder.js'
import { LANES, STRIDE, type XpbdMemory } from './XpbdMemory.js'

/** The constraints of a family, from `start` on in memory. */
export interface ConstraintBatch {
  readonly family: SpringFamily
  readonly start: number
  readonly count: number
}

const SOLVING_ORDER = [SpringFamily.bend, SpringFamily.shear, SpringFamily.structural] as const

export class ConstraintLists {
  /** Places in memory that the lists may come to need by tears. */
  readonly capacity: number
  /** The grid that is swept row by row, if there is one. */
  readonly grid: GridRows | undefined
  /** The least rest length, m. */
  shortest = 0
  /** Is a bend constraint within any limit that the others are within? */
  private readonly bendsFollow: boolean
  private lists: readonly ConstraintBatch[] = []
  /** Index into the sheet's springs, in solving order, or `EMPTY`. */
  private order: readonly number[] = []
  /** Rest lengths in solving order while a change is on its way, m, and those of the sheet. */
  private eased: Float32Array | undefined
  private own: Float32Array | undefined

  constructor(private readonly sheet: ClothSheet) {
    const { springs, springCapacity } = sheet
    this.arrange(STRETCH)
    this.capacity = this.order.length
    this.bendsFollow = isWhole(sheet) && isFlat(sheet)
    if (hasRows(sheet)) {
      const [bends, shears, structurals] = this.lists.map(({ start }) => start)
      this.grid = {
        ...{ first: 0, columns: sheet.columns, rows: sheet.rows },
        ...{ bends: bends!, shears: shears!, structurals: structurals!, end: this.capacity },
      }
    }
    if (springCapacity === undefined) return
    const room = springCapacity - springs.count
    // Springs that come by tears may each be alone among four.
    const most = springs.count + LANES * room + SOLVING_ORDER.length * MOST_EMPTY
    this.capacity = LANES * Math.ceil(Math.max(this.capacity, most) / LANES)
  }

  get batches(): readonly ConstraintBatch[] {
    return this.lists
  }

  /** Those that a limit has to look at; a bend constraint of a whole grid follows from others. */
  get limited(): readonly ConstraintBatch[] {
    if (!this.bendsFollow) return this.lists
    return this.lists.filter(({ family }) => family !== SpringFamily.bend)
  }

  /** One sweep over all families that are on. */
  solve(kernels: XpbdKernels, alphas: Alphas): void {
    const { grid, lists } = this
    if (grid) return kernels.solveRows(grid, alphas)
    for (let n = 0; n < lists.length; n++) {
      const { family, start, count } = lists[n]!
      if (alphas[family] >= 0) kernels.solveDistances(start, count, alphas[family])
    }
  }

  /**
   * A pass of a strain limit.
   *
   * @returns the largest length / rest above the stretch that was found, 0 where there was none
   */
  shorten(kernels: XpbdKernels, stretch: number): number {
    const { grid, lists, bendsFollow } = this
    let largest = 0
    for (let n = 0; n < lists.length; n++) {
      const { family, start, count } = lists[n]!
      if (family === SpringFamily.bend ? bendsFollow : grid) continue
      largest = Math.max(largest, kernels.limitDistances(start, count, stretch))
    }
    return grid ? Math.max(largest, kernels.limitRows(grid, stretch)) : largest
  }

  /** Orders the springs that the sheet has now, and writes them into the memory. */
  write(memory: XpbdMemory): void {
    const { ends, restLengths } = memory
    const { springs } = this.sheet
    this.own = this.eased = undefined
    this.shortest = springs.restLengths.reduce((least, rest) => Math.min(least, rest), Infinity)
    this.arrange(STRETCH)
    // Fewer places are left empty when all of a family are coloured as one.
    if (this.order.length > this.capacity) this.arrange(Infinity)
    this.order.forEach((spring, c) => {
      const empty = spring === EMPTY
      ends[2 * c] = endOf(empty ? undefined : springs.ends[2 * spring], memory)
      ends[2 * c + 1] = endOf(empty ? undefined : springs.ends[2 * spring + 1], memory)
      restLengths[c] = empty ? 1 : springs.restLengths[spring]!
    })
  }

  /** @param lengths rest length per spring, m; undefined for those of the sheet */
  ease({ restLengths }: XpbdMemory, lengths: Float64Array | undefined): void {
    const { order } = this
    this.showOwn(restLengths)
    if (lengths === undefined) {
      this.own = this.eased = undefined
      return
    }
    this.own ??= restLengths.slice(0, order.length)
    this.eased ??= new Float32Array(order.length)
    for (let c = 0; c < order.length; c++)
      this.eased[c] = order[c] === EMPTY ? 1 : lengths[order[c]!]!
    restLengths.set(this.eased)
  }

  /** For a limit, which is a share of what the sheet has. */
  showOwn(restLengths: Float32Array): void {
    if (this.own) restLengths.set(this.own)
  }

  showEased(restLengths: Float32Array): void {
    if (this.eased) restLengths.set(this.eased)
  }

  private arrange(stretch: number): void {
    const { sheet } = this
    const { springs, particleCount } = sheet
    const order: number[] = []
    const springOf = hasRows(sheet) ? findSprings(sheet) : undefined
    this.lists = SOLVING_ORDER.map((family) => {
      if (springOf && hasRows(sheet)) {
        const start = order.length
        const visit = (a: number, b: number): unknown => order.push(springOf(a, b))
        visitRows(family, sheet.columns, sheet.rows, visit)
        return { family, start, count: order.length - start }
      }
      const members: number[] = []
      for (let s = 0; s < springs.count; s++) if (springs.families[s] === family) members.push(s)
      const ends = members.flatMap((s) => [springs.ends[2 * s]!, springs.ends[2 * s + 1]!])
      const start = order.length
      for (const m of orderByFours(ends, particleCount, stretch))
        order.push(m === EMPTY ? EMPTY : members[m]!)
      return { family, start, count: order.length - start }
    })
    this.order = order
  }
}

function hasRows(sheet: ClothSheet): sheet is ClothGrid {
  return isGrid(sheet) && sheet.reserve === undefined && sheet.columns >= LEAST_COLUMNS
}

/** The spring between two particles, which is listed with the later one; `EMPTY` for none. */
function findSprings({ springs, particleCount }: ClothSheet): (a: number, b: number) => number {
  const firsts = new Int32Array(particleCount)
  for (let s = springs.count - 1; s >= 0; s--) firsts[springs.ends[2 * s]!] = s
  return (a, b) => {
    if (a === EMPTY) return EMPTY
    let s = firsts[Math.max(a, b)]!
    while (springs.ends[2 * s + 1] !== Math.min(a, b)) s++
    return s
  }
}

/** Where in memory a list has an end; an empty place has the particle that is nobody's. */
export function endOf(particle: number | undefined, { particleCount }: XpbdMemory): number {
  return STRIDE * (particle ?? particleCount)
}

const isWhole = (sheet: ClothSheet): sheet is ClothGrid =>
  isGrid(sheet) && sheet.reserve === undefined

/** More than rounding, as a share of a length. */
const BENT = 1e-6

/**
 * Are the rows and columns of a grid straight at rest? A bend constraint spans two structural ones, and
 * where these meet at an angle it is shorter than both.
 */
function isFlat({ springs, cell }: ClothGrid): boolean {
  const { count, ends, families, restLengths } = springs
  for (let s = 0; s < count; s++) {
    if (families[s] !== SpringFamily.structural) continue
    const across = Math.abs(ends[2 * s]! - ends[2 * s + 1]!) === 1 ? cell[0] : cell[1]
    if (restLengths[s]! > (1 + BENT) * across) return false
  }
  return true
}

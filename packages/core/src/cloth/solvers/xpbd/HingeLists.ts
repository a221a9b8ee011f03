/**
 * The hinges of a sheet in the order in which they are solved, for bending by angles. They stay in the
 * solver's memory where it has room for them: where bending is by angles from the start. Bending may be
 * changed at any time and a tear may make more hinges, and a memory cannot grow without taking all
 * its arrays away; then they get a memory of their own, into which particles are copied and back.
 * Both give the same bits; the copies cost some percent of a sweep.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import type { Springs } from '../../../mesh/grid.js'
import { findHinges, type Hinges } from '../../../mesh/hinges.js'
import { EMPTY, orderByFours } from './colouring.js'
import { endOf } from './ConstraintLists.js'
import type { XpbdKernels } from './kernels.js'
import { createKernels } from './wasmKernels.js'
import { LANES, type XpbdMemory } from './XpbdMemory.js'

/**
 * Hinges that are ordered by colour as one. A particle has a dozen of them, so there are many colours,
 * and each leaves places of its last four empty.
 */
const HINGE_STRETCH = 1024

/** Particles of a hinge. */
const ENDS = 4

/** Room for as many times the hinges, so that not every tear needs a memory of its own. */
const GROWTH = 1.25

interface KernelsAndMemory {
  readonly memory: XpbdMemory
  readonly kernels: XpbdKernels
}

/** A memory of their own, and the solver's arrays that it takes particles from, as long as its own. */
interface OwnPlace extends KernelsAndMemory {
  readonly particles: Float32Array
  readonly offsets: Float32Array
}

export class HingeLists {
  private hinges: Hinges | undefined
  /** Indices of hinges and `EMPTY`. */
  private order: readonly number[] = []
  private own: OwnPlace | undefined
  /** Where the hinges are written. */
  private place: KernelsAndMemory | undefined
  /** Springs of the sheet when hinges were found, and written: a tear renews them. */
  private found: Springs | undefined
  private written: Springs | undefined

  constructor(private readonly sheet: ClothSheet) {}

  /** Places in memory that the hinges of the sheet take, a multiple of `LANES`. */
  get count(): number {
    this.find()
    return this.order.length
  }

  /** Writes the hinges that the sheet has now where there is room for them, unless they are there. */
  write(memory: XpbdMemory, kernels: XpbdKernels): void {
    if (this.written === this.sheet.springs) return
    const { particles, restAngles, shapes } = this.find()
    this.place = this.findRoom({ memory, kernels })
    const { hingeEnds, restCosines, restSines, shapes: written } = this.place.memory
    this.order.forEach((hinge, n) => {
      const empty = hinge === EMPTY
      for (let e = 0; e < ENDS; e++) {
        const end = empty ? undefined : particles[ENDS * hinge + e]
        hingeEnds[ENDS * n + e] = endOf(end, memory)
      }
      restCosines[n] = empty ? 1 : Math.cos(restAngles[hinge]!)
      restSines[n] = empty ? 0 : Math.sin(restAngles[hinge]!)
      written[n] = empty ? 1 : shapes[hinge]!
    })
    this.written = this.sheet.springs
  }

  /**
   * One sweep over all hinges that are written.
   *
   * @param stiffness bending stiffness of the sheet, N·m
   * @param hh what a compliance is divided by: the square of the substep, s²
   */
  solve(stiffness: number, hh: number): void {
    const { place, own, order } = this
    if (place === undefined || stiffness === 0) return
    if (own === place) {
      own.memory.particles.set(own.particles)
      own.memory.offsets.set(own.offsets)
    }
    place.kernels.solveHinges(order.length, 1 / (stiffness * hh))
    if (own === place) own.offsets.set(own.memory.offsets)
  }

  private find(): Hinges {
    const { springs, particleCount } = this.sheet
    if (this.hinges !== undefined && this.found === springs) return this.hinges
    this.found = springs
    this.hinges = findHinges(this.sheet)
    const { particles } = this.hinges
    this.order = [...orderByFours(particles, particleCount, HINGE_STRETCH, ENDS)]
    return this.hinges
  }

  private findRoom(solver: KernelsAndMemory): KernelsAndMemory {
    const { particleCount } = this.sheet
    const fits = ({ memory }: KernelsAndMemory): boolean =>
      memory.shapes.length >= this.order.length
    if (fits(solver)) return solver
    if (this.own !== undefined && fits(this.own)) return this.own
    const hinges = LANES * Math.ceil((GROWTH * this.order.length) / LANES)
    const sizes = { particles: particleCount, nodes: 0, constraints: 0, tethers: 0, hinges }
    const own = createKernels(sizes)
    const { length } = own.memory.particles
    const [particles, offsets] = [solver.memory.particles, solver.memory.offsets].map((array) =>
      array.subarray(0, length),
    ) as [Float32Array, Float32Array]
    this.own = { ...own, particles, offsets }
    return this.own
  }
}

/**
 * The coarse levels of a sheet at work. A cycle puts the nodes where their particles are, then goes
 * from the coarsest level to the finest, brings the constraints of each within a stretch, and takes
 * the children of its nodes along. One sweep over all particles afterwards then does what many alone
 * would.
 */
import { isGrid } from '../../../mesh/grid.js'
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import { EMPTY } from './colouring.js'
import { endOf } from './ConstraintLists.js'
import { createHierarchy, type Hierarchy, NO_HIERARCHY } from './hierarchy.js'
import type { GridRows, XpbdKernels } from './kernels.js'
import { createMeshHierarchy } from './meshHierarchy.js'
import { distanceOf, STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class CoarseLevels {
  readonly nodeCount: number
  readonly constraintCount: number
  private readonly hierarchy: Hierarchy
  /** Where each level's constraints start in memory. */
  private readonly starts: readonly number[]
  /** Each level that is a grid of its own. */
  private readonly grids: readonly (GridRows | undefined)[]

  /** @param firstConstraint where in memory the constraints of the levels begin */
  constructor(
    private readonly sheet: ClothSheet,
    firstConstraint: number,
  ) {
    this.hierarchy = hierarchyOf(sheet)
    this.nodeCount = this.hierarchy.nodeCount
    let end = firstConstraint
    this.starts = this.hierarchy.levels.map(({ lengths }) => {
      const start = end
      end += lengths.length
      return start
    })
    this.constraintCount = end - firstConstraint
    this.grids = this.hierarchy.levels.map(({ start, lengths, grid }, n) => {
      if (grid === undefined) return undefined
      const shears = this.starts[n]!
      return {
        ...{ first: this.indexOf(start), columns: grid.columns, rows: grid.rows },
        ...{ bends: shears, shears, structurals: shears + grid.diagonals },
        end: shears + lengths.length,
      }
    })
  }

  /** Writes the lists into a memory that has room for them. */
  write(memory: XpbdMemory): void {
    const { ends, restLengths, parents } = memory
    const { levels, parents: nodes } = this.hierarchy
    nodes.forEach((node, link) => {
      parents[link] = STRIDE * this.indexOf(node)
    })
    levels.forEach((level, n) => {
      const start = this.starts[n]!
      level.ends.forEach((node, e) => {
        ends[2 * start + e] = endOf(node === EMPTY ? undefined : this.indexOf(node), memory)
      })
      restLengths.set(level.lengths, start)
    })
  }

  /**
   * Renews what depends on the inverse masses w of particles: pins have none, a hand has its own.
   *
   * A node is the mean of its children c with shares s by area, so a constraint that pulls at it with
   * λ has the gradient s there, and moves them by s w λ. The node then moves by Σ s² w λ: that sum
   * is its inverse mass. Where all weigh as much as their area does, they move as one.
   */
  weigh({ particles, shares, factors }: XpbdMemory): void {
    const { parents, nodeCount } = this.hierarchy
    const { particleCount, areas } = this.sheet
    const area = new Float64Array(particleCount + nodeCount)
    const inverse = new Float64Array(particleCount + nodeCount)
    area.set(areas)
    for (let p = 0; p < particleCount; p++) inverse[p] = particles[STRIDE * p + 3]!
    // Children come before their nodes, so theirs are complete.
    parents.forEach((node, link) => {
      area[particleCount + node]! += area[link]!
    })
    parents.forEach((node, link) => {
      const parent = particleCount + node
      const share = area[parent] === 0 ? 0 : area[link]! / area[parent]!
      shares[link] = share
      inverse[parent]! += share * share * inverse[link]!
    })
    parents.forEach((node, link) => {
      const w = inverse[particleCount + node]!
      factors[link] = w === 0 ? 0 : (shares[link]! * inverse[link]!) / w
    })
    for (let node = 0; node < nodeCount; node++)
      particles[STRIDE * this.indexOf(node) + 3] = inverse[particleCount + node]!
  }

  /** @param stretch longest length of a constraint as a multiple of its rest */
  cycle({ nodeOffsets, before }: XpbdMemory, kernels: XpbdKernels, stretch: number): void {
    const { levels } = this.hierarchy
    if (levels.length === 0) return
    this.gather(kernels)
    before.set(nodeOffsets)
    let isMoved = false
    for (let n = levels.length - 1; n >= 0; n--) {
      const grid = this.grids[n]
      const longest = grid
        ? kernels.limitRows(grid, stretch)
        : kernels.limitDistances(this.starts[n]!, levels[n]!.lengths.length, stretch)
      // Where nothing was too long so far, there is nothing to take children along by.
      isMoved ||= longest > 0
      if (!isMoved) continue
      if (n > 0) kernels.moveChildren(this.indexOf(levels[n - 1]!.start), levels[n - 1]!.count)
      else kernels.moveChildren(0, this.sheet.particleCount)
    }
  }

  /** Largest strain of a constraint of any level; 0 or less where all are slack. */
  tautness(memory: XpbdMemory, kernels: XpbdKernels): number {
    const { ends, restLengths } = memory
    this.gather(kernels)
    let largest = 0
    this.hierarchy.levels.forEach(({ lengths }, n) => {
      const start = this.starts[n]!
      for (let c = start; c < start + lengths.length; c++) {
        const length = distanceOf(memory, ends[2 * c]!, ends[2 * c + 1]!)
        largest = Math.max(largest, length / restLengths[c]!)
      }
    })
    return largest - 1
  }

  /** Puts all nodes where their particles are. */
  private gather(kernels: XpbdKernels): void {
    const { levels } = this.hierarchy
    for (let n = 0; n < levels.length; n++) {
      const { start, count } = levels[n]!
      const children = n === 0 ? 0 : this.indexOf(levels[n - 1]!.start)
      const childCount = n === 0 ? this.sheet.particleCount : levels[n - 1]!.count
      kernels.gatherNodes(this.indexOf(start), count, children, childCount)
    }
  }

  /** Where nodes are among the particles: after them and the one that is nobody's. */
  private indexOf(node: number): number {
    return this.sheet.particleCount + 1 + node
  }
}

/** A sheet that can tear has none: its ways and means would change with every tear. */
function hierarchyOf(sheet: ClothSheet): Hierarchy {
  if (sheet.reserve !== undefined) return NO_HIERARCHY
  return isGrid(sheet) ? createHierarchy(sheet) : createMeshHierarchy(sheet)
}

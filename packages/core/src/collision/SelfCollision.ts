/**
 * Self-collision by spatial hashing, with the rule of the CS184 assignment: a particle looks at the
 * others in its own cell only, and is moved by the mean of the corrections that would put it two
 * thicknesses away from each of those that are nearer. Cells are three particle distances wide.
 *
 * The table is built once per call and is exact: two cells never share an entry, however far apart
 * (open addressing over the integer cell coordinates). A particle that has been moved is seen at
 * its new place by those after it.
 */
import type { Points } from '../cloth/ClothState.js'

/** Cell width in particle distances. Wide enough that neighbours in a fold share a cell. */
const CELL_SPACINGS = 3

export interface SelfCollisionRule {
  /** m; particles are kept twice as far apart. */
  thickness: number
  /** How much of the correction is made at once: 1 / substeps. */
  shareOfStep: number
  /** Cells are rounded towards zero, as in CS184, instead of down. */
  truncate: boolean
}

export class SelfCollision {
  /** Particles at the end that are not there yet. */
  reserve = 0
  /** Hash table: the cell of an entry plus one; 0 marks a free entry. */
  private readonly table: Int32Array
  private readonly mask: number
  /** Integer coordinates of the cells that hold particles, in the order they were met. */
  private readonly cellsX: Int32Array
  private readonly cellsY: Int32Array
  private readonly cellsZ: Int32Array
  /** Where a cell's particles start in `members`; those of the next cell follow. */
  private readonly starts: Int32Array
  /**
   * Runs of particles that follow each other and are in the same cell: that cell, and the first
   * particle, with the number of particles after the last. A row of a sheet crosses a cell in one go.
   */
  private readonly runCells: Int32Array
  private readonly runStarts: Int32Array
  /** Particles cell by cell, ascending within a cell, as offsets of their first coordinate. */
  private readonly members: Int32Array
  /** Coordinates of the particles of one cell, m. */
  private readonly local: Float64Array
  private readonly widthX: number
  private readonly widthY: number
  private readonly widthZ: number

  /** @param spacing particle distance along rows and columns, m */
  constructor(
    private readonly points: Points,
    spacing: readonly [number, number],
  ) {
    const particleCount = points.fixed.length
    let size = 16
    while (size < 2 * particleCount) size *= 2
    this.table = new Int32Array(size)
    this.mask = size - 1
    this.cellsX = new Int32Array(particleCount)
    this.cellsY = new Int32Array(particleCount)
    this.cellsZ = new Int32Array(particleCount)
    this.starts = new Int32Array(particleCount + 1)
    this.runCells = new Int32Array(particleCount)
    this.runStarts = new Int32Array(particleCount + 1)
    this.members = new Int32Array(particleCount)
    this.local = new Float64Array(3 * particleCount)
    this.widthX = CELL_SPACINGS * spacing[0]
    this.widthY = CELL_SPACINGS * spacing[1]
    this.widthZ = Math.max(this.widthX, this.widthY)
  }

  /**
   * Moves particles apart. Cells do not see each other, so they can be worked through one by one.
   *
   * @returns how many particles were moved
   */
  resolve(rule: SelfCollisionRule): number {
    const { truncate } = rule
    const cells = this.sortIntoCells(truncate)
    const { starts } = this
    let moved = 0
    for (let cell = 0; cell < cells; cell++) {
      const start = starts[cell]!
      const end = starts[cell + 1]!
      if (end - start > 1) moved += this.resolveCell(start, end, rule)
    }
    return moved
  }

  private resolveCell(
    start: number,
    end: number,
    { thickness, shareOfStep }: SelfCollisionRule,
  ): number {
    const { positions, stride, fixed } = this.points
    const { members, local } = this
    const distance = 2 * thickness
    const distanceSquared = distance * distance
    // Copied side by side, since every particle is compared with every other.
    let size = 0
    for (let m = start; m < end; m++, size += 3) {
      const i = members[m]!
      local[size] = positions[i]!
      local[size + 1] = positions[i + 1]!
      local[size + 2] = positions[i + 2]!
    }
    let moved = 0
    let allFar = true
    for (let k = 0; k < size; k += 3) {
      const x = local[k]!
      const y = local[k + 1]!
      const z = local[k + 2]!
      let cx = 0
      let cy = 0
      let cz = 0
      let near = 0
      // As long as nobody was near anybody, those before have been looked at already.
      for (let j = allFar ? k + 3 : 0; j < size; j += 3) {
        const dx = x - local[j]!
        const dy = y - local[j + 1]!
        const dz = z - local[j + 2]!
        const squared = dx * dx + dy * dy + dz * dz
        // 0 is the particle itself, or one exactly on it, from which there is no direction away.
        if (squared >= distanceSquared || squared === 0) continue
        const d = Math.sqrt(squared)
        const correction = (distance - d) / d
        cx += correction * dx
        cy += correction * dy
        cz += correction * dz
        near++
      }
      if (near === 0) continue
      allFar = false
      const i = members[start + k / 3]!
      if (fixed[i / stride]! !== 0) continue
      const share = shareOfStep / near
      // Stored first, so that single precision rounds what the others see.
      positions[i] = x + cx * share
      positions[i + 1] = y + cy * share
      positions[i + 2] = z + cz * share
      local[k] = positions[i]!
      local[k + 1] = positions[i + 1]!
      local[k + 2] = positions[i + 2]!
      moved++
    }
    return moved
  }

  /**
   * Sorts the particles into cells by counting.
   *
   * @returns how many cells hold particles
   */
  private sortIntoCells(truncate: boolean): number {
    const { positions, stride } = this.points
    const { table, mask, cellsX, cellsY, cellsZ, starts, runCells, runStarts, members } = this
    const { widthX, widthY, widthZ } = this
    const particles = members.length - this.reserve
    table.fill(0)
    let cells = 0
    let runs = 0
    let lastX = 0
    let lastY = 0
    let lastZ = 0
    for (let p = 0, i = 0; p < particles; p++, i += stride) {
      const qx = positions[i]! / widthX
      const qy = positions[i + 1]! / widthY
      const qz = positions[i + 2]! / widthZ
      const x = (truncate ? qx : Math.floor(qx)) | 0
      const y = (truncate ? qy : Math.floor(qy)) | 0
      const z = (truncate ? qz : Math.floor(qz)) | 0
      if (x === lastX && y === lastY && z === lastZ && p > 0) continue
      lastX = x
      lastY = y
      lastZ = z
      // Teschner et al. 2003, eq. 1, then mixed, since neighbouring cells differ in low bits only.
      const mixed = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)
      let slot = (mixed ^ (mixed >>> 15)) & mask
      let cell = table[slot]! - 1
      while (cell >= 0 && (cellsX[cell]! !== x || cellsY[cell]! !== y || cellsZ[cell]! !== z)) {
        slot = (slot + 1) & mask
        cell = table[slot]! - 1
      }
      if (cell < 0) {
        cell = cells++
        table[slot] = cells
        cellsX[cell] = x
        cellsY[cell] = y
        cellsZ[cell] = z
        starts[cell] = 0
      }
      runCells[runs] = cell
      runStarts[runs++] = p
    }
    runStarts[runs] = particles
    // Counts become ends; filling backwards then moves each end to the start of its cell.
    for (let r = 0; r < runs; r++) starts[runCells[r]!]! += runStarts[r + 1]! - runStarts[r]!
    let end = 0
    for (let c = 0; c < cells; c++) {
      end += starts[c]!
      starts[c] = end
    }
    starts[cells] = end
    for (let r = runs - 1; r >= 0; r--) {
      const cell = runCells[r]!
      const first = runStarts[r]!
      let place = starts[cell]!
      for (let p = runStarts[r + 1]! - 1; p >= first; p--) members[--place] = stride * p
      starts[cell] = place
    }
    return cells
  }
}

/**
 * Self-collision by spatial hashing, with the rule of the CS184 assignment: a particle looks at the
 * others in its own cell only, and is moved by the mean of the corrections that would put it two
 * thicknesses away from each of those that are nearer. Cells are three particle distances wide.
 *
 * The table is built once per call and is exact: two cells never share an entry, however far apart
 * (open addressing over the integer cell coordinates). A particle that has been moved is seen at
 * its new place by those after it.
 */
import type { ClothState } from '../cloth/ClothState.js'

/** Cell width in particle distances. Wide enough that neighbours in a fold share a cell. */
const CELL_SPACINGS = 3

export class SelfCollision {
  /** Cell coordinates of the entries of the table. */
  private readonly slotX: Int32Array
  private readonly slotY: Int32Array
  private readonly slotZ: Int32Array
  /** Particles in the cell of an entry; 0 marks a free entry. */
  private readonly slotCounts: Int32Array
  /** Where the cell's particles start in `members`. */
  private readonly slotStarts: Int32Array
  private readonly slotOfParticle: Int32Array
  private readonly usedSlots: Int32Array
  /** Particles cell by cell, ascending within a cell. */
  private readonly members: Int32Array
  private readonly mask: number
  private readonly cellX: number
  private readonly cellY: number
  private readonly cellZ: number
  private used = 0

  constructor(private readonly state: ClothState) {
    const { particleCount, cell } = state.grid
    let size = 16
    while (size < 2 * particleCount) size *= 2
    this.mask = size - 1
    this.slotX = new Int32Array(size)
    this.slotY = new Int32Array(size)
    this.slotZ = new Int32Array(size)
    this.slotCounts = new Int32Array(size)
    this.slotStarts = new Int32Array(size)
    this.slotOfParticle = new Int32Array(particleCount)
    this.usedSlots = new Int32Array(particleCount)
    this.members = new Int32Array(particleCount)
    this.cellX = CELL_SPACINGS * cell[0]
    this.cellY = CELL_SPACINGS * cell[1]
    this.cellZ = Math.max(this.cellX, this.cellY)
  }

  /**
   * Moves particles apart.
   *
   * @param thickness m
   * @param shareOfStep 1 / substeps: how much of the correction is made at once
   * @returns how many particles were moved
   */
  resolve(thickness: number, shareOfStep: number, truncate: boolean): number {
    this.build(truncate)
    const { positions, fixed } = this.state
    const { slotOfParticle, slotCounts, slotStarts, members } = this
    const distance = 2 * thickness
    const distanceSquared = distance * distance
    let moved = 0
    for (let p = 0; p < slotOfParticle.length; p++) {
      const slot = slotOfParticle[p]!
      const count = slotCounts[slot]!
      if (count < 2 || fixed[p]! !== 0) continue
      const i = 3 * p
      const x = positions[i]!
      const y = positions[i + 1]!
      const z = positions[i + 2]!
      let cx = 0
      let cy = 0
      let cz = 0
      let near = 0
      const start = slotStarts[slot]!
      const end = start + count
      for (let m = start; m < end; m++) {
        const j = 3 * members[m]!
        const dx = x - positions[j]!
        const dy = y - positions[j + 1]!
        const dz = z - positions[j + 2]!
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
      const share = shareOfStep / near
      positions[i] = x + cx * share
      positions[i + 1] = y + cy * share
      positions[i + 2] = z + cz * share
      moved++
    }
    return moved
  }

  /** Sorts the particles into cells by counting. */
  private build(truncate: boolean): void {
    const { positions } = this.state
    const {
      slotX,
      slotY,
      slotZ,
      slotCounts,
      slotStarts,
      slotOfParticle,
      usedSlots,
      members,
      mask,
    } = this
    const { cellX, cellY, cellZ } = this
    for (let u = 0; u < this.used; u++) slotCounts[usedSlots[u]!] = 0
    let used = 0
    for (let p = 0, i = 0; p < slotOfParticle.length; p++, i += 3) {
      const qx = positions[i]! / cellX
      const qy = positions[i + 1]! / cellY
      const qz = positions[i + 2]! / cellZ
      const x = (truncate ? qx : Math.floor(qx)) | 0
      const y = (truncate ? qy : Math.floor(qy)) | 0
      const z = (truncate ? qz : Math.floor(qz)) | 0
      // Teschner et al. 2003, eq. 1, then mixed, since neighbouring cells differ in low bits only.
      const mixed = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)
      let slot = (mixed ^ (mixed >>> 15)) & mask
      while (
        slotCounts[slot]! !== 0 &&
        (slotX[slot]! !== x || slotY[slot]! !== y || slotZ[slot]! !== z)
      ) {
        slot = (slot + 1) & mask
      }
      if (slotCounts[slot]! === 0) {
        slotX[slot] = x
        slotY[slot] = y
        slotZ[slot] = z
        usedSlots[used++] = slot
      }
      slotCounts[slot]!++
      slotOfParticle[p] = slot
    }
    this.used = used
    let start = 0
    for (let u = 0; u < used; u++) {
      const slot = usedSlots[u]!
      slotStarts[slot] = start
      start += slotCounts[slot]!
    }
    // Filling moves each start past its cell; going backwards leaves it where it belongs.
    for (let u = 0; u < used; u++) {
      const slot = usedSlots[u]!
      slotStarts[slot]! += slotCounts[slot]!
    }
    for (let p = slotOfParticle.length - 1; p >= 0; p--) {
      const slot = slotOfParticle[p]!
      const place = slotStarts[slot]! - 1
      slotStarts[slot] = place
      members[place] = p
    }
  }
}

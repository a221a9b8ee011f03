/**
 * What a hand lets slip with the Verlet solvers. These know no masses in their corrections: a grabbed
 * particle is carried, as a pin is. Where pins hold the cloth back, it is drawn in again until the
 * springs at it are within the strain limit; so it stops where the cloth ends.
 */
import type { Springs } from '../mesh/grid.js'
import type { ClothState } from './ClothState.js'
import type { Integration } from './verlet.js'
import { type Holds, MAX_HOLD_SPEED } from './Holds.js'

/** Passes over the few springs at a particle; these pull it against each other. */
const PASSES = 4

export class Slip {
  private revision = -1
  /** Springs at grabbed particles, in the order of these. */
  private springs: readonly (readonly number[])[] = []

  constructor(
    private readonly state: ClothState,
    private readonly all: Springs,
  ) {}

  /**
   * @param maxLengths largest length per spring, m
   * @param timing with the substep, s
   * @param last of the step
   */
  apply(
    holds: Holds,
    maxLengths: Float64Array,
    timing: Readonly<Pick<Integration, 'dt'>>,
    last: boolean,
  ): void {
    if (this.revision !== holds.revision) this.find(holds)
    const { springs } = this
    for (let h = 0; h < springs.length; h++) {
      const particle = holds.hands[h]!
      let slips = 0
      for (let pass = 0; pass < PASSES; pass++)
        slips += this.drawIn(particle, springs[h]!, maxLengths)
      if (last && slips > 0) holds.slipped(particle)
      this.slowDown(particle, timing)
    }
  }

  /** However fast it slipped: let go, it flies no faster than a hand. */
  private slowDown(particle: number, { dt }: Readonly<Pick<Integration, 'dt'>>): void {
    const reach = MAX_HOLD_SPEED * dt
    const { positions, lastPositions } = this.state
    const i = 3 * particle
    const dx = positions[i]! - lastPositions[i]!
    const dy = positions[i + 1]! - lastPositions[i + 1]!
    const dz = positions[i + 2]! - lastPositions[i + 2]!
    const way = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (way <= reach) return
    lastPositions[i] = positions[i]! - (reach / way) * dx
    lastPositions[i + 1] = positions[i + 1]! - (reach / way) * dy
    lastPositions[i + 2] = positions[i + 2]! - (reach / way) * dz
  }

  private find({ hands, revision }: Holds): void {
    const { count, ends } = this.all
    this.springs = hands.map((particle) =>
      Array.from({ length: count }, (_, s) => s).filter(
        (s) => ends[2 * s] === particle || ends[2 * s + 1] === particle,
      ),
    )
    this.revision = revision
  }

  /** @returns the number of springs that were too long */
  private drawIn(particle: number, springs: readonly number[], maxLengths: Float64Array): number {
    const { positions } = this.state
    const { ends } = this.all
    const i = 3 * particle
    let found = 0
    for (let n = 0; n < springs.length; n++) {
      const s = springs[n]!
      const j = 3 * (ends[2 * s] === particle ? ends[2 * s + 1]! : ends[2 * s]!)
      const dx = positions[j]! - positions[i]!
      const dy = positions[j + 1]! - positions[i + 1]!
      const dz = positions[j + 2]! - positions[i + 2]!
      const squared = dx * dx + dy * dy + dz * dz
      const longest = maxLengths[s]!
      if (squared <= longest * longest) continue
      found++
      const excess = 1 - longest / Math.sqrt(squared)
      positions[i]! += excess * dx
      positions[i + 1]! += excess * dy
      positions[i + 2]! += excess * dz
    }
    return found
  }
}

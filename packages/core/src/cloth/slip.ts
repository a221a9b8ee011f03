/**
 * What a hand lets slip with the Verlet solvers. These know no masses in their corrections: a grabbed
 * particle is carried, as a pin is. Where pins hold the cloth back, it is drawn in again until the
 * springs at it are near the strain limit; so it stops where the cloth ends. See `HandPace` for how it
 * goes on.
 */
import type { Springs } from '../mesh/grid.js'
import type { ClothState } from './ClothState.js'
import type { Integration } from './verlet.js'
import { MAX_HOLD_SPEED } from './HandPace.js'
import type { Holds } from './Holds.js'

/**
 * How far beyond the strain limit the springs at a hand may be. One pass of the limit leaves them a
 * little longer than it says: without this a hand would let go of the bare weight of a sheet. Where
 * no pin and no other hand holds the sheet back, it comes along sooner or later.
 */
const GRIP = 1.04
const GRIP_ALONE = 1.15

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
    const grip = holds.particles.length > 1 ? GRIP : GRIP_ALONE
    for (let h = 0; h < springs.length; h++) {
      const particle = holds.hands[h]!
      let slips = 0
      for (let pass = 0; pass < PASSES; pass++)
        slips += this.drawIn(particle, springs[h]!, maxLengths, grip)
      if (last) holds.endStep(h, slips > 0)
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
  private drawIn(
    particle: number,
    springs: readonly number[],
    maxLengths: Float64Array,
    grip: number,
  ): number {
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
      const longest = grip * maxLengths[s]!
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

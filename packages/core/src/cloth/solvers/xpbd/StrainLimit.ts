/**
 * The bounded strain limit of the xpbd solver. Provot (1995) shortens every spring once, which
 * lengthens others; here passes go on until one finds nothing too long.
 *
 * The lengths that a limit allows are a convex set, and a pass projects on one constraint after the
 * other. Where these meet at a sharp angle that converges ever more slowly, so passes aim below the
 * limit, at what has an inside. Tethers and coarse levels bound the same lengths over longer ways, and
 * bring cloth near that was blown far off.
 */
import type { CoarseLevels } from './CoarseLevels.js'
import type { ConstraintBatch, ConstraintLists } from './ConstraintLists.js'
import type { XpbdKernels } from './kernels.js'
import type { XpbdMemory } from './XpbdMemory.js'
import type { XpbdTethers } from './XpbdTethers.js'

/** Share of the limit that is kept free for what rounding makes of positions. */
const SPARE = 1e-3

/**
 * How far below the limit rounds aim in turn, as shares of it. Near aims disturb little, far ones end
 * what would go on for ever; together they need a third of the passes that either needs alone.
 */
const AIMS = [0.2, 0.4, 0.8, 0.1] as const

/** Rounds of two passes; more are needed only where pins forbid the limit. */
const MAX_ROUNDS = 50

/** What single precision makes of the limit. */
const TOLERANCE = 1e-6

/** After as many rounds something must have come of them. */
const PATIENCE = 8

/** When this share of what was too long still is, pins or contacts stand against the limit. */
const STANDSTILL = 0.9

export class StrainLimit {
  private batches: readonly ConstraintBatch[] = []

  constructor(
    private readonly memory: XpbdMemory,
    private readonly kernels: XpbdKernels,
    private readonly constraints: ConstraintLists,
    private readonly coarse: CoarseLevels,
    private readonly tethers: XpbdTethers,
  ) {}

  /** The constraints have been ordered anew. */
  topologyChanged(): void {
    this.batches = this.constraints.limited
  }

  /** A first pass over the constraints alone, which is all there is to do in most steps. */
  isPassed(limit: number): boolean {
    return this.sweep(1 + (1 - SPARE) * limit) > 0
  }

  /**
   * Passes until the limit holds.
   *
   * @returns false where they come to nothing, since pins stand against the limit
   */
  enforce(limit: number): boolean {
    const longest = 1 + (1 - SPARE) * limit
    let before = Infinity
    for (let round = 0; ; round++) {
      this.pass(1 + (1 - AIMS[round % AIMS.length]!) * limit)
      const largest = this.sweep(longest)
      if (largest === 0) return true
      if (round === 0 || round % PATIENCE !== 0) continue
      const isStuck = largest - longest > STANDSTILL * (before - longest)
      if (isStuck || round >= MAX_ROUNDS) return this.strain() <= limit + TOLERANCE
      before = largest
    }
  }

  /** Largest strain as it is: while a sweep goes on there may be larger ones. */
  strain(): number {
    const { ends, restLengths, particles, offsets } = this.memory
    let largest = 0
    for (const { start, count } of this.constraints.batches) {
      for (let c = start; c < start + count; c++) {
        const a = ends[2 * c]!
        const b = ends[2 * c + 1]!
        let squared = 0
        for (let k = 0; k < 3; k++) {
          const d = particles[b + k]! - particles[a + k]! + (offsets[b + k]! - offsets[a + k]!)
          squared += d * d
        }
        largest = Math.max(largest, Math.sqrt(squared) / restLengths[c]!)
      }
    }
    return largest - 1
  }

  private pass(aim: number): void {
    this.tethers.solve(this.kernels, aim)
    this.coarse.cycle(this.memory, this.kernels, aim)
    this.sweep(aim)
  }

  /** @returns the largest length / rest above the aim that was found, 0 where there was none */
  private sweep(aim: number): number {
    const { batches } = this
    let largest = 0
    for (let n = 0; n < batches.length; n++) {
      const { start, count } = batches[n]!
      largest = Math.max(largest, this.kernels.limitDistances(start, count, aim))
    }
    return largest
  }
}

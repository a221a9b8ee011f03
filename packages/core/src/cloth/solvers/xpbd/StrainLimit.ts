/**
 * The bounded strain limit of the xpbd solver. Provot (1995) shortens every spring once, which
 * lengthens others; here passes go on until one finds nothing too long.
 *
 * The lengths that a limit allows are a convex set, and a pass projects on one constraint after the
 * other. Where these meet at a sharp angle that converges ever more slowly, so passes aim below the
 * limit, at what has an inside. Tethers and coarse levels bound the same lengths over longer ways, and
 * bring cloth near that was blown far off.
 */
import type { ClothParams } from '../../../params/clothParams.js'
import type { CoarseLevels } from './CoarseLevels.js'
import type { ConstraintLists } from './ConstraintLists.js'
import type { XpbdKernels } from './kernels.js'
import { LocalLimit } from './LocalLimit.js'
import { distanceOf, type Places, STRIDE, type XpbdMemory } from './XpbdMemory.js'
import type { XpbdTethers } from './XpbdTethers.js'

/** Share of the limit that is kept free for what rounding makes of positions. */
const SPARE = 1e-3

/**
 * How far below the limit rounds aim in turn, as shares of it. Near aims disturb little, far ones end
 * what would go on for ever; together they need a third of the passes that either needs alone.
 */
const AIMS = [0.2, 0.4, 0.8, 0.1] as const

/**
 * Where cloth is hardly beyond the limit, shares of so many times the excess do: a ninth fewer passes,
 * and cloth that creeps to its limit gets no jerk.
 */
const CAUTION = 3

/**
 * How far below the limit cloth is held within a step, as a share of it: so far at first, and farther
 * by as much after each step that passed the limit all the same, up to the most.
 */
const MARGIN = 0.1
const MOST_MARGIN = 0.3

/** What is left of the margin after a step in which nothing had to be held, and when there is none. */
const FADE = 0.9
const NO_MARGIN = 0.05

/** The least of the limit that shares are taken of where single places are looked at. */
const LEAST_ROOM = 0.05

/** Rounds of two passes over the whole cloth. What is too long after as many, is so in few places. */
const ROUNDS = 16

/** What single precision makes of the limit. */
const TOLERANCE = 1e-6

export class StrainLimit {
  /** Share of the limit by which cloth is held below it; 0 where it is not held. */
  readonly margin = Float64Array.of(0)
  private hasHeld = false
  /** Largest length / rest beyond the limit, when it was last looked at. */
  private excess = 0
  private local: LocalLimit | undefined
  private limit = 0
  /** Length / rest that is within the limit; kept as an object, as numbers of `XpbdSolver` are. */
  private longest: number | undefined

  constructor(
    private readonly memory: XpbdMemory,
    private readonly kernels: XpbdKernels,
    private readonly constraints: ConstraintLists,
    private readonly coarse: CoarseLevels,
    private readonly tethers: XpbdTethers,
  ) {}

  configure({ strainLimit }: Pick<ClothParams, 'strainLimit'>): void {
    this.limit = strainLimit
    this.longest = 1 + (1 - SPARE) * strainLimit
  }

  /** Is cloth held off its limit within the step? */
  get holds(): boolean {
    return this.margin[0]! > 0
  }

  /**
   * A pass that holds cloth off its limit within a step. What hangs there comes to rest by that;
   * brought back at the end of every step it would tremble for ever.
   *
   * @param reach length / rest up to which tethers and coarse levels have just bounded the cloth: they
   *   need no other turn where that is closer
   */
  hold(reach: number): void {
    const aim = 1 + (1 - this.margin[0]!) * this.limit
    const largest = reach <= aim ? this.sweep(aim) : this.pass(aim)
    if (largest > 0) this.hasHeld = true
  }

  /** Stops holding, until the limit is passed again. */
  giveUp(): void {
    this.margin[0] = 0
    this.hasHeld = false
  }

  /** A first pass over the constraints alone, which is all there is to do in most steps. */
  isPassed(): boolean {
    const { margin } = this
    const longest = this.longest!
    this.excess = this.sweep(longest) - longest
    const isPassed = this.excess > 0
    if (isPassed) margin[0] = Math.min(MOST_MARGIN, margin[0]! + MARGIN)
    else if (!this.hasHeld) margin[0] = margin[0]! < NO_MARGIN ? 0 : FADE * margin[0]!
    this.hasHeld = false
    return isPassed
  }

  /** The same after contacts. */
  enforceAgain(limit: number): boolean {
    this.excess = Math.max(0, this.sweep(this.longest!) - this.longest!)
    return this.excess === 0 || this.enforce(limit)
  }

  /**
   * Passes until the limit holds.
   *
   * @returns false where they come to nothing, since pins stand against the limit
   */
  enforce(limit: number): boolean {
    const longest = this.longest!
    let largest = this.excess + longest
    for (let round = 0; round < ROUNDS; round++) {
      const room = Math.min(limit, CAUTION * (largest - longest))
      this.pass(1 + limit - AIMS[round % AIMS.length]! * room)
      largest = this.sweep(longest)
      if (largest === 0) return true
    }
    return this.strain() <= limit + TOLERANCE
  }

  /**
   * Goes on where passes over the whole cloth have left few places that are too long.
   *
   * @returns as `enforce`
   */
  enforceLocally(limit: number): boolean {
    const aimOf = (round: number, excess: number): number => {
      const room = Math.max(LEAST_ROOM * limit, Math.min(limit, CAUTION * excess))
      return 1 + limit - AIMS[round % AIMS.length]! * room
    }
    this.local ??= new LocalLimit(this.memory, this.constraints)
    return this.local.enforce(this.longest!, aimOf) || this.strain() <= limit + TOLERANCE
  }

  /** Constraints are not what they were. */
  topologyChanged(): void {
    this.local?.forget()
  }

  /** Largest strain if it is beyond the limit, else 0. */
  strainBeyond(limit: number): number {
    const strain = this.strain()
    return strain <= limit + TOLERANCE ? 0 : strain
  }

  /** Is the limit kept, by particles at these bases (m) if they are not where they are now? */
  allows(particles?: Float32Array): boolean {
    return this.strain(particles && { particles }) <= this.limit
  }

  /** Largest strain as it is: while a sweep goes on there may be larger ones. */
  strain(places: Places = this.memory): number {
    const { ends, restLengths } = this.memory
    let largest = 0
    for (const { start, count } of this.constraints.batches) {
      for (let c = start; c < start + count; c++) {
        const length = distanceOf(places, ends[2 * c]!, ends[2 * c + 1]!)
        largest = Math.max(largest, length / restLengths[c]!)
      }
    }
    return largest - 1
  }

  /**
   * Draws the whole cloth in until the limit holds: towards a particle, or its centre of mass. Every
   * length becomes shorter by the same share. Velocities take no part in it: it is no force that
   * pulls everything to one point.
   */
  shrink(limit: number, particle: number | undefined): void {
    const { particles, offsets, predicted, particleCount } = this.memory
    const excess = 1 - (1 + (1 - SPARE) * limit) / (1 + this.strain())
    for (let k = 0; k < 3; k++) {
      let [sum, mass] = [0, 0]
      for (let p = 0; p < particleCount; p++) {
        const i = STRIDE * p
        const own = particle === undefined ? 1 / particles[i + 3]! : p === particle ? 1 : 0
        // What is held or in reserve has no inverse mass.
        if (own === Infinity) continue
        sum += own * (particles[i + k]! + offsets[i + k]!)
        mass += own
      }
      const centre = sum / mass
      for (let i = k; i < STRIDE * particleCount; i += STRIDE) {
        if (!(particles[i - k + 3]! > 0)) continue
        const way = excess * (centre - (particles[i]! + offsets[i]!))
        offsets[i]! += way
        predicted[i]! += way
      }
    }
  }

  /** @returns as `sweep` */
  private pass(aim: number): number {
    this.tethers.solve(this.kernels, aim)
    this.coarse.cycle(this.memory, this.kernels, aim)
    return this.sweep(aim)
  }

  /** @returns the largest length / rest above the aim that was found, 0 where there was none */
  private sweep(aim: number): number {
    return this.constraints.shorten(this.kernels, aim)
  }
}

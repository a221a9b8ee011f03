/**
 * How a running cloth goes over to parameters that make it stiffer. Whatever draws a stretched cloth
 * together at once (a smaller compliance, shorter substeps, tethers, a strain limit) would bring its
 * springs back within a substep, and that way over that time is a velocity out of nothing. So at a
 * change every spring gets the rest length with which its force stays what it was, limits start from
 * what the cloth has, and all of it goes to its place by the share
 *
 *     s(t) = (1 + t/τ) exp(−t/τ),  τ² = extent / g
 *
 * of the difference: critical damping. It starts without a jump in velocity, accelerates cloth by
 * strain · g at most, and moves it by 0.37 · strain · √(extent · g) at most, at any step.
 *
 * What makes cloth softer gives no energy, and is in force at once.
 */
import { maxStrainOf } from '../diagnostics/measure.js'
import { computeBounds, createBounds } from '../mesh/bounds.js'
import type { Springs } from '../mesh/grid.js'
import type { ClothParams } from '../params/clothParams.js'
import type { ClothState } from './ClothState.js'
import { reachOf, softnessOf } from './softness.js'
import type { ClothSolver, StepTiming } from './solvers/ClothSolver.js'

/** What is left when a change is done, as a share: 1e-5 of strain of a cloth that stretched by 10 %. */
const DONE = 1e-4

/** m/s², also where cloth is weightless. */
const EARTH = 9.81

/** At what share of its thickness self-collision begins when it is switched on. */
const THIN = 0.01

/** What a snapshot keeps of a change on its way. */
export interface EasingRecord {
  /** Seconds since the change, what there was of it, and the rate at which it began to fall, 1/s. */
  readonly age: number
  readonly amount: number
  readonly rate: number
  /** By how much parameters were off, in the order of `findGaps`. */
  readonly gaps: Float64Array
  /** By how much rest lengths were off, m. */
  readonly extras: Float64Array
}

/** Places of parameters that are off, and how many there are. */
const LIMIT = 0
const REACH = 1
const BENDING = 2
const OFFSET = 3
const THICKNESS = 4
export const GAPS = 5

/** What is eased. */
type Eased = Pick<ClothSolver, 'configure' | 'ease' | 'tautness'>

export class Easing {
  /** Parameters for the step to come. */
  private params: ClothParams
  /** Rest length per spring for the step to come, m; undefined where it is the sheet's. */
  private lengths: Float64Array | undefined
  private goal: ClothParams
  /** s: of a pendulum as long as the cloth, over 2π. */
  private readonly tau: number
  private readonly extent: number
  private isUnderWay = false
  private age = 0
  private amount = 0
  private rate = 0
  private readonly gaps = new Float64Array(GAPS)
  private extras: Float64Array | undefined
  private springs: Springs
  /** What the last step was made with; undefined before the first. */
  private last: ClothParams | undefined
  private lastAmount = 0
  private lastRate = 0

  constructor(
    private readonly state: ClothState,
    private readonly solver: Eased,
    params: ClothParams,
  ) {
    this.params = params
    this.goal = params
    this.springs = state.sheet.springs
    this.extent = extentOf(state.sheet.restPositions)
    this.tau = Math.sqrt(this.extent / EARTH)
  }

  /** Sets parameters. Several changes between two steps are as one. */
  change(goal: ClothParams): void {
    const { last } = this
    this.goal = goal
    this.params = goal
    this.solver.configure(goal)
    this.isUnderWay = false
    if (last === undefined) return
    this.amount = this.findGaps(last) + this.findExtras(last)
    this.isUnderWay = this.amount > 0
    this.age = 0
    this.rate = this.isUnderWay ? this.lastRate * Math.min(1, this.lastAmount / this.amount) : 0
  }

  /** To be called before a step: the solver gets what is in force in it. */
  advance({ step: seconds }: Pick<StepTiming, 'step'>): void {
    const isChanging = this.isUnderWay || this.lengths !== undefined
    if (this.isUnderWay) {
      this.age += seconds
      this.apply()
    } else this.stop()
    this.last = this.params
    if (isChanging) this.putInForce()
  }

  /** Forgets changes: the next step is the first. */
  reset(): void {
    this.last = undefined
    this.stop()
    this.putInForce()
  }

  record(): EasingRecord | undefined {
    const { isUnderWay, age, amount, rate, gaps, extras } = this
    if (!isUnderWay) return undefined
    return { age, amount, rate, gaps: gaps.slice(), extras: extras?.slice() ?? new Float64Array(0) }
  }

  /** What the next step depends on. */
  get numbers(): readonly Float64Array[] {
    const { isUnderWay, age, amount, rate, gaps, extras } = this
    if (!isUnderWay) return []
    return [Float64Array.of(age, amount, rate), gaps, ...(extras ? [extras] : [])]
  }

  /** @param isRunning whether steps have been made */
  restore(record: EasingRecord | undefined, isRunning: boolean): void {
    this.stop()
    this.springs = this.state.sheet.springs
    if (record) {
      this.isUnderWay = true
      this.age = record.age
      this.amount = record.amount
      this.rate = record.rate
      this.gaps.set(record.gaps)
      this.extras = record.extras.length > 0 ? record.extras.slice() : undefined
      this.apply()
    }
    this.last = isRunning ? this.params : undefined
    this.putInForce()
  }

  private putInForce(): void {
    this.solver.configure(this.params)
    this.solver.ease(this.lengths)
  }

  /** Nothing is on its way. */
  private stop(): void {
    this.isUnderWay = false
    this.params = this.goal
    this.lengths = undefined
    this.extras = undefined
    this.lastAmount = 0
    this.lastRate = 0
  }

  /** Differences of parameters from what is in force. @returns their size in terms of strain */
  private findGaps(last: ClothParams): number {
    const { goal, gaps, extent } = this
    const { sheet } = this.state
    gaps.fill(0)
    const isStiffer = this.ratios(last).some((ratio) => ratio < 1)
    // What is beyond a bound in spite of it grows with the square of the substep, as with springs.
    const left = Math.min(1, (substepOf(goal) / substepOf(last)) ** 2)
    const startOf = (bound: number, now: number): number =>
      now < bound ? now : now - left * (now - bound)
    const limit = limitOf(goal)
    const limitBefore = limitOf(last)
    // The xpbd solver holds the limit. With one pass per substep the others hold it as they hold springs.
    const isHeld = goal.solver === 'xpbd'
    if (limit < limitBefore || (!isHeld && limit < Infinity && left < 1)) {
      const start = startOf(limitBefore, maxStrainOf(this.state))
      gaps[LIMIT] = Math.max(0, (isHeld ? Math.min(limitBefore, start) : start) - limit)
    }
    const reach = reachOf(goal, sheet)
    const reachBefore = reachOf(last, sheet)
    if (reach < Infinity && (reach < reachBefore || isStiffer))
      gaps[REACH] = Math.max(0, startOf(reachBefore, this.solver.tautness()) - reach)
    const bending = bendingOf(goal)
    gaps[BENDING] = Math.min(0, bendingOf(last) - bending)
    gaps[OFFSET] = Math.min(0, last.colliderOffset - goal.colliderOffset)
    // Where layers were not kept apart before, the others make room for each particle: see `Thickening`.
    if (goal.selfCollision && (last.selfCollision || goal.solver === 'mass-spring')) {
      const before = last.selfCollision ? last.thickness : THIN * goal.thickness
      gaps[THICKNESS] = Math.min(0, before - goal.thickness)
    }
    const turned = bending === 0 ? 0 : gaps[BENDING] / bending
    return gaps[LIMIT]! + gaps[REACH]! - turned - (gaps[OFFSET] + gaps[THICKNESS]!) / extent
  }

  /** New softness over old, per family; 1 where it is not less. */
  private ratios(last: ClothParams): number[] {
    const { goal } = this
    const { sheet } = this.state
    // A cloth that becomes heavier is no stiffer in relation to its weight.
    const before = softnessOf({ ...last, density: goal.density }, sheet)
    return softnessOf(goal, sheet).map((now, family) => {
      const ratio = now < before[family]! ? now / before[family]! : 1
      return now === Infinity ? Infinity : ratio
    })
  }

  /** Differences of rest lengths from the sheet's. @returns their mean as strain */
  private findExtras(last: ClothParams): number {
    this.extras = undefined
    const ratios = this.ratios(last)
    if (this.lengths === undefined && !ratios.some((ratio) => ratio < 1)) return 0
    const { positions, sheet } = this.state
    const { count, ends, families, restLengths } = sheet.springs
    this.followTears()
    const extras = new Float64Array(count)
    let total = 0
    let whole = 0
    for (let s = 0; s < count; s++) {
      const rest = restLengths[s]!
      whole += rest
      const ratio = ratios[families[s]!]!
      if (ratio === Infinity) continue
      const a = 3 * ends[2 * s]!
      const b = 3 * ends[2 * s + 1]!
      const dx = positions[b]! - positions[a]!
      const dy = positions[b + 1]! - positions[a + 1]!
      const dz = positions[b + 2]! - positions[a + 2]!
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
      const before = this.lengths?.[s] ?? rest
      // The force (length − rest length) / softness stays the same.
      const now = ratio === 1 ? before : length - (length - before) * ratio
      extras[s] = now - rest
      total += Math.abs(now - rest)
    }
    if (total > 0) this.extras = extras
    return total / whole
  }

  /** Writes what is in force now into `params` and `lengths`. */
  private apply(): void {
    const { goal, gaps, age, rate, tau } = this
    const slope = 1 / tau + rate
    const fall = Math.exp(-age / tau)
    const share = (1 + slope * age) * fall
    if (share < DONE) return this.stop()
    this.lastAmount = this.amount * share
    this.lastRate = (rate - (slope * age) / tau) * (fall / share)
    this.params = {
      ...goal,
      strainLimit: goal.strainLimit + share * gaps[LIMIT]!,
      tetherSlack: goal.tetherSlack + share * gaps[REACH]!,
      bendStiffness: goal.bendStiffness + share * gaps[BENDING]!,
      colliderOffset: goal.colliderOffset + share * gaps[OFFSET]!,
      thickness: goal.thickness + share * gaps[THICKNESS]!,
    }
    if (this.extras === undefined) return
    this.followTears()
    const { extras } = this
    const { restLengths } = this.springs
    this.lengths ??= new Float64Array(extras.length)
    for (let s = 0; s < extras.length; s++) this.lengths[s] = restLengths[s]! + share * extras[s]!
  }

  /** A tear has made springs anew: those that are left keep what they have, by their ends. */
  private followTears(): void {
    const { springs: before, extras, lengths } = this
    const { springs } = this.state.sheet
    if (springs === before) return
    this.springs = springs
    const known = new Map<string, number>()
    for (let s = 0; s < before.count; s++) known.set(keyOf(before, s), s)
    const places = Array.from({ length: springs.count }, (_, s) => known.get(keyOf(springs, s)))
    if (extras) this.extras = Float64Array.from(places, (place = -1) => extras[place] ?? 0)
    if (lengths)
      this.lengths = Float64Array.from(places, (place = -1, s) => {
        return lengths[place] ?? springs.restLengths[s]!
      })
  }
}

const keyOf = ({ ends, families }: Springs, s: number): string =>
  `${ends[2 * s]!} ${ends[2 * s + 1]!} ${families[s]!}`

/** Infinite where there is none. */
const limitOf = ({ limitStrain, strainLimit }: ClothParams): number =>
  limitStrain ? strainLimit : Infinity

/** s */
const substepOf = ({ timeStep, substeps }: ClothParams): number => timeStep / substeps

/** N·m; 0 where bending is not by angles. */
function bendingOf({ solver, bend, bendModel, bendStiffness }: ClothParams): number {
  return solver === 'xpbd' && bend && bendModel === 'dihedral' ? bendStiffness : 0
}

/** Diagonal of the box around all points, m. */
function extentOf(points: Float64Array): number {
  const { min, max } = computeBounds(points, createBounds())
  const [x, y, z] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]]
  // A square root, unlike Math.hypot, is the same everywhere.
  return Math.sqrt(x * x + y * y + z * z)
}

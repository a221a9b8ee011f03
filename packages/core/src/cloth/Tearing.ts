/**
 * Where a cloth tears. At the end of a step every structural spring is looked at; one that is
 * stretched beyond what its weaker end withstands opens there, if it is among the most overstretched.
 * Shear springs do not count: woven cloth gives way along its diagonals long before a thread breaks.
 *
 * Strain limit and tethers would carry the load past the springs and hide it. So in a cloth that can
 * tear the limit gives way as far as tearing needs (`paramsWhileTearing`), and tethers are off.
 */
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { SpringFamily } from '../mesh/grid.js'
import { TearableSheet } from '../mesh/TearableSheet.js'
import { fail, show } from '../params/check.js'
import type { ClothParams } from '../params/clothParams.js'
import type { StrengthAt } from './ClothOptions.js'
import type { ClothState, ParticleArray } from './ClothState.js'
import type { Holds } from './Holds.js'
import type { ClothTears } from './snapshot.js'
import type { ClothSolver } from './solvers/ClothSolver.js'

/** Splits per step at most: a crack runs on in the next step, where springs have relaxed. */
export const MAX_SPLITS = 16

/** Room above the tear strain that the strain limit must leave, as a share of it and absolutely. */
const ROOM_SHARE = 0.1
const ROOM = 0.02

/** Parameters with which the solver of a cloth that can tear works. */
export function paramsWhileTearing(params: ClothParams): ClothParams {
  if (!params.tear) return params
  const { strainLimit, tearStrain } = params
  const needed = tearStrain * (1 + ROOM_SHARE) + ROOM
  return { ...params, tethers: false, strainLimit: Math.max(strainLimit, needed) }
}

/** The parts of a cloth that a tear changes. */
export interface TornParts {
  readonly state: ClothState
  /** Positions one step ago, m. */
  readonly previous: ParticleArray
  readonly holds: Pick<Holds, 'kinds'>
  readonly solver: Pick<ClothSolver, 'topologyChanged'>
}

/**
 * The sheet of a cloth that can tear, and what its particles withstand.
 *
 * @throws BillowError where `strengthAt` is no function, or gives no strength
 */
export function createTearing(
  who: string,
  intact: ClothSheet,
  { tearReserve }: Pick<ClothParams, 'tearReserve'>,
  strengthAt: StrengthAt | undefined,
): Tearing {
  if (strengthAt !== undefined && typeof strengthAt !== 'function')
    fail(who, `strengthAt must be a function, got ${show(strengthAt)}`)
  const { particleCount, restPositions } = intact
  const strengths = new Float64Array(particleCount).fill(1)
  for (let p = 0; strengthAt && p < particleCount; p++) {
    const [x, y, z] = restPositions.subarray(3 * p, 3 * p + 3) as unknown as [
      number,
      number,
      number,
    ]
    const strength: unknown = strengthAt(x, y, z, p)
    if (!(typeof strength === 'number' && strength > 0))
      fail(
        who,
        `strengthAt must give a number > 0 or Infinity, got ${show(strength)} for particle ${p}`,
      )
    strengths[p] = strength
  }
  return new Tearing(intact, Math.ceil(tearReserve * particleCount), strengths)
}

export class Tearing implements ClothTears {
  readonly sheet: TearableSheet
  private changes = 0
  /** The most overstretched springs of a step, and by how much: strain over what they withstand. */
  private readonly worst = new Int32Array(MAX_SPLITS)
  private readonly loads = new Float64Array(MAX_SPLITS)
  private readonly weakest: number
  private parts!: TornParts

  /** @param strengths per particle of the intact sheet: tear strain in parts of `tearStrain` */
  constructor(
    intact: ClothSheet,
    extra: number,
    private readonly strengths: Float64Array,
  ) {
    const firm = Uint8Array.from(strengths, (strength) => (strength === Infinity ? 1 : 0))
    this.sheet = new TearableSheet(intact, extra, firm)
    this.weakest = strengths.reduce((least, strength) => Math.min(least, strength), Infinity)
  }

  /** Two particles per split: the one that was split, and towards which. */
  get splits(): readonly number[] {
    return this.sheet.splits
  }

  /** Grows whenever triangles change. */
  get revision(): number {
    return this.changes
  }

  /** To be called once, before anything else. */
  attach(parts: TornParts): void {
    this.parts = parts
  }

  /**
   * Tears what is overstretched, at the end of a step. New particles start with the place and the
   * motion of those they were one with; they are free even if those are held.
   */
  tear(tearStrain: number): void {
    const { sheet, worst, parts } = this
    sheet.births.length = 0
    const found = sheet.reserve > 0 ? this.findWorst(parts.state.positions, tearStrain) : 0
    if (found > 0) {
      const { ends } = sheet.springs
      // Around a split springs have not relaxed yet: what hangs at it waits for the next step.
      const touched = new Set<number>()
      for (let n = 0; n < found; n++) {
        const a = ends[2 * worst[n]!]!
        const b = ends[2 * worst[n]! + 1]!
        if (touched.has(a) || touched.has(b)) continue
        const load = this.loads[n]! * Math.min(this.strengthOf(a), this.strengthOf(b))
        if (this.open(a, b, load, parts.holds.kinds)) touched.add(a).add(b)
      }
    }
    if (sheet.births.length > 0) {
      sheet.respring()
      copyBirths(sheet.births, parts)
      this.changes++
      parts.solver.topologyChanged(sheet.births)
    }
    this.park()
  }

  tearAlong(splits: readonly number[]): boolean {
    const { sheet } = this
    const before = [...sheet.splits]
    if (splits.length === before.length && splits.every((end, n) => end === before[n])) return true
    const done = sheet.tearAlong(splits)
    if (!done) sheet.tearAlong(before)
    sheet.births.length = 0
    this.changes++
    this.parts.solver.topologyChanged(sheet.births)
    return done
  }

  markReserve(fixed: Uint8Array, kinds: Uint8Array): void {
    const { particleCount, reserve } = this.sheet
    const first = this.strengths.length
    for (let p = first; p < particleCount - reserve; p++) if (kinds[p] === 0) fixed[p] = 0
    fixed.fill(1, particleCount - reserve)
  }

  /** Lays the particles in reserve where the first one is, so that nobody trips over them. */
  private park(): void {
    const { state, previous } = this.parts
    const { positions, lastPositions } = state
    const { particleCount, reserve } = this.sheet
    for (let i = 3 * (particleCount - reserve); i < 3 * particleCount; i += 3) {
      positions.copyWithin(i, 0, 3)
      lastPositions.copyWithin(i, 0, 3)
      previous.copyWithin(i, 0, 3)
    }
  }

  private strengthOf(particle: number): number {
    return this.strengths[this.sheet.origins[particle]!]!
  }

  /** Splits the weaker end; of two alike one that is not held, then the one with the lower index. */
  private open(a: number, b: number, load: number, kinds: Uint8Array): boolean {
    const byStrength = this.strengthOf(b) - this.strengthOf(a)
    const byHold = Number(kinds[b] !== 0) - Number(kinds[a] !== 0)
    const aFirst = byStrength !== 0 ? byStrength > 0 : byHold !== 0 ? byHold > 0 : a < b
    const ends: readonly [number, number][] = aFirst
      ? [
          [a, b],
          [b, a],
        ]
      : [
          [b, a],
          [a, b],
        ]
    return ends.some(
      ([particle, other]) => load > this.strengthOf(particle) && this.sheet.split(particle, other),
    )
  }

  /**
   * Fills `worst` and `loads`, the most overstretched first, of equal ones the one that is listed
   * first.
   */
  private findWorst(positions: ParticleArray, tearStrain: number): number {
    const { worst, loads, weakest } = this
    const { count, ends, families, restLengths } = this.sheet.springs
    const least = (1 + tearStrain * weakest) ** 2
    let found = 0
    for (let s = 0; s < count; s++) {
      if (families[s] !== SpringFamily.structural) continue
      const a = 3 * ends[2 * s]!
      const b = 3 * ends[2 * s + 1]!
      const dx = positions[b]! - positions[a]!
      const dy = positions[b + 1]! - positions[a + 1]!
      const dz = positions[b + 2]! - positions[a + 2]!
      const rest = restLengths[s]!
      const squared = dx * dx + dy * dy + dz * dz
      if (!(squared > least * rest * rest)) continue
      const strain = Math.sqrt(squared) / rest - 1
      const withstood = Math.min(this.strengthOf(a / 3), this.strengthOf(b / 3))
      const load = strain / (tearStrain * withstood)
      if (!(load > 1)) continue
      let place = found
      while (place > 0 && loads[place - 1]! < load) place--
      if (place === MAX_SPLITS) continue
      found = Math.min(found + 1, MAX_SPLITS)
      worst.copyWithin(place + 1, place, found - 1)
      loads.copyWithin(place + 1, place, found - 1)
      worst[place] = s
      loads[place] = load
    }
    return found
  }
}

function copyBirths(births: readonly number[], { state, previous }: TornParts): void {
  const { positions, lastPositions, fixed } = state
  for (let n = 0; n < births.length; n += 2) {
    const parent = 3 * births[n]!
    const child = births[n + 1]!
    positions.copyWithin(3 * child, parent, parent + 3)
    lastPositions.copyWithin(3 * child, parent, parent + 3)
    previous.copyWithin(3 * child, parent, parent + 3)
    fixed[child] = 0
  }
}

/**
 * The forces that pins exert on their particles, N.
 *
 * ```ts
 * const pins = new PinForces(cloth)
 * cloth.step()
 * pins.read(0) // [0, half of the weight, 0] of a sheet that hangs still by two corners
 * pins.dispose()
 * ```
 *
 * By Newton's second law, over the last step: a pin gives what its particle is short of, m a − m g − wind −
 * contact − what the cloth pulls with. What the cloth pulls with, constraints of `xpbd` and `pbd` do not say:
 * they move particles. But how free particles move says what the cloth does to each of them. So tensions
 * along springs are sought that explain it for all of them; of those that do, the least in the sense of
 * squares, by conjugate gradients (CGLS: Björck 1996, Numerical Methods for Least Squares Problems, §7.4).
 * Tensions act in pairs along lines, so the forces of all pins have the sum, and the moment about any point,
 * that the motion of the cloth demands; how they share what statics leaves open is an estimate. What no
 * tension explains, as where a tether pulls across a slack fold, goes to the nearest pin.
 *
 * With `xpbd`, which computes no air for what is held, a pin does not know of the wind on its own particle.
 *
 * Reading costs far more than a step of the gauges beside it: a few times per second is meant. Other cloths
 * that touch this one (`ClothGroup`) count as pulls of its pins.
 */
import { familyStiffnesses } from '../cloth/SpringSet.js'
import { fail, show } from '../params/check.js'
import { StepRecord } from './StepRecord.js'

type Vector = readonly [number, number, number]

const WHO = 'PinForces'

/** Of the force that is to be explained: what is left unexplained is as good as none. */
const TOLERANCE = 1e-4
const MOST_ROUNDS = 600

export class PinForces {
  private readonly record: StepRecord
  /** Unit vector along each spring, from its first end. */
  private along = new Float64Array(0)
  /** Per spring: its tension (N), the gradient, and the direction of search. */
  private tensions = new Float64Array(0)
  private gradient = new Float64Array(0)
  private search = new Float64Array(0)
  /** Per particle, xyz: what the cloth does to it (N), what is not explained of it, a work array. */
  private pulls = new Float64Array(0)
  private rest = new Float64Array(0)
  private change = new Float64Array(0)
  /** 1 where something else than the cloth holds a particle. */
  private supported = new Uint8Array(0)
  /** The nearest support of each particle. */
  private nearest = new Int32Array(0)
  private solvedAt = -1
  private tiedAt = ''
  private isDisposed = false

  /** @throws BillowError for what is no `ClothSimulation` on this page */
  constructor(cloth: object) {
    this.record = StepRecord.of(WHO, cloth)
  }

  /**
   * The force of a pin on its particle in the last step, in the cloth's own space, N; zeros before the first.
   *
   * @throws BillowError when the particle is not pinned
   */
  read(particle: number): Vector {
    const { record } = this
    const { parts, params, progress } = record.run
    if (!Number.isInteger(particle) || particle < 0 || !parts.holds.isPinned(particle))
      fail(WHO, `particle must be one that is pinned, got ${show(particle)}`)
    if (progress.steps === 0) return [0, 0, 0]
    this.solve()
    const mass = record.massOf(particle)
    const force = (k: number): number => {
      const i = 3 * particle + k
      const speedUp = (record.after[i]! - record.before[i]!) / params.timeStep
      const contact = record.impulses[i]! / params.timeStep
      // Nothing is 0, not −0.
      return mass * (speedUp - params.gravity[k]!) - record.air[i]! - contact - this.pulls[i]! + 0
    }
    return [force(0), force(1), force(2)]
  }

  /** Safe to call again. */
  dispose(): void {
    if (this.isDisposed) return
    this.isDisposed = true
    this.record.release()
  }

  /** Once per step, for all pins. */
  private solve(): void {
    const { run } = this.record
    if (this.solvedAt === run.progress.steps) return
    this.solvedAt = run.progress.steps
    this.record.reserve()
    this.reserve()
    this.tie()
    this.orient()
    this.observe()
    this.explain()
    this.shareRest()
  }

  private reserve(): void {
    const { sheet, fixed } = this.record.run.parts.state
    if (this.supported.length !== fixed.length) {
      this.supported = new Uint8Array(fixed.length)
      this.nearest = new Int32Array(fixed.length)
      this.pulls = new Float64Array(3 * fixed.length)
      this.rest = new Float64Array(3 * fixed.length)
      this.change = new Float64Array(3 * fixed.length)
      this.tiedAt = ''
    }
    const { count } = sheet.springs
    if (this.tensions.length === count) return
    this.along = new Float64Array(3 * count)
    this.tensions = new Float64Array(count)
    this.gradient = new Float64Array(count)
    this.search = new Float64Array(count)
  }

  /** What holds the cloth, and what is nearest to each particle. */
  private tie(): void {
    const { holds, state, tearing } = this.record.run.parts
    const key = `${holds.revision} ${tearing?.revision ?? 0}`
    if (key === this.tiedAt) return
    this.tiedAt = key
    const { supported, nearest } = this
    const { restPositions } = state.sheet
    supported.set(state.fixed)
    for (const hand of holds.hands) supported[hand] = 1
    const pins = holds.pinned()
    for (let p = 0; p < nearest.length; p++) {
      let least = Infinity
      for (const pin of pins) {
        let square = 0
        for (let k = 0; k < 3; k++)
          square += (restPositions[3 * p + k]! - restPositions[3 * pin + k]!) ** 2
        if (square >= least) continue
        least = square
        nearest[p] = pin
      }
    }
  }

  /** Directions of springs now; none of one that is off, or has no length. */
  private orient(): void {
    const { params, parts } = this.record.run
    const { positions, sheet } = parts.state
    const { count, ends, families } = sheet.springs
    const isOn = familyStiffnesses(params, 1)
    for (let s = 0; s < count; s++) {
      const a = 3 * ends[2 * s]!
      const b = 3 * ends[2 * s + 1]!
      const dx = positions[b]! - positions[a]!
      const dy = positions[b + 1]! - positions[a + 1]!
      const dz = positions[b + 2]! - positions[a + 2]!
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
      const scale = isOn[families[s]!]! > 0 && length > 0 ? 1 / length : 0
      this.along[3 * s] = scale * dx
      this.along[3 * s + 1] = scale * dy
      this.along[3 * s + 2] = scale * dz
    }
  }

  /** What the cloth did to each free particle: what is left of its motion without all else. */
  private observe(): void {
    const { record, rest, supported } = this
    const { before, after, impulses, air } = record
    const { gravity, timeStep } = record.run.params
    const { slowing } = record
    for (let p = 0; p < supported.length; p++) {
      const mass = supported[p] === 0 ? record.massOf(p) : 0
      for (let k = 0; k < 3; k++) {
        const i = 3 * p + k
        const speedUp = (after[i]! - before[i]!) / timeStep
        const slowed = (slowing * (before[i]! + after[i]!)) / 2
        const other = air[i]! + impulses[i]! / timeStep
        rest[i] = mass === 0 ? 0 : mass * (speedUp - gravity[k]! + slowed) - other
      }
    }
  }

  /** Least squares: tensions of which nothing is left in `rest`. */
  private explain(): void {
    const { tensions, gradient, search, rest, change } = this
    tensions.fill(0)
    const enough = TOLERANCE ** 2 * dot(rest, rest)
    this.gather(rest, gradient)
    search.set(gradient)
    let slope = dot(gradient, gradient)
    for (let n = 0; n < MOST_ROUNDS && slope > 0 && dot(rest, rest) > enough; n++) {
      this.spread(search, change, false)
      const way = slope / dot(change, change)
      for (let s = 0; s < tensions.length; s++) tensions[s]! += way * search[s]!
      for (let i = 0; i < rest.length; i++) rest[i]! -= way * change[i]!
      this.gather(rest, gradient)
      const next = dot(gradient, gradient)
      for (let s = 0; s < search.length; s++) search[s] = gradient[s]! + (next / slope) * search[s]!
      slope = next
    }
    this.spread(tensions, this.pulls, true)
  }

  /** What is left of free particles is pulled at their nearest pin. */
  private shareRest(): void {
    const { rest, pulls, nearest, supported } = this
    for (let p = 0; p < supported.length; p++) {
      if (supported[p] !== 0) continue
      for (let k = 0; k < 3; k++) pulls[3 * nearest[p]! + k]! -= rest[3 * p + k]!
    }
  }

  /** Forces on particles by tensions; on free ones alone, or on all. */
  private spread(tensions: Float64Array, forces: Float64Array, all: boolean): void {
    const { along, supported } = this
    const { count, ends } = this.record.run.parts.state.sheet.springs
    forces.fill(0)
    for (let s = 0; s < count; s++) {
      const a = ends[2 * s]!
      const b = ends[2 * s + 1]!
      for (let k = 0; k < 3; k++) {
        const pull = tensions[s]! * along[3 * s + k]!
        if (all || supported[a] === 0) forces[3 * a + k]! += pull
        if (all || supported[b] === 0) forces[3 * b + k]! -= pull
      }
    }
  }

  /** The other way round: along each spring, what forces on its free ends pull it apart with. */
  private gather(forces: Float64Array, tensions: Float64Array): void {
    const { along, supported } = this
    const { count, ends } = this.record.run.parts.state.sheet.springs
    for (let s = 0; s < count; s++) {
      const a = ends[2 * s]!
      const b = ends[2 * s + 1]!
      let sum = 0
      for (let k = 0; k < 3; k++) {
        if (supported[a] === 0) sum += along[3 * s + k]! * forces[3 * a + k]!
        if (supported[b] === 0) sum -= along[3 * s + k]! * forces[3 * b + k]!
      }
      tensions[s] = sum
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/**
 * What is noted of the last step of a cloth while somebody looks at it: velocities before and after, what
 * the air does, and what contacts do. One for all who look; a cloth that nobody looks at pays nothing.
 */
import { type ClothRun, runOf } from '../cloth/ClothRun.js'
import { particleMass } from '../cloth/solvers/ClothSolver.js'
import { fail, show } from '../params/check.js'

export class StepRecord {
  /** At the start and the end, m/s. */
  before = new Float64Array(0)
  after = new Float64Array(0)
  /** Of colliders on particles, N s. */
  impulses = new Float64Array(0)
  /** N */
  air = new Float64Array(0)
  /** Told of every step that has moved the cloth. */
  readonly followers = new Set<() => void>()
  /** How many look at it. */
  private users = 0

  constructor(readonly run: ClothRun) {}

  /**
   * The record of a cloth, until it is released.
   *
   * @param who is named by the error
   * @throws BillowError for what is no `ClothSimulation` on this page
   */
  static of(who: string, cloth: object): StepRecord {
    const run = runOf(cloth)
    if (!run)
      fail(
        who,
        `forces can be read of a ClothSimulation on this page only, not of one in a worker, got ${show(cloth)}`,
      )
    const record = records.get(run) ?? new StepRecord(run)
    records.set(run, record)
    record.users++
    run.observer = record
    return record
  }

  /** Without anybody else the cloth steps on without being looked at. */
  release(): void {
    if (--this.users > 0) return
    this.run.observer = undefined
    this.run.parts.solver.bodies.impulses = undefined
  }

  /** kg */
  massOf(particle: number): number {
    const { params, parts } = this.run
    const { sheet } = parts.state
    return params.solver === 'xpbd'
      ? params.density * sheet.areas[particle]!
      : particleMass(params, sheet)
  }

  /** By how much damping slows velocities, 1/s: e^(−damping t), and `stepDamping` percent in every substep. */
  get slowing(): number {
    const { damping, stepDamping, substeps, timeStep } = this.run.params
    return damping + (stepDamping / 100) * (substeps / timeStep)
  }

  /** Called by the cloth before the substeps of a step. */
  beginStep(): void {
    this.reserve()
    this.run.parts.solver.bodies.impulses = this.impulses.fill(0)
    this.writeVelocities(this.before)
  }

  /** Called by the cloth after them. */
  endStep(): void {
    this.writeVelocities(this.after)
    this.air.fill(0)
    this.run.parts.solver.writeAirForces(this.air)
    for (const follow of this.followers) follow()
  }

  /** A rebuild may have made another number of particles. */
  reserve(): void {
    const { length } = this.run.parts.state.positions
    if (this.before.length === length) return
    this.before = new Float64Array(length)
    this.after = new Float64Array(length)
    this.impulses = new Float64Array(length)
    this.air = new Float64Array(length)
  }

  /** As Verlet has them. */
  private writeVelocities(out: Float64Array): void {
    const { parts, timing } = this.run
    const { positions, lastPositions } = parts.state
    for (let i = 0; i < out.length; i++) out[i] = (positions[i]! - lastPositions[i]!) / timing.dt
  }
}

const records = /* @__PURE__ */ new WeakMap<ClothRun, StepRecord>()

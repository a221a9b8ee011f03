/**
 * The forces on particles of a cloth, N: for whoever wants to show what moves it. As long as there is a
 * gauge, every step notes velocities before and after it and what contacts do; a cloth without one pays
 * nothing.
 *
 * ```ts
 * const gauge = new ForceGauge(cloth)
 * cloth.step()
 * gauge.read(12).gravity // [0, −m g, 0]
 * gauge.dispose()
 * ```
 *
 * Forces of a step are means over it: total is m Δv / Δt (Newton's second law), gravity m g, wind what the
 * model of the air gives, contact the impulses of colliders on particles, damping −m c v. With
 * `mass-spring`, spring is the sum of Hooke's forces k (l − rest) where particles are now. Constraints of
 * `xpbd` and `pbd` have no force of their own: spring is what remains of the total, so also what cloth
 * does to cloth, the strain limit, and contact of triangles.
 */
import { type ClothRun, runOf } from '../cloth/ClothRun.js'
import { familyStiffnesses } from '../cloth/SpringSet.js'
import { particleMass } from '../cloth/solvers/ClothSolver.js'
import { fail, show } from '../params/check.js'

type Vector = readonly [number, number, number]

/** Vectors in the cloth's own space, N. */
export interface ForceReading {
  /** kg */
  readonly mass: number
  readonly gravity: Vector
  /** See `ForceGauge`; zero for a held particle unless the solver is `mass-spring`. */
  readonly spring: Vector
  readonly wind: Vector
  /** Of colliders on the particle. */
  readonly contact: Vector
  readonly damping: Vector
  /** m Δv / Δt over the last step; zero for a particle that is pinned or held by a hand. */
  readonly total: Vector
}

const WHO = 'ForceGauge'

/** What is noted of the last step of one cloth, for all gauges of it. */
class StepRecord {
  /** At the start and the end, m/s. */
  before = new Float64Array(0)
  after = new Float64Array(0)
  /** Of colliders on particles, N s. */
  impulses = new Float64Array(0)
  /** N */
  air = new Float64Array(0)
  /** How many look at it. */
  gauges = 0

  constructor(private readonly run: ClothRun) {}

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

export class ForceGauge {
  private readonly run: ClothRun
  private readonly record: StepRecord
  private isDisposed = false

  /** @throws BillowError for what is no `ClothSimulation` on this page */
  constructor(cloth: object) {
    const run = runOf(cloth)
    if (!run)
      fail(
        WHO,
        `forces can be read of a ClothSimulation on this page only, not of one in a worker, got ${show(cloth)}`,
      )
    const record = records.get(run) ?? new StepRecord(run)
    records.set(run, record)
    record.gauges++
    run.observer = record
    this.run = run
    this.record = record
  }

  /**
   * Forces on a particle as of the last step.
   *
   * @throws BillowError when there is no such particle
   */
  read(particle: number): ForceReading {
    const { record } = this
    record.reserve()
    const { params, parts, progress } = this.run
    const { state } = parts
    const { sheet, fixed } = state
    const count = sheet.particleCount - (sheet.reserve ?? 0)
    if (!Number.isInteger(particle) || particle < 0 || particle >= count)
      fail(WHO, `particle must be an integer from 0 to ${count - 1}, got ${show(particle)}`)
    const mass =
      params.solver === 'xpbd'
        ? params.density * sheet.areas[particle]!
        : particleMass(params, sheet)
    const { timeStep, damping, stepDamping, substeps } = params
    const isHeld = fixed[particle] !== 0
    const hasStepped = progress.steps > 0
    // Velocities fall by e^(−damping t), and by stepDamping percent in every substep.
    const rate = damping + (stepDamping / 100) * (substeps / timeStep)
    const gravity = vector((k) => mass * params.gravity[k]!)
    const wind = vector((k) => record.air[3 * particle + k]!)
    const contact = vector((k) => record.impulses[3 * particle + k]! / timeStep)
    const at = (list: Float64Array, k: number): number => list[3 * particle + k]!
    const slowed = vector((k) =>
      isHeld ? 0 : (-mass * rate * (at(record.before, k) + at(record.after, k))) / 2,
    )
    const total = vector((k) =>
      isHeld ? 0 : (mass * (at(record.after, k) - at(record.before, k))) / timeStep,
    )
    const spring =
      params.solver === 'mass-spring'
        ? this.hooke(particle)
        : vector((k) =>
            isHeld || !hasStepped
              ? 0
              : total[k]! - gravity[k]! - wind[k]! - contact[k]! - slowed[k]!,
          )
    return { mass, gravity, spring, wind, contact, damping: slowed, total }
  }

  /** Without another gauge the cloth steps on without being looked at. Safe to call again. */
  dispose(): void {
    const { run, record } = this
    if (this.isDisposed) return
    this.isDisposed = true
    if (--record.gauges > 0) return
    run.observer = undefined
    run.parts.solver.bodies.impulses = undefined
  }

  private hooke(particle: number): Vector {
    const { params, parts } = this.run
    const { positions, sheet } = parts.state
    const { count, ends, families, restLengths } = sheet.springs
    const stiffnesses = familyStiffnesses(params, params.ks)
    const force: [number, number, number] = [0, 0, 0]
    for (let s = 0; s < count; s++) {
      const isFirst = ends[2 * s] === particle
      if (!isFirst && ends[2 * s + 1] !== particle) continue
      const other = ends[2 * s + (isFirst ? 1 : 0)]!
      const way = vector((k) => positions[3 * other + k]! - positions[3 * particle + k]!)
      const length = Math.hypot(...way)
      if (length === 0) continue
      const perLength = (stiffnesses[families[s]!]! * (length - restLengths[s]!)) / length
      for (let k = 0; k < 3; k++) force[k]! += perLength * way[k]!
    }
    return force
  }
}

function vector(component: (k: number) => number): Vector {
  // Nothing is 0, not −0.
  return [component(0) + 0, component(1) + 0, component(2) + 0]
}

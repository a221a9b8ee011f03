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
import type { ClothRun } from '../cloth/ClothRun.js'
import { familyStiffnesses } from '../cloth/SpringSet.js'
import { fail, show } from '../params/check.js'
import { StepRecord } from './StepRecord.js'

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

export class ForceGauge {
  private readonly run: ClothRun
  private readonly record: StepRecord
  private isDisposed = false

  /** @throws BillowError for what is no `ClothSimulation` on this page */
  constructor(cloth: object) {
    this.record = StepRecord.of(WHO, cloth)
    this.run = this.record.run
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
    const mass = record.massOf(particle)
    const { timeStep } = params
    const isHeld = fixed[particle] !== 0
    const hasStepped = progress.steps > 0
    const rate = record.slowing
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
    if (this.isDisposed) return
    this.isDisposed = true
    this.record.release()
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

/**
 * How the tip of a blade gets from one step to the next.
 *
 * As published: Euler, v2 + (r (I − v2) + f) dt, and then validation. That is stable for r dt < 2 only.
 *
 * Without its length the tip would follow v2' = r (E − v2) to the equilibrium E = I + f / r. Since
 * the length is put right after every step, only the direction d of the tip moves freely, by what of
 * that is across it: d' = (r / ρ) (E − d (d · E)), with ρ = |v2|. For a force that stays, the angle ψ
 * between d and E then obeys ψ' = −(r |E| / ρ) sin ψ, so tan ψ/2 falls by exp(−r |E| dt / ρ): stable
 * and the same for any step.
 */
import type { Vector } from './curve.js'

/** v2 after a step by Euler, not yet validated. */
export function stepByEuler(
  tip: Vector,
  idle: Vector,
  rate: number,
  force: Vector,
  dt: number,
): Vector {
  const next = (k: 0 | 1 | 2): number => tip[k] + dt * (rate * (idle[k] - tip[k]) + force[k])
  return [next(0), next(1), next(2)]
}

/** v2 after its direction has turned towards the equilibrium, as long as before. */
export function turnToEquilibrium(
  tip: Vector,
  idle: Vector,
  rate: number,
  force: Vector,
  dt: number,
): Vector {
  const e: Vector = [
    idle[0] + force[0] / rate,
    idle[1] + force[1] / rate,
    idle[2] + force[2] / rate,
  ]
  const size = Math.hypot(...e)
  const length = Math.hypot(...tip)
  if (!(size > 0) || !(length > 0)) return tip
  const cosine = (tip[0] * e[0] + tip[1] * e[1] + tip[2] * e[2]) / (size * length)
  // tan ψ/2 = sin ψ / (1 + cos ψ); what is across E has the length sin ψ, and is made sin ψ'.
  const across = (k: 0 | 1 | 2): number => tip[k] / length - (cosine * e[k]) / size
  const fall = Math.exp((-rate * size * dt) / length)
  const squared = Math.max((1 - cosine) / (1 + cosine), 0) * fall * fall
  if (!Number.isFinite(squared)) return tip
  const nextCosine = (1 - squared) / (1 + squared)
  const keeps = (2 * fall) / ((1 + squared) * (1 + cosine))
  const next = (k: 0 | 1 | 2): number => length * ((nextCosine * e[k]) / size + keeps * across(k))
  return [next(0), next(1), next(2)]
}

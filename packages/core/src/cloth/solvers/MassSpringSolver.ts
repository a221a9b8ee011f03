/**
 * The teaching classic: Hooke springs, explicit Verlet integration and a deformation limit, as in
 * the CS184 cloth assignment of UC Berkeley (after Provot 1995). Order of a substep: forces,
 * Verlet, self-collision, colliders, limit.
 *
 * Explicit integration is stable up to a stiffness that falls with the mass of a particle and the
 * square of the substep, see `stableStiffness`.
 */
import { collideByLastPosition } from '../../collision/contacts.js'
import type { ClothParams } from '../../params/clothParams.js'
import type { ClothState } from '../ClothState.js'
import { familyStiffnesses, type SpringSet } from '../SpringSet.js'
import { limitStrain } from '../strainLimit.js'
import { VerletSolver } from './VerletSolver.js'

export class MassSpringSolver extends VerletSolver {
  protected override springStiffness(params: ClothParams): number {
    return params.ks
  }

  override substep(dt: number): void {
    const { state, springs } = this
    state.forces.fill(0)
    addSpringForces(state, springs)
    this.addAirForces(dt)
    this.integrate(dt)
    this.contacts = this.resolveSelfCollision() + collideByLastPosition(state, this.colliders)
    if (this.params.limitStrain) limitStrain(state, springs)
  }

  /**
   * Verlet is stable while ω dt < 2 for the fastest oscillation ω. That is a wave of alternating
   * columns (or rows), for which m ω² = 4 k_structural + 8 cos²α k_shear, α being the angle of the
   * diagonals to the wave, or a slower wave where bend springs prevail: with q the phase from one
   * particle to the next and s = sin²(q/2), m ω² = 4 (k_structural + 2 cos²α k_shear) s
   * + 16 k_bend s (1 − s). A square grid with all springs gives ks = m / (2 dt²).
   */
  override stableStiffness(dt: number): number {
    const { params, state } = this
    const [structural, shear, bend] = familyStiffnesses(params, 1)
    const [dx, dy] = state.grid.cell
    const cosSquared = Math.max(dx * dx, dy * dy) / (dx * dx + dy * dy)
    const direct = 4 * (structural + 2 * cosSquared * shear)
    // direct · s + 16 bend s (1 − s) on 0..1: its peak is at s = (direct + 16 bend) / (32 bend).
    const s = bend > 0 ? Math.min(1, (direct + 16 * bend) / (32 * bend)) : 1
    const peak = direct * s + 16 * bend * s * (1 - s)
    return peak === 0 ? Infinity : (4 * this.mass) / (peak * dt * dt)
  }
}

/** Hooke's law: f = k (|d| − rest) d / |d| on one end, −f on the other. */
function addSpringForces({ positions, forces }: ClothState, springs: SpringSet): void {
  const { count, offsets, restLengths, stiffnesses } = springs
  for (let s = 0; s < count; s++) {
    const stiffness = stiffnesses[s]!
    if (stiffness === 0) continue
    const a = offsets[2 * s]!
    const b = offsets[2 * s + 1]!
    const dx = positions[b]! - positions[a]!
    const dy = positions[b + 1]! - positions[a + 1]!
    const dz = positions[b + 2]! - positions[a + 2]!
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    // Ends in one point have no direction to push in.
    if (length === 0) continue
    const perLength = (stiffness * (length - restLengths[s]!)) / length
    const fx = perLength * dx
    const fy = perLength * dy
    const fz = perLength * dz
    forces[a]! += fx
    forces[a + 1]! += fy
    forces[a + 2]! += fz
    forces[b]! -= fx
    forces[b + 1]! -= fy
    forces[b + 2]! -= fz
  }
}

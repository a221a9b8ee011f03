/**
 * The teaching classic: Hooke springs, explicit Verlet integration and a deformation limit, as in
 * the CS184 cloth assignment of UC Berkeley (after Provot 1995). Order of a substep: forces,
 * Verlet, self-collision, colliders, limit.
 *
 * Explicit integration is stable up to a stiffness that falls with the mass of a particle and the
 * square of the substep, see `stableStiffness`.
 */
import type { Collider } from '../../collision/colliders/Collider.js'
import type { Contacts } from '../../collision/Contacts.js'
import { LastPositionContacts } from '../../collision/LastPositionContacts.js'
import { SelfCollision, type SelfCollisionRule } from '../../collision/SelfCollision.js'
import type { ClothSheet } from '../../mesh/ClothSheet.js'
import { isGrid } from '../../mesh/grid.js'
import type { ClothParams } from '../../params/clothParams.js'
import type { ClothState } from '../ClothState.js'
import type { Holds } from '../Holds.js'
import { familyStiffnesses, type SpringSet } from '../SpringSet.js'
import type { StepTiming } from './ClothSolver.js'
import type { VerletParticles } from './VerletParticles.js'
import { VerletSolver } from './VerletSolver.js'

export class MassSpringSolver extends VerletSolver {
  private readonly rule: SelfCollisionRule = { thickness: 0, shareOfStep: 1, truncate: false }
  /** Made when the sheet first touches itself. */
  private hash: SelfCollision | undefined

  protected override springStiffness(params: ClothParams): number {
    return params.ks
  }

  protected override createContacts(
    particles: VerletParticles,
    colliders: readonly Collider[],
  ): Contacts {
    return new LastPositionContacts(particles, colliders)
  }

  override substep(_timing: StepTiming, holds: Holds, last: boolean): void {
    const { state, springs } = this
    state.forces.fill(0)
    addSpringForces(state, springs)
    this.addAirForces()
    this.integrate(last)
    this.contacts = this.resolveSelfCollision() + this.bodies.resolve(this.contactRule)
    this.limit(holds, last)
  }

  /** @returns how many particles were moved */
  private resolveSelfCollision(): number {
    const { state, params, rule } = this
    if (!params.selfCollision) return 0
    this.hash ??= new SelfCollision(state, state.sheet.cell)
    this.hash.reserve = state.sheet.reserve ?? 0
    rule.thickness = params.thickness
    rule.shareOfStep = 1 / params.substeps
    rule.truncate = params.hashCell === 'truncate'
    return this.hash.resolve(rule)
  }

  /**
   * Verlet is stable while ω dt < 2 for the fastest oscillation ω of the sheet. A square grid with
   * all springs and a bend ratio up to 0.4 gives ks = m / (2 dt²).
   */
  override stableStiffness(dt: number): number {
    const { params, state } = this
    const stiffnesses = familyStiffnesses(params, 1)
    const { sheet } = state
    const peak = isGrid(sheet)
      ? stiffestWave(stiffnesses, sheet.cell)
      : stiffestVertex(stiffnesses, sheet)
    return peak === 0 ? Infinity : (4 * this.mass) / (peak * dt * dt)
  }
}

/**
 * On a mesh there are no plane waves. No m ω² exceeds twice the stiffness that meets at a particle
 * (Gershgorin), which is on the safe side.
 */
function stiffestVertex(
  stiffnesses: readonly number[],
  { springs, particleCount }: ClothSheet,
): number {
  const sums = new Float64Array(particleCount)
  springs.ends.forEach((particle, end) => {
    sums[particle]! += stiffnesses[springs.families[end >> 1]!]!
  })
  return 2 * sums.reduce((largest, sum) => Math.max(largest, sum), 0)
}

/** Phases per half turn that are looked at; the extremes at 0, ½ and 1 half turns are among them. */
const PHASES = 64

/**
 * Largest m ω² of all plane waves in a flat sheet, N/m. With phases p and q from one particle to the
 * next along rows and columns, springs of a family with unit direction d and phase φ between their
 * ends add 4 k sin²(φ/2) d dᵀ; m ω² is an eigenvalue of the sum, a symmetric 2 × 2 matrix.
 */
function stiffestWave(
  [structural, shear, bend]: readonly [number, number, number],
  [dx, dy]: readonly [number, number],
): number {
  const cosine = dx / Math.hypot(dx, dy)
  const sine = dy / Math.hypot(dx, dy)
  let peak = 0
  for (let i = 0; i <= PHASES; i++) {
    for (let j = 0; j <= PHASES; j++) {
      const p = (Math.PI * i) / PHASES
      const q = (Math.PI * j) / PHASES
      // Both diagonals: sin²((p + q)/2) ± sin²((p − q)/2).
      const even = 1 - Math.cos(p) * Math.cos(q)
      const odd = Math.sin(p) * Math.sin(q)
      const xx = 4 * (structural * Math.sin(p / 2) ** 2 + bend * Math.sin(p) ** 2)
      const yy = 4 * (structural * Math.sin(q / 2) ** 2 + bend * Math.sin(q) ** 2)
      const a = xx + 4 * shear * cosine * cosine * even
      const b = yy + 4 * shear * sine * sine * even
      const c = 4 * shear * cosine * sine * odd
      peak = Math.max(peak, (a + b) / 2 + Math.hypot((a - b) / 2, c))
    }
  }
  return peak
}

/** Hooke's law: f = k (|d| − rest) d / |d| on one end, −f on the other. */
function addSpringForces({ positions, forces }: ClothState, springs: SpringSet): void {
  const { runCount, runStarts, runOffsets, offsets, restLengths, stiffnesses } = springs
  for (let r = 0; r < runCount; r++) {
    const a = runOffsets[r]!
    const ax = positions[a]!
    const ay = positions[a + 1]!
    const az = positions[a + 2]!
    let forceX = forces[a]!
    let forceY = forces[a + 1]!
    let forceZ = forces[a + 2]!
    const end = runStarts[r + 1]!
    for (let s = runStarts[r]!; s < end; s++) {
      const b = offsets[s]!
      const dx = positions[b]! - ax
      const dy = positions[b + 1]! - ay
      const dz = positions[b + 2]! - az
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
      // Ends in one point have no direction to push in.
      if (length === 0) continue
      const perLength = (stiffnesses[s]! * (length - restLengths[s]!)) / length
      const fx = perLength * dx
      const fy = perLength * dy
      const fz = perLength * dz
      forceX += fx
      forceY += fy
      forceZ += fz
      forces[b]! -= fx
      forces[b + 1]! -= fy
      forces[b + 2]! -= fz
    }
    forces[a] = forceX
    forces[a + 1] = forceY
    forces[a + 2] = forceZ
  }
}

/**
 * Position based dynamics in its simplest form (Jakobsen 2001; Müller et al. 2006): Verlet moves
 * the particles freely, then several relaxation passes pull every spring towards its rest length
 * and push particles out of colliders. Stable at any setting; how stiff the cloth looks depends on
 * passes and substeps.
 */
import type { ClothParams } from '../../params/clothParams.js'
import type { ClothState } from '../ClothState.js'
import type { Holds } from '../Holds.js'
import type { SpringSet } from '../SpringSet.js'
import type { SplitSolver, StepTiming } from './ClothSolver.js'
import { PbdContacts } from './PbdContacts.js'
import { VerletSolver } from './VerletSolver.js'

export class PbdSolver extends VerletSolver implements SplitSolver {
  readonly layer = new PbdContacts(
    this.state,
    this.bodies,
    this.contactRule,
    this.params,
    this.createGuard,
    this.createFaces,
  )
  /** Particles that colliders moved while springs were relaxed. */
  private touching = 0

  override configure(params: ClothParams): void {
    super.configure(params)
    // Not there yet while the base class is made.
    ;(this.layer as PbdContacts | undefined)?.configure(params)
  }

  override topologyChanged(): void {
    super.topologyChanged()
    ;(this.layer as PbdContacts | undefined)?.topologyChanged()
  }

  override beginStep(timing: StepTiming): void {
    super.beginStep(timing)
    this.layer.beginStep(timing)
  }

  protected override springStiffness(params: ClothParams): number {
    return params.stiffness
  }

  override substep(timing: StepTiming, holds: Holds, last: boolean): void {
    this.project(timing, holds, last)
    this.finish(this.layer.resolve(true))
  }

  project(_: StepTiming, holds: Holds, last: boolean): void {
    const { state, springs, layer, params } = this
    state.forces.fill(0)
    this.addAirForces()
    this.integrate(last)
    // Most are caught in the first pass and stay out in the later ones.
    this.touching = 0
    for (let pass = 0; pass < params.iterations; pass++) {
      relax(state, springs)
      this.touching = Math.max(this.touching, layer.collide(false))
    }
    this.limit(holds, last)
  }

  /** Velocity is the way from the last positions. Colliders acted once more, so that nothing ends a step inside one. */
  finish(contacts: number): void {
    this.contacts = Math.max(this.touching, contacts)
  }

  /** The limit is held in every substep. */
  limitStep(): boolean {
    return false
  }

  finishLimit(contacts: number): void {
    this.contacts = Math.max(this.contacts, contacts)
  }

  override stableStiffness(): number {
    return Infinity
  }
}

/** One pass over all springs: each free end moves by Δ d with Δ = ((|d| − rest) / |d|) · 0.5 · k. */
function relax({ positions, fixed }: ClothState, springs: SpringSet): void {
  const { runCount, runStarts, runOffsets, offsets, ends, restLengths, stiffnesses } = springs
  for (let r = 0; r < runCount; r++) {
    const a = runOffsets[r]!
    let ax = positions[a]!
    let ay = positions[a + 1]!
    let az = positions[a + 2]!
    const end = runStarts[r + 1]!
    const aIsFree = fixed[ends[2 * runStarts[r]!]!]! === 0
    for (let s = runStarts[r]!; s < end; s++) {
      const stiffness = stiffnesses[s]!
      if (stiffness === 0) continue
      const b = offsets[s]!
      const dx = positions[b]! - ax
      const dy = positions[b + 1]! - ay
      const dz = positions[b + 2]! - az
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
      if (length === 0) continue
      const delta = ((length - restLengths[s]!) / length) * 0.5 * stiffness
      const cx = delta * dx
      const cy = delta * dy
      const cz = delta * dz
      if (aIsFree) {
        ax += cx
        ay += cy
        az += cz
      }
      if (fixed[ends[2 * s + 1]!]! === 0) {
        positions[b]! -= cx
        positions[b + 1]! -= cy
        positions[b + 2]! -= cz
      }
    }
    positions[a] = ax
    positions[a + 1] = ay
    positions[a + 2] = az
  }
}

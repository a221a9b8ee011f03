/**
 * Contacts of a pbd cloth: its colliders, and its own layers. Particles are worked on where they are.
 */
import type { ContactRule, Contacts, CreateFaceStage } from '../../collision/Contacts.js'
import type { CreateLayerGuard, Layers } from '../../collision/Layers.js'
import type { ClothParams } from '../../params/clothParams.js'
import type { ClothState } from '../ClothState.js'
import { ClothLayer } from './ClothLayer.js'
import { particleMass } from './ClothSolver.js'

export class PbdContacts extends ClothLayer {
  /** kg per particle */
  private mass = 1
  /** Positions before contacts of several layers, m. */
  private before = new Float64Array(0)
  private isSubstep = true

  constructor(
    readonly points: ClothState,
    readonly bodies: Contacts,
    protected readonly rule: ContactRule,
    params: ClothParams,
    createGuard: CreateLayerGuard | undefined,
    createFaces: CreateFaceStage | undefined,
  ) {
    super(points.sheet, createGuard, createFaces)
    this.configure(params)
  }

  override configure(params: ClothParams): void {
    super.configure(params)
    this.mass = particleMass(params, this.sheet)
  }

  protected override weigh(): void {
    const { inverseMasses, points, mass } = this
    for (let p = 0; p < inverseMasses.length; p++)
      inverseMasses[p] = points.fixed[p] === 0 ? 1 / mass : 0
  }

  override share(layers: Layers | undefined): void {
    super.share(layers)
    this.before = new Float64Array(layers ? this.points.positions.length : 0)
  }

  /** Once in a substep particles come out of bodies that they were in from the start. */
  protected override begin(isSubstep: boolean): void {
    this.rule.letsOut = isSubstep
    this.isSubstep = isSubstep
  }

  /** Points are the particles themselves. */
  protected override open(): void {
    this.changed.fill(0)
    if (this.isShared) this.before.set(this.points.positions)
  }

  protected override close(hasMoved: boolean): number {
    if (!hasMoved) return 0
    this.forgetRecoveries()
    return this.isShared ? this.spread() : 0
  }

  /** Verlet's velocity is the way from the last position: that goes along. */
  private forgetRecoveries(): void {
    const { recoveries, points } = this
    for (let i = 0; i < recoveries.length; i++) {
      points.lastPositions[i]! += recoveries[i]!
      if (this.isShared) this.before[i]! += recoveries[i]!
    }
    recoveries.fill(0)
  }

  /**
   * What other cloths have moved within their limits has gathered over the whole step: it changes the
   * velocity by the way over the time of the step, not of a substep.
   *
   * @returns how many particles have moved
   */
  private spread(): number {
    const { before, points, timing } = this
    const { positions, lastPositions } = points
    // Of the way, what is no velocity.
    const share = this.isSubstep ? 0 : 1 - timing.dt / timing.step
    let moved = 0
    for (let i = 0; i < before.length; i += 3) {
      if (
        positions[i] === before[i] &&
        positions[i + 1] === before[i + 1] &&
        positions[i + 2] === before[i + 2]
      )
        continue
      moved++
      if (share === 0) continue
      for (let k = i; k < i + 3; k++) lastPositions[k]! += share * (positions[k]! - before[k]!)
    }
    return moved
  }
}

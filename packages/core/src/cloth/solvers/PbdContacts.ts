/**
 * Contacts of a pbd cloth: its colliders, and its own layers. Particles are worked on where they are.
 */
import type { ContactRule, Contacts } from '../../collision/Contacts.js'
import type { CreateLayerGuard } from '../../collision/Layers.js'
import type { ClothParams } from '../../params/clothParams.js'
import type { ClothState } from '../ClothState.js'
import { ClothLayer } from './ClothLayer.js'
import { particleMass } from './ClothSolver.js'

export class PbdContacts extends ClothLayer {
  /** kg per particle */
  private mass = 1

  constructor(
    readonly points: ClothState,
    private readonly bodies: Contacts,
    private readonly rule: ContactRule,
    params: ClothParams,
    createGuard: CreateLayerGuard | undefined,
  ) {
    super(points.sheet, createGuard)
    this.configure(params)
  }

  override configure(params: ClothParams): void {
    super.configure(params)
    this.rule.colliderOffset = params.colliderOffset
    this.mass = particleMass(params, this.sheet)
  }

  override collide(isAgain: boolean): number {
    const { bodies, rule } = this
    rule.changed = isAgain ? this.changed : undefined
    const moved = bodies.resolve(rule)
    rule.letsOut = false
    return moved
  }

  protected override weigh(): void {
    const { inverseMasses, points, mass } = this
    for (let p = 0; p < inverseMasses.length; p++)
      inverseMasses[p] = points.fixed[p] === 0 ? 1 / mass : 0
  }

  /** Once in a substep particles come out of bodies that they were in from the start. */
  protected override begin(): void {
    this.rule.letsOut = true
  }

  protected override open(): void {
    // Points are the particles themselves.
    this.changed.fill(0)
  }

  protected override close(hasMoved: boolean): void {
    if (hasMoved) this.forgetRecoveries()
  }

  /** Verlet's velocity is the way from the last position: that goes along. */
  private forgetRecoveries(): void {
    const { recoveries, points } = this
    for (let i = 0; i < recoveries.length; i++) points.lastPositions[i]! += recoveries[i]!
    recoveries.fill(0)
  }
}

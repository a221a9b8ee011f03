/**
 * Contacts of a pbd cloth: its colliders, and its own layers. Particles are worked on where they are.
 */
import { batchesOf } from '../../collision/ContactParticles.js'
import type { ContactRule, Contacts } from '../../collision/Contacts.js'
import { type CreateLayerGuard, type Layer, Layers } from '../../collision/Layers.js'
import type { ClothSheet } from '../../mesh/ClothSheet.js'
import type { ClothParams } from '../../params/clothParams.js'
import type { ClothState } from '../ClothState.js'
import { particleMass, type StepTiming } from './ClothSolver.js'

export class PbdContacts implements Layer {
  readonly sheet: ClothSheet
  readonly inverseMasses: Float64Array
  readonly recoveries: Float64Array
  readonly changed: Uint8Array
  thickness = 0
  /** kg per particle */
  private mass = 1
  friction = 0
  touchesItself = false
  /** Made when the sheet first touches itself. */
  private layers: Layers | undefined

  constructor(
    readonly points: ClothState,
    private readonly bodies: Contacts,
    private readonly rule: ContactRule,
    params: ClothParams,
    private readonly createGuard: CreateLayerGuard | undefined,
  ) {
    this.sheet = points.sheet
    this.inverseMasses = new Float64Array(this.sheet.particleCount)
    this.recoveries = new Float64Array(3 * this.sheet.particleCount)
    this.changed = new Uint8Array(batchesOf(this.sheet.particleCount))
    this.configure(params)
  }

  topologyChanged(): void {
    this.layers?.topologyChanged()
  }

  configure(params: ClothParams): void {
    this.rule.colliderOffset = params.colliderOffset
    this.mass = particleMass(params, this.sheet)
    this.thickness = params.thickness
    this.friction = params.selfFriction
    this.touchesItself = params.selfCollision
    this.layers?.forget()
  }

  beginStep(timing: StepTiming): void {
    if (!this.touchesItself) return
    this.layers ??= new Layers([this], this.createGuard)
    this.layers.beginStep(timing)
    const { inverseMasses, points, mass } = this
    for (let p = 0; p < inverseMasses.length; p++)
      inverseMasses[p] = points.fixed[p] === 0 ? 1 / mass : 0
  }

  /** @returns how many particles were moved */
  resolve(): number {
    // Once in a substep particles come out of bodies that they were in from the start.
    this.rule.letsOut = true
    if (!this.touchesItself) return this.collide(false)
    this.changed.fill(0)
    const moved = this.layers!.settle()
    if (moved > 0) this.forgetRecoveries()
    return moved
  }

  /** Verlet's velocity is the way from the last position: that goes along. */
  private forgetRecoveries(): void {
    const { recoveries, points } = this
    for (let i = 0; i < recoveries.length; i++) points.lastPositions[i]! += recoveries[i]!
    recoveries.fill(0)
  }

  collide(isAgain: boolean): number {
    const { bodies, rule } = this
    rule.changed = isAgain ? this.changed : undefined
    const moved = bodies.resolve(rule)
    rule.letsOut = false
    return moved
  }
}

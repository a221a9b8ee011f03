/**
 * The sheet of a running cloth as a layer that touches itself, colliders and, in a `ClothGroup`, others:
 * what this has in common for pbd and xpbd. Alone it settles its own contacts; in a group all layers
 * are opened, settled together and closed.
 */
import { batchesOf } from '../../collision/ContactParticles.js'
import type { ContactRule, Contacts, CreateFaceStage } from '../../collision/Contacts.js'
import { type CreateLayerGuard, type Layer, Layers } from '../../collision/Layers.js'
import { Thicknesses } from '../../collision/Thicknesses.js'
import type { ClothSheet } from '../../mesh/ClothSheet.js'
import type { ClothParams } from '../../params/clothParams.js'
import type { StepTiming } from './ClothSolver.js'

export abstract class ClothLayer implements Layer {
  abstract readonly points: Layer['points']
  /** Contacts with colliders. */
  abstract readonly bodies: Contacts
  protected abstract readonly rule: ContactRule
  readonly inverseMasses: Float64Array
  readonly recoveries: Float64Array
  readonly changed: Uint8Array
  thickness = 0
  readonly thicknesses = new Thicknesses()
  friction = 0
  touchesItself = false
  guardsItself = false
  /** Stands still while the others of its group move. */
  isStill = false
  /** Particles that were moved by the contacts that were closed last. */
  moved = 0
  /** Those that colliders have moved since contacts began. */
  private out = 0
  protected isShared = false
  /** Of the step that goes on; the object is the same in all. */
  protected timing: StepTiming = { time: 0, dt: 1, step: 1, stepsLeft: 1 }
  /** Its own, made when the sheet first touches itself, or those of its group. */
  private layers: Layers | undefined

  constructor(
    readonly sheet: ClothSheet,
    private readonly createGuard: CreateLayerGuard | undefined,
    private readonly createFaces: CreateFaceStage | undefined,
  ) {
    this.inverseMasses = new Float64Array(sheet.particleCount)
    this.recoveries = new Float64Array(3 * sheet.particleCount)
    this.changed = new Uint8Array(batchesOf(sheet.particleCount))
  }

  topologyChanged(): void {
    this.thicknesses.topologyChanged()
    this.layers?.topologyChanged()
  }

  configure(params: ClothParams): void {
    const { thickness, selfFriction, selfCollision, colliderOffset, colliderContact } = params
    this.thickness = thickness
    this.friction = selfFriction
    if (selfCollision !== false && !this.touchesItself) this.thicknesses.forgetRoom()
    this.touchesItself = selfCollision !== false
    this.guardsItself = selfCollision === 'triangles'
    this.layers?.forget()
    this.rule.colliderOffset = colliderOffset
    this.bodies.touchWith(
      colliderContact === 'triangles' ? this.createFaces : undefined,
      this.sheet,
    )
  }

  /** Takes part in contacts of several layers; undefined: is alone again. */
  share(layers: Layers | undefined): void {
    this.layers = layers
    this.isShared = layers !== undefined
    this.isStill = false
  }

  /** Does it touch cloth, itself or others? */
  protected get touchesLayers(): boolean {
    return this.isShared || this.touchesItself
  }

  beginStep(timing: StepTiming): void {
    this.timing = timing
    if (this.isShared) this.weigh()
    if (!this.touchesLayers) this.thicknesses.reset()
    if (this.isShared || !this.touchesItself) return
    if (this.layers === undefined)
      this.layers = new Layers([this], { createGuard: this.createGuard })
    this.weigh()
    this.layers.beginStep(timing)
  }

  /**
   * Settles the contacts of a cloth that is alone.
   *
   * @param isSubstep whether it is the way of this substep, or what has moved particles since
   * @returns how many particles were moved
   */
  resolve(isSubstep: boolean): number {
    this.begin(isSubstep)
    if (!this.touchesItself) return this.collide(false)
    this.open()
    const moved = this.layers!.settle(isSubstep)
    this.close(moved > 0)
    return moved
  }

  /** Contacts of several layers begin, all of which are opened before any acts. */
  openShared(isSubstep: boolean): void {
    this.out = 0
    this.begin(isSubstep)
    this.open()
  }

  /** They are over. */
  closeShared(): void {
    this.moved = this.close(!this.isStill) + this.out
    if (this.isStill) this.changed.fill(0)
  }

  refresh(): void {
    // Points are the particles themselves, unless a solver says otherwise.
  }

  collide(isAgain: boolean): number {
    const { bodies, rule } = this
    rule.changed = isAgain ? this.changed : undefined
    const moved = bodies.resolve(rule)
    rule.letsOut = false
    this.out = Math.max(this.out, moved)
    return moved
  }

  /** Takes over what each particle withstands, 1/kg. */
  protected abstract weigh(): void

  /** Contacts begin. */
  protected abstract begin(isSubstep: boolean): void

  /** Brings `points` up to date. */
  protected abstract open(): void

  /**
   * Takes over what has become of them.
   *
   * @returns how many particles layers have moved, where it is shared
   */
  protected abstract close(hasMoved: boolean): number
}

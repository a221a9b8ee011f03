/**
 * Contacts of an xpbd cloth. Colliders are at places in the world and friction looks at small ways,
 * so contacts work on coordinates in double precision, made when there is something to touch; what
 * they move is handed on to the offsets of the particles.
 */
import type { Collider } from '../../../collision/colliders/Collider.js'
import { type ContactPoints, projectOut } from '../../../collision/contacts.js'
import { type Layer, Layers } from '../../../collision/Layers.js'
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import type { ClothParams } from '../../../params/clothParams.js'
import type { ClothState } from '../../ClothState.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class XpbdContacts implements Layer {
  readonly sheet: ClothSheet
  readonly points: ContactPoints
  readonly inverseMasses: Float64Array
  readonly recoveries: Float64Array
  thickness = 0
  friction = 0
  touchesItself = false
  private params: ClothParams | undefined
  /** Made when the sheet first touches itself. */
  private layers: Layers | undefined

  /** @param origin of the frame that the particles are in, m */
  constructor(
    private readonly memory: XpbdMemory,
    { sheet, fixed }: ClothState,
    private readonly origin: Float64Array,
    private readonly colliders: readonly Collider[],
  ) {
    this.sheet = sheet
    this.inverseMasses = new Float64Array(sheet.particleCount)
    this.recoveries = new Float64Array(3 * sheet.particleCount)
    this.points = {
      positions: new Float64Array(3 * sheet.particleCount),
      lastPositions: new Float64Array(3 * sheet.particleCount),
      stride: 3,
      fixed,
    }
  }

  topologyChanged(): void {
    this.layers?.topologyChanged()
  }

  configure(params: ClothParams): void {
    this.params = params
    this.thickness = params.thickness
    this.friction = params.selfFriction
    this.touchesItself = params.selfCollision
    this.layers?.forget()
  }

  /** @param dt length of the substeps to come, s */
  beginStep(dt: number): void {
    if (!this.touchesItself) return
    this.layers ??= new Layers([this])
    this.layers.substep = dt
    const { inverseMasses } = this
    const { particles } = this.memory
    for (let p = 0; p < inverseMasses.length; p++) inverseMasses[p] = particles[STRIDE * p + 3]!
  }

  /** Remembers where the particles are at the start of a substep. */
  start(): void {
    if (this.isActive) this.locate(this.points.lastPositions)
  }

  /** @returns how many particles were moved */
  resolve(): number {
    if (!this.isActive) return 0
    const { positions } = this.points
    this.locate(positions)
    const moved = this.touchesItself ? this.layers!.settle() : this.collide()
    if (moved > 0) this.handOn(positions)
    if (moved > 0 && this.touchesItself) this.handOnRecoveries()
    return moved
  }

  /** Velocities change by the way from what was predicted: that goes along. */
  private handOnRecoveries(): void {
    const { recoveries, memory } = this
    for (let i = 0, s = 0; s < recoveries.length; i += STRIDE, s += 3) {
      for (let k = 0; k < 3; k++) memory.predicted[i + k]! += recoveries[s + k]!
    }
    recoveries.fill(0)
  }

  collide(): number {
    return projectOut(this.points, this.colliders, this.params!)
  }

  private get isActive(): boolean {
    return this.colliders.length > 0 || this.touchesItself
  }

  private locate(out: ContactPoints['positions']): void {
    const { particles, offsets } = this.memory
    const { origin } = this
    for (let i = 0, s = 0; s < out.length; i += STRIDE, s += 3) {
      out[s] = origin[0]! + (particles[i]! + offsets[i]!)
      out[s + 1] = origin[1]! + (particles[i + 1]! + offsets[i + 1]!)
      out[s + 2] = origin[2]! + (particles[i + 2]! + offsets[i + 2]!)
    }
  }

  private handOn(positions: ContactPoints['positions']): void {
    const { particles, offsets } = this.memory
    const { origin } = this
    for (let i = 0, s = 0; s < positions.length; i += STRIDE, s += 3) {
      for (let k = 0; k < 3; k++) {
        offsets[i + k]! += positions[s + k]! - (origin[k]! + (particles[i + k]! + offsets[i + k]!))
      }
    }
  }
}

/**
 * Contacts of an xpbd cloth. Colliders are at places in the world and friction looks at small ways,
 * so contacts work on coordinates in double precision, made when there is something to touch; what
 * they move is handed on to the offsets of the particles.
 */
import type { Collider } from '../../../collision/colliders/Collider.js'
import { type ContactPoints, projectOut } from '../../../collision/contacts.js'
import { SelfCollision, type SelfCollisionRule } from '../../../collision/SelfCollision.js'
import type { ClothParams } from '../../../params/clothParams.js'
import type { ClothState } from '../../ClothState.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class XpbdContacts {
  private readonly points: ContactPoints
  private readonly selfCollision: SelfCollision
  private readonly rule: SelfCollisionRule = { thickness: 0, shareOfStep: 1, truncate: false }
  private params: ClothParams | undefined

  /** @param origin of the frame that the particles are in, m */
  constructor(
    private readonly memory: XpbdMemory,
    { sheet, fixed }: ClothState,
    private readonly origin: Float64Array,
    private readonly colliders: readonly Collider[],
  ) {
    this.points = {
      positions: new Float64Array(3 * sheet.particleCount),
      lastPositions: new Float64Array(3 * sheet.particleCount),
      stride: 3,
      fixed,
    }
    this.selfCollision = new SelfCollision(this.points, sheet.cell)
  }

  /** Particles at the end that are nobody's yet. */
  set reserve(count: number) {
    this.selfCollision.reserve = count
  }

  configure(params: ClothParams): void {
    this.params = params
    this.rule.thickness = params.thickness
    this.rule.shareOfStep = 1 / params.substeps
    this.rule.truncate = params.hashCell === 'truncate'
  }

  /** Remembers where the particles are at the start of a substep. */
  start(): void {
    if (this.isActive) this.locate(this.points.lastPositions)
  }

  /** @returns how many particles were moved */
  resolve(): number {
    if (!this.isActive) return 0
    const { points, params } = this
    const { positions } = points
    this.locate(positions)
    let moved = params!.selfCollision ? this.selfCollision.resolve(this.rule) : 0
    moved += projectOut(points, this.colliders, params!)
    if (moved > 0) this.handOn(positions)
    return moved
  }

  private get isActive(): boolean {
    return this.colliders.length > 0 || (this.params?.selfCollision ?? false)
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

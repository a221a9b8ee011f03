/**
 * The bodies that press a field down, packed into numbers once per step: the spheres and capsules
 * among colliders. Colliders of other kinds may be added, since cloth beside the field has them, and
 * do not touch grass.
 */
import type { CapsuleCollider } from '../collision/colliders/CapsuleCollider.js'
import type { Collider } from '../collision/colliders/Collider.js'
import { ColliderBase } from '../collision/colliders/ColliderBase.js'
import type { SphereCollider } from '../collision/colliders/SphereCollider.js'
import { fail, show } from '../params/check.js'
import { BODY_STRIDE } from './bodies.js'

export class BodyList {
  /** `BODY_STRIDE` numbers per body, m from the origin of the field. */
  packed = new Float64Array(0)
  count = 0
  private readonly list: Collider[] = []

  get colliders(): readonly Collider[] {
    return this.list
  }

  /** @throws BillowError for what is no collider */
  add(who: string, collider: Collider): void {
    // What comes from outside may be anything, whatever its type says.
    if (!((collider as unknown) instanceof ColliderBase))
      fail(who, `addCollider takes a collider, as new SphereCollider(…), got ${show(collider)}`)
    this.list.push(collider)
    this.packed = new Float64Array(BODY_STRIDE * this.list.length)
  }

  remove(collider: Collider): void {
    const index = this.list.indexOf(collider)
    if (index >= 0) this.list.splice(index, 1)
  }

  /** @param origin of the field, m */
  pack(origin: readonly [number, number, number]): void {
    const { packed, list } = this
    this.count = 0
    for (let n = 0; n < list.length; n++) {
      const collider = list[n]!
      if (!collider.enabled) continue
      if (collider.type === 'sphere') this.packSphere(collider, BODY_STRIDE * this.count++)
      else if (collider.type === 'capsule') this.packCapsule(collider, BODY_STRIDE * this.count++)
    }
    for (let b = 0; b < BODY_STRIDE * this.count; b += BODY_STRIDE) {
      for (let k = 0; k < 6; k++) packed[b + k]! -= origin[k % 3]!
    }
  }

  private packSphere(collider: SphereCollider, b: number): void {
    this.placeIn(b, collider, collider.center)
    this.placeIn(b + 3, collider, collider.center)
    this.packed[b + 6] = collider.radius * widestScale(collider.matrix) + collider.thickness
  }

  private packCapsule(collider: CapsuleCollider, b: number): void {
    this.placeIn(b, collider, collider.from)
    this.placeIn(b + 3, collider, collider.to)
    this.packed[b + 6] = collider.radius * widestScale(collider.matrix) + collider.thickness
  }

  private placeIn(b: number, { matrix: m }: ColliderBase, point: Float64Array): void {
    const [x, y, z] = [point[0]!, point[1]!, point[2]!]
    for (let k = 0; k < 3; k++)
      this.packed[b + k] = m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!
  }
}

/** An ellipsoid presses like the ball around it. */
function widestScale(m: Float64Array): number {
  let widest = 0
  for (let c = 0; c < 12; c += 4) {
    const length = Math.sqrt(m[c]! * m[c]! + m[c + 1]! * m[c + 1]! + m[c + 2]! * m[c + 2]!)
    widest = Math.max(widest, length)
  }
  return widest
}

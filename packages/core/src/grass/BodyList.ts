/**
 * The bodies that press a field down, packed into numbers once per step. Spheres and capsules as
 * cloth has them; bodies of other kinds do not touch grass.
 */
import { fail, show } from '../params/check.js'
import { BODY_STRIDE } from './bodies.js'
import type { GrassBody } from './GrassOptions.js'

export class BodyList {
  /** `BODY_STRIDE` numbers per body, m from the origin of the field. */
  packed = new Float64Array(0)
  count = 0
  private readonly list: GrassBody[] = []

  get bodies(): readonly GrassBody[] {
    return this.list
  }

  /** @throws BillowError for what is no sphere */
  add(who: string, body: GrassBody): void {
    if (body?.type !== 'sphere' || body.center?.length !== 3 || !(Number(body.radius) > 0)) {
      fail(
        who,
        `a collider of grass must be a SphereCollider, got ${show((body as GrassBody | null)?.type ?? body)}`,
      )
    }
    this.list.push(body)
    this.packed = new Float64Array(BODY_STRIDE * this.list.length)
  }

  remove(body: GrassBody): void {
    const index = this.list.indexOf(body)
    if (index >= 0) this.list.splice(index, 1)
  }

  /** @param origin of the field, m */
  pack(origin: readonly [number, number, number]): void {
    const { packed, list } = this
    let count = 0
    for (let n = 0; n < list.length; n++) {
      const { center, radius, enabled } = list[n]!
      if (enabled === false) continue
      const b = BODY_STRIDE * count++
      for (let k = 0; k < 3; k++) packed[b + k] = packed[b + 3 + k] = center![k]! - origin[k]!
      packed[b + 6] = radius!
    }
    this.count = count
  }
}

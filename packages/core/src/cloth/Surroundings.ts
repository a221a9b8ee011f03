/**
 * What a resting cloth would be moved by: its parameters, its colliders, which their owners may move
 * at any time without telling, and which particles are held. Kept as numbers, so that looking for a
 * change allocates nothing.
 */
import type { Collider } from '../collision/colliders/Collider.js'
import { STATE_SIZE } from '../collision/colliders/ColliderBase.js'
import type { ClothParams } from '../params/clothParams.js'

export class Surroundings {
  private params: ClothParams | undefined
  private holds = -1
  private colliders: readonly Collider[] = []
  private numbers: Float64Array = new Float64Array(0)

  /** Is anything other than when it was taken? */
  differ(params: ClothParams, colliders: readonly Collider[], holds: number): boolean {
    if (params !== this.params || holds !== this.holds) return true
    const { numbers, colliders: before } = this
    if (colliders.length !== before.length) return true
    for (let c = 0; c < colliders.length; c++) {
      const collider = colliders[c]!
      if (collider !== before[c] || collider.differs(numbers, STATE_SIZE * c)) return true
    }
    return false
  }

  take(params: ClothParams, colliders: readonly Collider[], holds: number): void {
    this.params = params
    this.holds = holds
    this.colliders = [...colliders]
    this.numbers = writeStates(colliders)
  }

  /** In words, to be compared with those of another run. */
  describe(params: ClothParams, colliders: readonly Collider[]): string {
    const types = colliders.map(({ type }) => type)
    return JSON.stringify([params, types, Array.from(writeStates(colliders))])
  }
}

function writeStates(colliders: readonly Collider[]): Float64Array {
  const numbers = new Float64Array(STATE_SIZE * colliders.length)
  colliders.forEach((collider, c) => {
    collider.writeState(numbers, STATE_SIZE * c)
  })
  return numbers
}

/**
 * What a resting cloth would be moved by: its parameters, its colliders, which their owners may move
 * at any time without telling, and which particles are held. Kept as numbers, so that looking for a
 * change allocates nothing.
 */
import type { Collider } from '../collision/colliders.js'
import type { ClothParams } from '../params/clothParams.js'

/** Numbers per collider: a point, and a radius or a normal, and friction. */
const STRIDE = 7

export class Surroundings {
  private params: ClothParams | undefined
  private holds = -1
  private colliders: readonly Collider[] = []
  private numbers = new Float64Array(0)

  /** Is anything other than when it was taken? */
  differ(params: ClothParams, colliders: readonly Collider[], holds: number): boolean {
    if (params !== this.params || holds !== this.holds) return true
    const { numbers, colliders: before } = this
    if (colliders.length !== before.length) return true
    for (let c = 0, n = 0; c < colliders.length; c++, n += STRIDE) {
      const collider = colliders[c]!
      if (collider !== before[c] || numbers[n + 6] !== collider.friction) return true
      if (collider.type === 'sphere') {
        if (isOther(numbers, n, collider.center)) return true
        if (numbers[n + 3] !== collider.radius) return true
      } else {
        if (isOther(numbers, n, collider.point)) return true
        if (isOther(numbers, n + 3, collider.normal)) return true
      }
    }
    return false
  }

  take(params: ClothParams, colliders: readonly Collider[], holds: number): void {
    this.params = params
    this.holds = holds
    this.colliders = [...colliders]
    this.numbers = new Float64Array(STRIDE * colliders.length)
    colliders.forEach((collider, c) => {
      const place = collider.type === 'sphere' ? collider.center : collider.point
      this.numbers.set(place, STRIDE * c)
      if (collider.type === 'sphere') this.numbers[STRIDE * c + 3] = collider.radius
      else this.numbers.set(collider.normal, STRIDE * c + 3)
      this.numbers[STRIDE * c + 6] = collider.friction
    })
  }

  /** In words, to be compared with those of another run. */
  describe(params: ClothParams, colliders: readonly Collider[]): string {
    return JSON.stringify([params, colliders])
  }
}

function isOther(numbers: Float64Array, at: number, vector: Float64Array): boolean {
  return numbers[at] !== vector[0] || numbers[at + 1] !== vector[1] || numbers[at + 2] !== vector[2]
}

/**
 * What a resting cloth would be moved by: its parameters, its colliders, which their owners may move
 * at any time without telling, and which particles are held. Kept as numbers, so that looking for a
 * change allocates nothing.
 */
import type { Collider } from '../collision/colliders.js'
import type { ClothParams } from '../params/clothParams.js'

export class Surroundings {
  private params: ClothParams | undefined
  private holds = -1
  /** Every number of every collider. */
  private numbers = new Float64Array(0)

  /** Is anything other than when it was taken? */
  differ(params: ClothParams, colliders: readonly Collider[], holds: number): boolean {
    if (params !== this.params || holds !== this.holds) return true
    const { numbers } = this
    return walk(colliders, numbers, isOther) !== ~numbers.length
  }

  take(params: ClothParams, colliders: readonly Collider[], holds: number): void {
    this.params = params
    this.holds = holds
    const count = walk(colliders, this.numbers, isNothing)
    if (~count !== this.numbers.length) this.numbers = new Float64Array(~count)
    walk(colliders, this.numbers, write)
  }

  /** In words, to be compared with those of another run. */
  describe(params: ClothParams, colliders: readonly Collider[]): string {
    return JSON.stringify([params, colliders])
  }
}

type Visit = (numbers: Float64Array, at: number, value: number) => boolean

const isOther: Visit = (numbers, at, value) => !Object.is(numbers[at], value)
const isNothing: Visit = () => false
const write: Visit = (numbers, at, value) => {
  numbers[at] = value
  return false
}

/**
 * Visits every number of every collider in turn.
 *
 * @returns the place where `visit` answered true, or ~count
 */
function walk(colliders: readonly Collider[], numbers: Float64Array, visit: Visit): number {
  let at = 0
  for (let c = 0; c < colliders.length; c++) {
    const collider = colliders[c]! as unknown as Readonly<Record<string, unknown>>
    for (const key in collider) {
      const value = collider[key]
      if (typeof value === 'number') {
        if (visit(numbers, at, value)) return at
        at++
      } else if (ArrayBuffer.isView(value)) {
        const list = value as Float64Array
        for (let i = 0; i < list.length; i++) {
          if (visit(numbers, at, list[i]!)) return at
          at++
        }
      }
    }
  }
  return ~at
}

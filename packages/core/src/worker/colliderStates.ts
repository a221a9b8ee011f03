/**
 * Colliders as the page has moved them, number by number: made anew from their options they would
 * be rounded anew, and the worker's run would differ in its last bits. What may be large, meshes and
 * landscapes, is sent once, as a shape that states speak of by its number.
 */
import type { Collider, ColliderOptions, ColliderType } from '../collision/colliders/Collider.js'
import { STATE_SIZE } from '../collision/colliders/ColliderBase.js'
import { createCollider } from '../collision/colliders/createCollider.js'

/** A collider at a moment. */
export interface ColliderState {
  readonly type: ColliderType
  readonly numbers: Float64Array
  /** Of a shape that is sent by itself. */
  readonly shape?: number
}

/** A large shape, as options of its kind. */
export interface ColliderShape {
  readonly number: number
  readonly options: ColliderOptions
}

/** A copy of what colliders are at this moment. */
export function describeColliders(colliders: readonly Collider[]): ColliderState[] {
  return colliders.map((collider) => {
    const numbers = new Float64Array(STATE_SIZE)
    collider.writeState(numbers)
    const { type } = collider
    return 'shapeNumber' in collider
      ? { type, numbers, shape: collider.shapeNumber }
      : { type, numbers }
  })
}

/** The large shape of a collider, if it has one. */
export function shapeOf(collider: Collider): ColliderShape | undefined {
  switch (collider.type) {
    case 'mesh': {
      const { type, positions, indices, shapeNumber: number } = collider
      return { number, options: { type, positions, indices } }
    }
    case 'heightField': {
      const { type, heights, columns, rows, size, shapeNumber: number } = collider
      return { number, options: { type, heights, columns, rows, size: [size[0]!, size[1]!] } }
    }
    default:
      return undefined
  }
}

/** Anything of a kind, whose numbers are set afterwards. */
const plain: Readonly<Record<Exclude<ColliderType, 'mesh' | 'heightField'>, ColliderOptions>> = {
  sphere: { type: 'sphere', center: [0, 0, 0], radius: 1 },
  plane: { type: 'plane', point: [0, 0, 0] },
  box: { type: 'box', size: [1, 1, 1] },
  capsule: { type: 'capsule', height: 1, radius: 1 },
  cylinder: { type: 'cylinder', height: 1, radius: 1 },
  cone: { type: 'cone', height: 1, radii: [1, 1] },
}

/** The worker's copies of the page's colliders. */
export class ColliderMirror {
  readonly list: Collider[] = []
  private readonly shapes = new Map<number, ColliderOptions>()

  /**
   * Brings the list in line with what the page has; colliders that are there are changed in place.
   *
   * @param shapes those that have not been sent yet
   * @returns whether the list holds other colliders than before
   */
  apply(states: readonly ColliderState[], shapes: readonly ColliderShape[] = []): boolean {
    for (const { number, options } of shapes) this.shapes.set(number, options)
    const { list } = this
    let changed = list.length > states.length
    list.length = Math.min(list.length, states.length)
    states.forEach((state, n) => {
      const before = list[n]
      const fits = before?.type === state.type && numberOfShape(before) === state.shape
      const collider = fits ? before : this.create(state)
      collider.readState(state.numbers)
      list[n] = collider
      changed ||= !fits
    })
    const used = new Set(states.map(({ shape }) => shape))
    for (const number of this.shapes.keys()) if (!used.has(number)) this.shapes.delete(number)
    return changed
  }

  private create({ type, shape }: ColliderState): Collider {
    const options =
      type === 'mesh' || type === 'heightField' ? this.shapes.get(shape!) : plain[type]
    if (!options)
      throw new Error(`@billow/core: ClothWorker: the shape of a ${type} did not arrive`)
    return createCollider(options)
  }
}

function numberOfShape(collider: Collider): number | undefined {
  return 'shapeNumber' in collider ? collider.shapeNumber : undefined
}

/** The colliders of a cloth in a worker: they stay on the page, where they are moved. */
import type { Collider, ColliderOptions } from '../collision/colliders/Collider.js'
import { toCollider, toColliders } from '../collision/colliders/toCollider.js'
import {
  type ColliderShape,
  type ColliderState,
  describeColliders,
  shapeOf,
} from './colliderStates.js'
import type { Call } from './protocol.js'

export class ColliderBook {
  readonly list: Collider[]
  private wasEmpty: boolean
  /** Large shapes of colliders that wait to be sent or are there, by number. */
  private readonly shapes = new Map<number, ColliderShape>()
  /** Numbers of those that the worker has, and those it will have after the batch on its way. */
  private there: ReadonlySet<number> = new Set()
  private soon: ReadonlySet<number> = new Set()

  /** @throws BillowError for anything that is no list of colliders */
  constructor(colliders: readonly (ColliderOptions | Collider)[]) {
    this.list = toColliders(colliders)
    this.wasEmpty = this.list.length === 0
  }

  add(options: ColliderOptions | Collider): Collider {
    const collider = toCollider(options)
    this.list.push(collider)
    return collider
  }

  remove(collider: Collider): void {
    const index = this.list.indexOf(collider)
    if (index >= 0) this.list.splice(index, 1)
  }

  set(colliders: readonly (ColliderOptions | Collider)[]): void {
    this.list.splice(0, Infinity, ...toColliders(colliders))
  }

  /**
   * What they are at this moment. Nothing where there are none, but once after the last one is gone,
   * so that the worker lets go of it.
   */
  read(): ColliderState[] | undefined {
    const isEmpty = this.list.length === 0
    const isNews = !isEmpty || !this.wasEmpty
    this.wasEmpty = isEmpty
    if (!isNews) return undefined
    for (const collider of this.list) {
      const shape = shapeOf(collider)
      if (shape) this.shapes.set(shape.number, shape)
    }
    return describeColliders(this.list)
  }

  /** Before calls are sent: adds the shapes that the worker does not have. */
  addShapes(calls: readonly Call[]): void {
    let known = this.there
    for (const call of calls) {
      if (!call.colliders) continue
      const used = new Set<number>()
      for (const { shape } of call.colliders) if (shape !== undefined) used.add(shape)
      const missing = [...used].filter((number) => !known.has(number))
      if (missing.length > 0) call.shapes = missing.map((number) => this.shapes.get(number)!)
      known = used
    }
    this.soon = known
  }

  /** After calls have arrived: what is used no more is forgotten. */
  shapesArrived(): void {
    this.there = this.soon
  }
}

/** The colliders of a cloth in a worker: they stay on the page, where they are moved. */
import {
  type Collider,
  type ColliderOptions,
  createCollider,
  createColliders,
} from '../collision/colliders.js'
import { type ColliderState, describeColliders } from './colliderStates.js'

export class ColliderBook {
  readonly list: Collider[]
  private wasEmpty: boolean

  /** @throws BillowError for anything that is no list of colliders */
  constructor(colliders: readonly (ColliderOptions | Collider)[]) {
    this.list = createColliders(colliders)
    this.wasEmpty = this.list.length === 0
  }

  add(options: ColliderOptions | Collider): Collider {
    const collider = createCollider(options)
    this.list.push(collider)
    return collider
  }

  remove(collider: Collider): void {
    const index = this.list.indexOf(collider)
    if (index >= 0) this.list.splice(index, 1)
  }

  set(colliders: readonly (ColliderOptions | Collider)[]): void {
    this.list.splice(0, Infinity, ...createColliders(colliders))
  }

  /**
   * What they are at this moment. Nothing where there are none, but once after the last one is gone,
   * so that the worker lets go of it.
   */
  read(): ColliderState[] | undefined {
    const isEmpty = this.list.length === 0
    const isNews = !isEmpty || !this.wasEmpty
    this.wasEmpty = isEmpty
    return isNews ? describeColliders(this.list) : undefined
  }
}

/** A box about the origin of its own space, with sharp edges; `setTransform` puts it in its place. */
import { checkPoint, fail, show } from '../../params/check.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'

export interface BoxOptions extends SurfaceOptions {
  readonly type: 'box'
  /** Width, height and depth, m, each > 0. */
  readonly size: readonly [number, number, number]
}

export class BoxCollider extends ColliderBase {
  readonly type = 'box'
  /** Width, height and depth, m. */
  readonly size = Float64Array.of(1, 1, 1)
  protected readonly who = 'BoxCollider'

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<BoxOptions, 'type'>) {
    super()
    checkPoint(this.who, 'size', options.size)
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<BoxOptions, 'type'>>): void {
    const size = options.size && checkPoint(this.who, 'size', options.size)
    if (size && !size.every((side) => side > 0))
      fail(this.who, `size must be 3 finite numbers > 0 (m), got ${show(size)}`)
    this.setSurface(this.checkSurface(options))
    if (size) this.size.set(size)
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out.set(this.size, at)
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    this.size.set(numbers.subarray(at, at + 3))
  }
}

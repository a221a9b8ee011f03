/** A ball. Scaled unevenly it is an ellipsoid. */
import { checkNumber, checkPoint } from '../../params/check.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'

export interface SphereOptions extends SurfaceOptions {
  readonly type: 'sphere'
  /** Centre, m. */
  readonly center: readonly [number, number, number]
  /** m, > 0 */
  readonly radius: number
}

export class SphereCollider extends ColliderBase {
  readonly type = 'sphere'
  /** xyz, m */
  readonly center = new Float64Array(3)
  radius = 1
  protected readonly who = 'SphereCollider'

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<SphereOptions, 'type'>) {
    super()
    checkPoint(this.who, 'center', options.center)
    checkNumber(this.who, 'radius', options.radius, { above: 0 }, 'm')
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<SphereOptions, 'type'>>): void {
    const { center, radius } = options
    const point = center && checkPoint(this.who, 'center', center)
    if (radius !== undefined) checkNumber(this.who, 'radius', radius, { above: 0 }, 'm')
    this.setSurface(this.checkSurface(options))
    if (point) this.center.set(point)
    this.radius = radius ?? this.radius
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out.set(this.center, at)
    out[at + 3] = this.radius
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    this.center.set(numbers.subarray(at, at + 3))
    this.radius = numbers[at + 3]!
  }
}

/** All that lies below a plane; or, two-sided, the plane alone, like a wall of no thickness. */
import { checkPoint, fail, show } from '../../params/check.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'

export interface PlaneOptions extends SurfaceOptions {
  readonly type: 'plane'
  /** Any point on the plane, m. */
  readonly point: readonly [number, number, number]
  /** Direction away from the solid side, any length > 0. Default +y. */
  readonly normal?: readonly [number, number, number] | undefined
  /**
   * Cloth stays on the side that it is on, instead of above. Default false. With mass-spring every
   * plane is two-sided.
   */
  readonly twoSided?: boolean | undefined
}

/**
 * A direction this near to length 1 is a unit vector already. Divided by its length again it would
 * change its last bits, and a scene that is written and read would not be the same.
 */
const UNIT_ROUNDING = 4 * Number.EPSILON

export class PlaneCollider extends ColliderBase {
  readonly type = 'plane'
  /** xyz, m */
  readonly point = new Float64Array(3)
  /** Unit vector. */
  readonly normal = Float64Array.of(0, 1, 0)
  twoSided = false
  protected readonly who = 'PlaneCollider'

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<PlaneOptions, 'type'>) {
    super()
    checkPoint(this.who, 'point', options.point)
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<PlaneOptions, 'type'>>): void {
    const { point, normal, twoSided } = options
    const { who } = this
    const origin = point && checkPoint(who, 'point', point)
    const direction = normal && checkPoint(who, 'normal', normal, '')
    const length = direction ? Math.hypot(...direction) : 1
    if (!(length > 0)) fail(who, `normal must not be zero, got ${show(direction)}`)
    if (twoSided !== undefined && typeof twoSided !== 'boolean')
      fail(who, `twoSided must be true or false, got ${show(twoSided)}`)
    this.setSurface(this.checkSurface(options))
    if (direction) {
      const isUnit = Math.abs(length - 1) <= UNIT_ROUNDING
      this.normal.set(isUnit ? direction : direction.map((component) => component / length))
    }
    if (origin) this.point.set(origin)
    this.twoSided = twoSided ?? this.twoSided
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out.set(this.point, at)
    out.set(this.normal, at + 3)
    out[at + 6] = this.twoSided ? 1 : 0
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    this.point.set(numbers.subarray(at, at + 3))
    this.normal.set(numbers.subarray(at + 3, at + 6))
    this.twoSided = numbers[at + 6] !== 0
  }
}

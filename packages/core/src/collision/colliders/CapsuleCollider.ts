/** All points within a radius of an axis: a cylinder with a half ball on both ends. */
import { checkNumber } from '../../params/check.js'
import { AxisCollider, type AxisOptions } from './AxisCollider.js'

export interface CapsuleOptions extends AxisOptions {
  readonly type: 'capsule'
  /** m, > 0 */
  readonly radius: number
}

export class CapsuleCollider extends AxisCollider {
  readonly type = 'capsule'
  radius = 1
  protected readonly who = 'CapsuleCollider'

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<CapsuleOptions, 'type'>) {
    super()
    this.requireAxis(options)
    checkNumber(this.who, 'radius', options.radius, { above: 0 }, 'm')
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<CapsuleOptions, 'type'>>): void {
    const { radius } = options
    const axis = this.checkAxis(options)
    if (radius !== undefined) checkNumber(this.who, 'radius', radius, { above: 0 }, 'm')
    this.setSurface(this.checkSurface(options))
    this.setAxis(axis)
    this.radius = radius ?? this.radius
  }

  /** A capsule whose ends are in one point is a ball. */
  protected override get lengths(): { atLeast: number } {
    return { atLeast: 0 }
  }

  protected override writeShape(out: Float64Array, at: number): void {
    super.writeShape(out, at)
    out[at + 6] = this.radius
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    super.readShape(numbers, at)
    this.radius = numbers[at + 6]!
  }
}

/** A round bar with flat ends and sharp rims. */
import { checkNumber } from '../../params/check.js'
import { AxisCollider, type AxisOptions } from './AxisCollider.js'

export interface CylinderOptions extends AxisOptions {
  readonly type: 'cylinder'
  /** m, > 0 */
  readonly radius: number
}

export class CylinderCollider extends AxisCollider {
  readonly type = 'cylinder'
  radius = 1
  protected readonly who = 'CylinderCollider'

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<CylinderOptions, 'type'>) {
    super()
    this.requireAxis(options)
    checkNumber(this.who, 'radius', options.radius, { above: 0 }, 'm')
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<CylinderOptions, 'type'>>): void {
    const { radius } = options
    const axis = this.checkAxis(options)
    if (radius !== undefined) checkNumber(this.who, 'radius', radius, { above: 0 }, 'm')
    this.setSurface(this.checkSurface(options))
    this.setAxis(axis)
    this.radius = radius ?? this.radius
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

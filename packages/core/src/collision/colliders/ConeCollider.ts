/** A tapered capsule: what a ball sweeps that changes its radius evenly from one end to the other. */
import { fail, show } from '../../params/check.js'
import { AxisCollider, type AxisOptions } from './AxisCollider.js'

export interface ConeOptions extends AxisOptions {
  readonly type: 'cone'
  /** Radii at `from` (below) and `to` (above), m, >= 0 and not both 0. */
  readonly radii: readonly [number, number]
}

export class ConeCollider extends AxisCollider {
  readonly type = 'cone'
  /** Radii at `from` and `to`, m. */
  readonly radii = Float64Array.of(1, 0)
  protected readonly who = 'ConeCollider'

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<ConeOptions, 'type'>) {
    super()
    this.requireAxis(options)
    this.checkRadii(options.radii)
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<ConeOptions, 'type'>>): void {
    const { radii } = options
    const axis = this.checkAxis(options)
    if (radii !== undefined) this.checkRadii(radii)
    this.setSurface(this.checkSurface(options))
    this.setAxis(axis)
    if (radii) this.radii.set(radii)
  }

  protected override writeShape(out: Float64Array, at: number): void {
    super.writeShape(out, at)
    out.set(this.radii, at + 6)
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    super.readShape(numbers, at)
    this.radii.set(numbers.subarray(at + 6, at + 8))
  }

  private checkRadii(radii: readonly [number, number]): void {
    const given: unknown = radii
    const numbers = Array.isArray(given) || ArrayBuffer.isView(given) ? Array.from(radii) : []
    const ok = numbers.length === 2 && numbers.every((r) => Number.isFinite(r) && r >= 0)
    if (!ok || !numbers.some((r) => r > 0))
      fail(
        this.who,
        `radii must be 2 finite numbers >= 0 (m), not both 0, got ${show(Array.isArray(given) ? given : numbers.length > 0 ? numbers : given)}`,
      )
  }
}

/** Bodies about an axis from one point to another: capsules, cylinders and cones. */
import { checkNumber, checkPoint, fail, show } from '../../params/check.js'
import { type Frame, ORIGIN, turnAxis } from '../frames.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'

export interface AxisOptions extends SurfaceOptions {
  /** Ends of the axis, m; both or neither. */
  readonly from?: readonly [number, number, number] | undefined
  /** The other end, m. */
  readonly to?: readonly [number, number, number] | undefined
  /** Length of the axis, m, along y and about the origin: in place of `from` and `to`. */
  readonly height?: number | undefined
}

/** Names of the options that give the axis. */
export const AXIS_KEYS = ['from', 'to', 'height'] as const

interface Axis {
  readonly from: readonly [number, number, number]
  readonly to: readonly [number, number, number]
}

export abstract class AxisCollider extends ColliderBase {
  /** Ends of the axis, xyz, m. */
  readonly from = new Float64Array(3)
  readonly to = new Float64Array(3)

  /** Distance between the ends, m. */
  get length(): number {
    const { from, to } = this
    return Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!, to[2]! - from[2]!)
  }

  override writeLocal(out: Frame): void {
    const { from, to, length } = this
    if (length > 0) {
      for (let k = 0; k < 3; k++) direction[k] = (to[k]! - from[k]!) / length
      turnAxis(out, direction)
    }
    for (let k = 0; k < 3; k++) out[ORIGIN + k] = (from[k]! + to[k]!) / 2
  }

  /**
   * The axis that options give; undefined where they give none.
   *
   * @throws BillowError for a wrong value
   */
  protected checkAxis({ from, to, height }: AxisOptions): Axis | undefined {
    const { who } = this
    if (height !== undefined) {
      if (from !== undefined || to !== undefined)
        fail(who, 'height must not be given beside from and to')
      checkNumber(who, 'height', height, this.lengths, 'm')
      return { from: [0, -height / 2, 0], to: [0, height / 2, 0] }
    }
    if (from === undefined && to === undefined) return undefined
    const axis = {
      from: from ? checkPoint(who, 'from', from) : asTriple(this.from),
      to: to ? checkPoint(who, 'to', to) : asTriple(this.to),
    }
    const length = Math.hypot(...axis.from.map((start, k) => axis.to[k]! - start))
    if ('above' in this.lengths && !(length > 0))
      fail(who, `from and to must be two points, got ${show(axis.from)} for both`)
    return axis
  }

  /** @throws BillowError where options of a new one give no axis */
  protected requireAxis({ from, to, height }: AxisOptions): void {
    if (height === undefined && (from === undefined || to === undefined))
      fail(this.who, 'must have from and to, or height (m)')
  }

  protected setAxis(axis: Axis | undefined): void {
    if (!axis) return
    this.from.set(axis.from)
    this.to.set(axis.to)
  }

  /** May both ends be in one point? */
  protected get lengths(): { above: number } | { atLeast: number } {
    return { above: 0 }
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out.set(this.from, at)
    out.set(this.to, at + 3)
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    this.from.set(numbers.subarray(at, at + 3))
    this.to.set(numbers.subarray(at + 3, at + 6))
  }
}

const direction = new Float64Array(3)

function asTriple(values: Float64Array): [number, number, number] {
  return [values[0]!, values[1]!, values[2]!]
}

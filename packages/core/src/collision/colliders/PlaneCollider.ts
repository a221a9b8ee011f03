/** All that lies below a plane; or, two-sided, the plane alone, like a wall of no thickness. */
import { checkPoint, fail, show } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { type Frame, ORIGIN, turnAxis } from '../frames.js'
import type { Probe } from '../Probe.js'
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
  protected readonly keys = ['point', 'normal', 'twoSided']

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

  override writeLocal(out: Frame): void {
    turnAxis(out, this.normal)
    out.set(this.point, ORIGIN)
  }

  /** Unit normal, and its product with any point of the plane. */
  override shapeAt(pose: ColliderPose): void {
    const { frame, axes, isSkewed, shape } = pose
    // What gets behind one side comes back out; what gets behind two stays there.
    pose.thinness = this.twoSided ? 0 : Infinity
    for (let k = 0; k < 3; k++) shape[k] = axes[3 + k]!
    if (isSkewed) {
      // At right angles to the other two columns, on the side of the second.
      const ax = frame[0]!
      const ay = frame[1]!
      const az = frame[2]!
      const bx = frame[3]!
      const by = frame[4]!
      const bz = frame[5]!
      const cx = frame[6]!
      const cy = frame[7]!
      const cz = frame[8]!
      const normal = [cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax] as const
      const along = normal[0] * bx + normal[1] * by + normal[2] * bz
      const length = Math.sign(along) * Math.hypot(...normal)
      for (let k = 0; k < 3; k++) shape[k] = normal[k]! / length
    }
    shape[3] =
      shape[0]! * frame[ORIGIN]! + shape[1]! * frame[ORIGIN + 1]! + shape[2]! * frame[ORIGIN + 2]!
  }

  override mayTouch({ shape, reach }: ColliderPose, box: Float64Array): boolean {
    let least = -shape[3]!
    let greatest = least
    for (let k = 0; k < 3; k++) {
      const n = shape[k]!
      const low = n * box[k]!
      const high = n * box[3 + k]!
      least += Math.min(low, high)
      greatest += Math.max(low, high)
    }
    return least <= reach && (!this.twoSided || greatest >= -reach)
  }

  override query(pose: ColliderPose, probe: Probe): void {
    const { shape } = pose
    const { points, count, cutoff, slots, distances, normals } = probe
    const nx = shape[0]!
    const ny = shape[1]!
    const nz = shape[2]!
    const level = shape[3]!
    const { twoSided } = this
    let hits = 0
    for (let p = 0, i = 0; p < count; p++, i += 3) {
      const height = points[i]! * nx + points[i + 1]! * ny + points[i + 2]! * nz - level
      const side = twoSided && height < 0 ? -1 : 1
      if (side * height >= cutoff) continue
      normals[3 * hits] = side * nx
      normals[3 * hits + 1] = side * ny
      normals[3 * hits + 2] = side * nz
      distances[hits] = side * height
      slots[hits++] = p
    }
    probe.hitCount = hits
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

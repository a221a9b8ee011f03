/** A tapered capsule: what a ball sweeps that changes its radius evenly from one end to the other. */
import { fail, show } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { boundEllipsoid, ellipsoidAt, isRound } from '../ellipsoid.js'
import { ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'
import { AXIS_KEYS, AxisCollider, type AxisOptions } from './AxisCollider.js'
import { querySweptEllipsoid } from './sweptEllipsoid.js'

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
  protected readonly keys = [...AXIS_KEYS, 'radii']

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

  /** As for a capsule of the larger radius, and its length and both radii in the world. */
  override shapeAt(pose: ColliderPose): void {
    const { shape, scales } = pose
    const [from, to] = [this.radii[0]!, this.radii[1]!]
    ellipsoidAt(pose, Math.max(from, to))
    shape[12] = this.length / 2
    shape[13] = shape[12] * scales[1]!
    shape[14] = from * scales[1]!
    shape[15] = to * scales[1]!
    boundEllipsoid(pose, shape[12], 1)
    // Near a thin end anything gets through.
    const share = Math.min(from, to) / Math.max(from, to)
    pose.thinness = share * Math.min(shape[0]!, shape[1]!, shape[2]!)
  }

  override query(pose: ColliderPose, probe: Probe): void {
    const [from, to] = [this.radii[0]!, this.radii[1]!]
    const larger = Math.max(from, to)
    if (isRound(pose)) queryCone(pose, probe)
    else querySweptEllipsoid(pose, probe, from / larger, to / larger)
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

/**
 * In the half plane of the axis, with the ball of radius r at 0 and that of R at length l, the common
 * tangent is where (r − R) / l is the sine of its slope; points beside it belong to either ball.
 */
function queryCone({ frame, axes, shape }: ColliderPose, probe: Probe): void {
  const { points, count, cutoff, slots, distances, normals } = probe
  const ox = frame[ORIGIN]!
  const oy = frame[ORIGIN + 1]!
  const oz = frame[ORIGIN + 2]!
  const ax = axes[3]!
  const ay = axes[4]!
  const az = axes[5]!
  const length = 2 * shape[13]!
  const start = shape[14]!
  const end = shape[15]!
  // Where one ball is inside the other, the slope is at its limit and the larger is all there is.
  const sine = Math.max(-1, Math.min(1, (start - end) / length))
  const cosine = Math.sqrt(1 - sine * sine)
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    const x = points[i]! - ox
    const y = points[i + 1]! - oy
    const z = points[i + 2]! - oz
    const along = ax * x + ay * y + az * z
    let rx = x - along * ax
    let ry = y - along * ay
    let rz = z - along * az
    const across = Math.sqrt(rx * rx + ry * ry + rz * rz)
    const up = along + length / 2
    // Along the slope, from the start.
    const slope = cosine * up - sine * across
    let nearest: number
    if (slope <= 0) nearest = 0
    else if (slope >= cosine * length) nearest = 1
    else nearest = 0.5
    let n0: number
    let n1: number
    let distance: number
    if (nearest === 0.5) {
      distance = cosine * across + sine * up - start
      n0 = cosine
      n1 = sine
    } else {
      const over = up - nearest * length
      const far = Math.sqrt(across * across + over * over)
      distance = far - (nearest === 0 ? start : end)
      n0 = far === 0 ? 1 : across / far
      n1 = far === 0 ? 0 : over / far
    }
    if (distance >= cutoff) continue
    if (across === 0) {
      rx = axes[0]!
      ry = axes[1]!
      rz = axes[2]!
    } else {
      rx /= across
      ry /= across
      rz /= across
    }
    const n = 3 * hits
    normals[n] = n0 * rx + n1 * ax
    normals[n + 1] = n0 * ry + n1 * ay
    normals[n + 2] = n0 * rz + n1 * az
    distances[hits] = distance
    slots[hits++] = p
  }
  probe.hitCount = hits
}

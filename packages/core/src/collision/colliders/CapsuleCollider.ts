/** All points within a radius of an axis: a cylinder with a half ball on both ends. */
import { checkNumber } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { boundEllipsoid, ellipsoidAt, isRound } from '../ellipsoid.js'
import { ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'
import { AXIS_KEYS, AxisCollider, type AxisOptions } from './AxisCollider.js'
import { querySweptEllipsoid } from './sweptEllipsoid.js'

export interface CapsuleOptions extends AxisOptions {
  readonly type: 'capsule'
  /** m, > 0 */
  readonly radius: number
}

export class CapsuleCollider extends AxisCollider {
  readonly type = 'capsule'
  radius = 1
  protected readonly who = 'CapsuleCollider'
  protected readonly keys = [...AXIS_KEYS, 'radius']

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

  /** After the ellipsoid of an end: half the length of the axis, first in its own space. */
  override shapeAt(pose: ColliderPose): void {
    const { shape, scales } = pose
    ellipsoidAt(pose, this.radius)
    shape[12] = this.length / 2
    shape[13] = shape[12] * scales[1]!
    boundEllipsoid(pose, shape[12], 1)
    pose.thinness = Math.min(shape[0]!, shape[1]!, shape[2]!)
  }

  override query(pose: ColliderPose, probe: Probe): void {
    if (isRound(pose)) queryCapsule(pose, probe)
    else querySweptEllipsoid(pose, probe, 1, 1)
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

function queryCapsule({ frame, axes, shape }: ColliderPose, probe: Probe): void {
  const { points, count, cutoff, slots, distances, normals } = probe
  const ox = frame[ORIGIN]!
  const oy = frame[ORIGIN + 1]!
  const oz = frame[ORIGIN + 2]!
  const ax = axes[3]!
  const ay = axes[4]!
  const az = axes[5]!
  const radius = shape[0]!
  const half = shape[13]!
  const reach = radius + cutoff
  const squaredReach = reach * reach
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    const x = points[i]! - ox
    const y = points[i + 1]! - oy
    const z = points[i + 2]! - oz
    const along = ax * x + ay * y + az * z
    const end = along > half ? half : along < -half ? -half : along
    const dx = x - end * ax
    const dy = y - end * ay
    const dz = z - end * az
    const squared = dx * dx + dy * dy + dz * dz
    if (squared >= squaredReach) continue
    const distance = Math.sqrt(squared)
    const n = 3 * hits
    // On the axis every direction across it is as good.
    const onAxis = distance === 0
    normals[n] = onAxis ? axes[0]! : dx / distance
    normals[n + 1] = onAxis ? axes[1]! : dy / distance
    normals[n + 2] = onAxis ? axes[2]! : dz / distance
    distances[hits] = distance - radius
    slots[hits++] = p
  }
  probe.hitCount = hits
}

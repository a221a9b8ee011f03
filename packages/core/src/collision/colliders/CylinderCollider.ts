/** A round bar with flat ends and sharp rims. */
import { checkNumber } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'
import { AXIS_KEYS, AxisCollider, type AxisOptions } from './AxisCollider.js'
import { ovalAt, queryOvalCylinder } from './ovalCylinder.js'

export interface CylinderOptions extends AxisOptions {
  readonly type: 'cylinder'
  /** m, > 0 */
  readonly radius: number
}

/** Scales across the axis that differ by less than this share leave it round. */
const ROUND = 1e-12

export class CylinderCollider extends AxisCollider {
  readonly type = 'cylinder'
  radius = 1
  protected readonly who = 'CylinderCollider'
  protected readonly keys = [...AXIS_KEYS, 'radius']

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

  /** Radius and half the length as they are in the world, m. */
  override shapeAt(pose: ColliderPose): void {
    const { frame, scales, shape, bounds, isSkewed } = pose
    shape[0] = this.radius * scales[0]!
    shape[1] = (this.length / 2) * scales[1]!
    for (let k = 0; k < 3; k++) {
      const across = this.radius * Math.hypot(frame[k]!, frame[6 + k]!)
      const extent = across + Math.abs((this.length / 2) * frame[3 + k]!)
      bounds[k] = frame[ORIGIN + k]! - extent
      bounds[3 + k] = frame[ORIGIN + k]! + extent
    }
    pose.thinness = Math.min(this.radius * Math.min(scales[0]!, scales[2]!), shape[1])
    const isOval = isSkewed || Math.abs(scales[0]! - scales[2]!) > ROUND * scales[0]!
    shape[2] = isOval ? 1 : 0
    if (isOval) ovalAt(pose, this.radius)
  }

  override query(pose: ColliderPose, probe: Probe): void {
    if (pose.shape[2] === 0) queryCylinder(pose, probe)
    else queryOvalCylinder(pose, probe)
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

function queryCylinder({ frame, axes, shape }: ColliderPose, probe: Probe): void {
  const { points, count, cutoff, slots, distances, normals } = probe
  const ox = frame[ORIGIN]!
  const oy = frame[ORIGIN + 1]!
  const oz = frame[ORIGIN + 2]!
  const ax = axes[3]!
  const ay = axes[4]!
  const az = axes[5]!
  const radius = shape[0]!
  const half = shape[1]!
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    const x = points[i]! - ox
    const y = points[i + 1]! - oy
    const z = points[i + 2]! - oz
    const along = ax * x + ay * y + az * z
    const above = Math.abs(along) - half
    if (above >= cutoff) continue
    let rx = x - along * ax
    let ry = y - along * ay
    let rz = z - along * az
    const across = Math.sqrt(rx * rx + ry * ry + rz * rz)
    const beside = across - radius
    if (beside >= cutoff) continue
    if (across === 0) {
      rx = axes[0]!
      ry = axes[1]!
      rz = axes[2]!
    } else {
      rx /= across
      ry /= across
      rz /= across
    }
    // Shares of the normal along the axis and across it; inside, out through what is nearest.
    let up: number
    let out: number
    let distance: number
    if (above <= 0 && beside <= 0) {
      distance = Math.max(above, beside)
      up = above > beside ? 1 : 0
      out = 1 - up
    } else {
      const over = Math.max(above, 0)
      const off = Math.max(beside, 0)
      distance = Math.sqrt(over * over + off * off)
      if (distance >= cutoff) continue
      up = over / distance
      out = off / distance
    }
    if (along < 0) up = -up
    const n = 3 * hits
    normals[n] = out * rx + up * ax
    normals[n + 1] = out * ry + up * ay
    normals[n + 2] = out * rz + up * az
    distances[hits] = distance
    slots[hits++] = p
  }
  probe.hitCount = hits
}

/** A box about the origin of its own space, with sharp edges; `setTransform` puts it in its place. */
import { checkPoint, fail, show } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'
import { querySkewedBox, skewedBoxAt } from './skewedBox.js'

export interface BoxOptions extends SurfaceOptions {
  readonly type: 'box'
  /** Width, height and depth, m, each > 0. */
  readonly size: readonly [number, number, number]
}

export class BoxCollider extends ColliderBase {
  readonly type = 'box'
  /** Width, height and depth, m. */
  readonly size = Float64Array.of(1, 1, 1)
  protected readonly who = 'BoxCollider'
  protected readonly keys = ['size']

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<BoxOptions, 'type'>) {
    super()
    checkPoint(this.who, 'size', options.size)
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<BoxOptions, 'type'>>): void {
    const size = options.size && checkPoint(this.who, 'size', options.size)
    if (size && !size.every((side) => side > 0))
      fail(this.who, `size must be 3 finite numbers > 0 (m), got ${show(size)}`)
    this.setSurface(this.checkSurface(options))
    if (size) this.size.set(size)
  }

  /** Half the sides as they are in the world, m. */
  override shapeAt(pose: ColliderPose): void {
    const { frame, scales, shape, bounds } = pose
    const { size } = this
    for (let k = 0; k < 3; k++) shape[k] = (scales[k]! * size[k]!) / 2
    for (let k = 0; k < 3; k++) {
      let extent = 0
      for (let a = 0; a < 3; a++) extent += Math.abs(frame[3 * a + k]! * size[a]!) / 2
      bounds[k] = frame[ORIGIN + k]! - extent
      bounds[3 + k] = frame[ORIGIN + k]! + extent
    }
    pose.thinness = Math.min(shape[0]!, shape[1]!, shape[2]!)
    if (pose.isSkewed) skewedBoxAt(pose)
  }

  override query(pose: ColliderPose, probe: Probe): void {
    if (pose.isSkewed) querySkewedBox(pose, probe)
    else queryBox(pose, probe)
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out.set(this.size, at)
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    this.size.set(numbers.subarray(at, at + 3))
  }
}

function queryBox({ frame, axes, shape }: ColliderPose, probe: Probe): void {
  const { points, count, cutoff, slots, distances, normals } = probe
  const ax = axes[0]!
  const ay = axes[1]!
  const az = axes[2]!
  const bx = axes[3]!
  const by = axes[4]!
  const bz = axes[5]!
  const cx = axes[6]!
  const cy = axes[7]!
  const cz = axes[8]!
  const ox = frame[ORIGIN]!
  const oy = frame[ORIGIN + 1]!
  const oz = frame[ORIGIN + 2]!
  const hx = shape[0]!
  const hy = shape[1]!
  const hz = shape[2]!
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    const x = points[i]! - ox
    const y = points[i + 1]! - oy
    const z = points[i + 2]! - oz
    // In the axes of the box, and from its faces, positive outside.
    const u = ax * x + ay * y + az * z
    const v = bx * x + by * y + bz * z
    const w = cx * x + cy * y + cz * z
    const du = Math.abs(u) - hx
    const dv = Math.abs(v) - hy
    const dw = Math.abs(w) - hz
    if (du >= cutoff || dv >= cutoff || dw >= cutoff) continue
    let nu = 0
    let nv = 0
    let nw = 0
    let distance: number
    if (du <= 0 && dv <= 0 && dw <= 0) {
      // Inside: out through the nearest face.
      if (du >= dv && du >= dw) nu = u < 0 ? -1 : 1
      else if (dv >= dw) nv = v < 0 ? -1 : 1
      else nw = w < 0 ? -1 : 1
      distance = Math.max(du, dv, dw)
    } else {
      const ou = Math.max(du, 0)
      const ov = Math.max(dv, 0)
      const ow = Math.max(dw, 0)
      distance = Math.sqrt(ou * ou + ov * ov + ow * ow)
      if (distance >= cutoff) continue
      nu = (u < 0 ? -ou : ou) / distance
      nv = (v < 0 ? -ov : ov) / distance
      nw = (w < 0 ? -ow : ow) / distance
    }
    const n = 3 * hits
    normals[n] = ax * nu + bx * nv + cx * nw
    normals[n + 1] = ay * nu + by * nv + cy * nw
    normals[n + 2] = az * nu + bz * nv + cz * nw
    distances[hits] = distance
    slots[hits++] = p
  }
  probe.hitCount = hits
}

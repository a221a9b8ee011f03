/** A ball. Scaled unevenly it is an ellipsoid. */
import { checkNumber, checkPoint } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { boundEllipsoid, ellipsoidAt, isRound, nearestOnEllipsoid } from '../ellipsoid.js'
import { type Frame, ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'

export interface SphereOptions extends SurfaceOptions {
  readonly type: 'sphere'
  /** Centre, m. */
  readonly center: readonly [number, number, number]
  /** m, > 0 */
  readonly radius: number
}

export class SphereCollider extends ColliderBase {
  readonly type = 'sphere'
  /** xyz, m */
  readonly center = new Float64Array(3)
  radius = 1
  protected readonly who = 'SphereCollider'
  protected readonly keys = ['center', 'radius']

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<SphereOptions, 'type'>) {
    super()
    checkPoint(this.who, 'center', options.center)
    checkNumber(this.who, 'radius', options.radius, { above: 0 }, 'm')
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<SphereOptions, 'type'>>): void {
    const { center, radius } = options
    const point = center && checkPoint(this.who, 'center', center)
    if (radius !== undefined) checkNumber(this.who, 'radius', radius, { above: 0 }, 'm')
    this.setSurface(this.checkSurface(options))
    if (point) this.center.set(point)
    this.radius = radius ?? this.radius
  }

  override writeLocal(out: Frame): void {
    out.set(this.center, ORIGIN)
  }

  override shapeAt(pose: ColliderPose): void {
    ellipsoidAt(pose, this.radius)
    boundEllipsoid(pose, 0, 1)
    pose.thinness = Math.min(pose.shape[0]!, pose.shape[1]!, pose.shape[2]!)
  }

  override query(pose: ColliderPose, probe: Probe): void {
    if (isRound(pose)) queryBall(pose, probe)
    else queryEllipsoid(pose, probe)
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out.set(this.center, at)
    out[at + 3] = this.radius
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    this.center.set(numbers.subarray(at, at + 3))
    this.radius = numbers[at + 3]!
  }
}

function queryBall({ frame, shape }: ColliderPose, probe: Probe): void {
  const { points, count, cutoff, slots, distances, normals } = probe
  const ox = frame[ORIGIN]!
  const oy = frame[ORIGIN + 1]!
  const oz = frame[ORIGIN + 2]!
  const radius = shape[0]!
  const reach = radius + cutoff
  const squaredReach = reach * reach
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    const dx = points[i]! - ox
    const dy = points[i + 1]! - oy
    const dz = points[i + 2]! - oz
    const squared = dx * dx + dy * dy + dz * dz
    if (squared >= squaredReach) continue
    const distance = Math.sqrt(squared)
    // At the very centre every direction is as good; up keeps the result finite.
    const atCentre = distance === 0
    const n = 3 * hits
    normals[n] = atCentre ? 0 : dx / distance
    normals[n + 1] = atCentre ? 1 : dy / distance
    normals[n + 2] = atCentre ? 0 : dz / distance
    distances[hits] = distance - radius
    slots[hits++] = p
  }
  probe.hitCount = hits
}

function queryEllipsoid(pose: ColliderPose, probe: Probe): void {
  const { frame } = pose
  const { points, count, cutoff, slots, distances, normals } = probe
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    const dx = points[i]! - frame[ORIGIN]!
    const dy = points[i + 1]! - frame[ORIGIN + 1]!
    const dz = points[i + 2]! - frame[ORIGIN + 2]!
    const distance = nearestOnEllipsoid(pose, dx, dy, dz, 1, normals, 3 * hits)
    if (distance >= cutoff) continue
    distances[hits] = distance
    slots[hits++] = p
  }
  probe.hitCount = hits
}

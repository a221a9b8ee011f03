/**
 * Ellipsoids: what a ball becomes under a transform that scales unevenly, also sheared. The nearest
 * point has x_i = e_i² y_i / (t + e_i²) for the largest root t of Σ (e_i y_i / (t + e_i²))² = 1
 * (Eberly, Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid, 2013, eq. 32); left
 * of the root that function is convex and falls, so Newton's steps from there never overshoot.
 *
 * A pose keeps semi-axes in `shape[0..2]` and their directions in `shape[3..11]`.
 */
import type { ColliderPose } from './ColliderPose.js'
import { ORIGIN } from './frames.js'

/** Where the directions start in a shape. */
const AXES = 3

/** Near the centre steps are short at first; in all other places five or so are enough. */
const MAX_NEWTON_STEPS = 100

/** Semi-axes that differ by less than this share are those of a ball. */
const ROUND = 1e-12

/** Works out the ellipsoid that a ball of a radius about the origin becomes. */
export function ellipsoidAt(
  { frame, axes, scales, shape, isSkewed }: ColliderPose,
  radius: number,
): void {
  if (isSkewed) {
    principalAxes(frame, shape)
    for (let k = 0; k < 3; k++) shape[k]! *= radius
    return
  }
  for (let k = 0; k < 3; k++) shape[k] = radius * scales[k]!
  shape.set(axes, AXES)
}

export function isRound({ shape }: ColliderPose): boolean {
  const tolerance = ROUND * shape[0]!
  return (
    Math.abs(shape[1]! - shape[0]!) <= tolerance && Math.abs(shape[2]! - shape[0]!) <= tolerance
  )
}

/**
 * Bounds of the ellipsoids about two points of the y axis of the frame.
 *
 * @param end half the distance between the two, in lengths of the axis
 * @param size of the ellipsoids as a multiple of the one in `shape`
 */
export function boundEllipsoid(
  { frame, shape, bounds }: ColliderPose,
  end: number,
  size: number,
): void {
  for (let k = 0; k < 3; k++) {
    let square = 0
    for (let a = 0; a < 3; a++) square += (shape[a]! * shape[AXES + 3 * a + k]!) ** 2
    const extent = size * Math.sqrt(square) + Math.abs(end * frame[3 + k]!)
    bounds[k] = frame[ORIGIN + k]! - extent
    bounds[3 + k] = frame[ORIGIN + k]! + extent
  }
}

/**
 * Signed distance of a point from an ellipsoid, m.
 *
 * @param dx from the centre to the point, m, as are dy and dz
 * @param size of the ellipsoid as a multiple of the one in `shape`
 * @param normals takes the unit normal at the nearest point, at `n`
 */
export function nearestOnEllipsoid(
  { shape }: ColliderPose,
  dx: number,
  dy: number,
  dz: number,
  size: number,
  normals: Float64Array,
  n: number,
): number {
  const e0 = size * shape[0]!
  const e1 = size * shape[1]!
  const e2 = size * shape[2]!
  const y0 = dx * shape[3]! + dy * shape[4]! + dz * shape[5]!
  const y1 = dx * shape[6]! + dy * shape[7]! + dz * shape[8]!
  const y2 = dx * shape[9]! + dy * shape[10]! + dz * shape[11]!
  const least = Math.min(e0, e1, e2)
  // On the plane through the centre the nearest point may lie on either side of it: take one.
  const tiny = 1e-9 * least
  const z0 = Math.max(Math.abs(y0), e0 === least ? tiny : 0)
  const z1 = Math.max(Math.abs(y1), e1 === least ? tiny : 0)
  const z2 = Math.max(Math.abs(y2), e2 === least ? tiny : 0)
  let t = Math.max(e0 * (z0 - e0), e1 * (z1 - e1), e2 * (z2 - e2))
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    const r0 = (e0 * z0) / (t + e0 * e0)
    const r1 = (e1 * z1) / (t + e1 * e1)
    const r2 = (e2 * z2) / (t + e2 * e2)
    const value = r0 * r0 + r1 * r1 + r2 * r2 - 1
    const slope = (r0 * r0) / (t + e0 * e0) + (r1 * r1) / (t + e1 * e1) + (r2 * r2) / (t + e2 * e2)
    const next = t + value / (2 * slope)
    if (!(next > t)) break
    t = next
  }
  // Gradient of the ellipsoid at the nearest point: x_i / e_i² = y_i / (t + e_i²).
  const g0 = Math.sign(y0 || 1) * (z0 / (t + e0 * e0))
  const g1 = Math.sign(y1 || 1) * (z1 / (t + e1 * e1))
  const g2 = Math.sign(y2 || 1) * (z2 / (t + e2 * e2))
  const length = Math.sqrt(g0 * g0 + g1 * g1 + g2 * g2)
  for (let k = 0; k < 3; k++)
    normals[n + k] = (g0 * shape[3 + k]! + g1 * shape[6 + k]! + g2 * shape[9 + k]!) / length
  // y − x = t g, so the distance along the normal is t |g|, negative inside.
  return t * length
}

/**
 * Axes of the ellipsoid that the unit ball becomes under the columns of a frame: eigenvectors of
 * A Aᵀ by Jacobi rotations. Semi-axes go to out[0..2], directions behind.
 */
function principalAxes(frame: Float64Array, out: Float64Array): void {
  const m = new Float64Array(9)
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++)
      for (let k = 0; k < 3; k++) m[3 * r + c]! += frame[3 * k + r]! * frame[3 * k + c]!
  const v = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  // Each sweep squares what is left beside the diagonal; six are more than single ones need.
  for (let sweep = 0; sweep < 6; sweep++) {
    for (let p = 0; p < 2; p++) for (let q = p + 1; q < 3; q++) rotate(m, v, p, q)
  }
  for (let a = 0; a < 3; a++) {
    out[a] = Math.sqrt(Math.max(0, m[4 * a]!))
    for (let k = 0; k < 3; k++) out[AXES + 3 * a + k] = v[3 * k + a]!
  }
}

/** One Jacobi rotation, which makes m[p][q] zero. */
function rotate(m: Float64Array, v: Float64Array, p: number, q: number): void {
  const off = m[3 * p + q]!
  if (off === 0) return
  const theta = (m[4 * q]! - m[4 * p]!) / (2 * off)
  const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  for (let k = 0; k < 3; k++) turn(m, 3 * k + p, 3 * k + q, cosine, sine)
  for (let k = 0; k < 3; k++) turn(m, 3 * p + k, 3 * q + k, cosine, sine)
  for (let k = 0; k < 3; k++) turn(v, 3 * k + p, 3 * k + q, cosine, sine)
}

function turn(values: Float64Array, a: number, b: number, cosine: number, sine: number): void {
  const x = values[a]!
  const y = values[b]!
  values[a] = cosine * x - sine * y
  values[b] = sine * x + cosine * y
}

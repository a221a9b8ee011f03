/**
 * The axes of a blade: up, across (the direction of its width) and front (the direction in which it
 * bows). Made from up and an angle by the branchless basis of Duff et al. 2017 ("Building an
 * Orthonormal Basis, Revisited"), which exists for every unit vector and turns evenly with the
 * angle: a cross product with a fixed direction does neither.
 */
import type { Vector } from './curve.js'

/**
 * Writes the axis across and the front of a blade, unit vectors: across = cos θ a + sin θ b, which
 * is (cos θ, 0, sin θ) on level ground, and front = up × across. Where up passes the horizontal, and
 * only there, a and b jump.
 *
 * @param up xyz, unit vector
 * @param angle θ, radians
 * @param out gets across xyz, then front xyz, from `offset`
 */
export function writeAxes(
  [ux, uy, uz]: Vector,
  angle: number,
  out: Float64Array | Float32Array,
  offset: number,
): void {
  const sign = uy < 0 ? -1 : 1
  const p = -1 / (sign + uy)
  const q = ux * uz * p
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // a = (sign + ux² p, −ux, q) and b = sign (q, −uz, sign + uz² p)
  const cx = cos * (sign + ux * ux * p) + sin * sign * q
  const cy = -cos * ux - sin * sign * uz
  const cz = cos * q + sin * sign * (sign + uz * uz * p)
  out[offset] = cx
  out[offset + 1] = cy
  out[offset + 2] = cz
  out[offset + 3] = uy * cz - uz * cy
  out[offset + 4] = uz * cx - ux * cz
  out[offset + 5] = ux * cy - uy * cx
}

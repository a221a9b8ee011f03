/**
 * Nearest points of a vertex and a triangle, and of two edges (Ericson 2005, "Real-time collision
 * detection", 5.1.5 and 5.1.9). The result is the vector from the second to the first.
 */
import type { ParticleArray } from '../../cloth/ClothState.js'

/** From a point of triangle b, c, d to vertex a, in `out`, m; arguments are offsets of coordinates. */
export function fromTriangle(
  p: ParticleArray,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
): void {
  const ux = p[c]! - p[b]!
  const uy = p[c + 1]! - p[b + 1]!
  const uz = p[c + 2]! - p[b + 2]!
  const vx = p[d]! - p[b]!
  const vy = p[d + 1]! - p[b + 1]!
  const vz = p[d + 2]! - p[b + 2]!
  const wx = p[a]! - p[b]!
  const wy = p[a + 1]! - p[b + 1]!
  const wz = p[a + 2]! - p[b + 2]!
  const uu = ux * ux + uy * uy + uz * uz
  const uv = ux * vx + uy * vy + uz * vz
  const vv = vx * vx + vy * vy + vz * vz
  const uw = ux * wx + uy * wy + uz * wz
  const vw = vx * wx + vy * wy + vz * wz
  const size = uu * vv - uv * uv
  let s = (vv * uw - uv * vw) / size
  let t = (uu * vw - uv * uw) / size
  if (!(size > 0) || s < 0 || t < 0 || s + t > 1) {
    // Nearest on one of the sides: b to c, b to d, c to d.
    let least = Infinity
    for (let side = 0; side < 3; side++) {
      let ds = 0
      let dt = 0
      if (side === 0) ds = clamp(uw / uu)
      else if (side === 1) dt = clamp(vw / vv)
      else {
        dt = clamp((vw - uw + uu - uv) / (uu - 2 * uv + vv))
        ds = 1 - dt
      }
      const x = wx - ds * ux - dt * vx
      const y = wy - ds * uy - dt * vy
      const z = wz - ds * uz - dt * vz
      const squared = x * x + y * y + z * z
      if (squared >= least) continue
      least = squared
      s = ds
      t = dt
    }
  }
  out[0] = wx - s * ux - t * vx
  out[1] = wy - s * uy - t * vy
  out[2] = wz - s * uz - t * vz
}

/** From a point of edge c, d to one of edge a, b, in `out`, m. */
export function fromEdge(
  p: ParticleArray,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
): void {
  const ux = p[b]! - p[a]!
  const uy = p[b + 1]! - p[a + 1]!
  const uz = p[b + 2]! - p[a + 2]!
  const vx = p[d]! - p[c]!
  const vy = p[d + 1]! - p[c + 1]!
  const vz = p[d + 2]! - p[c + 2]!
  const wx = p[a]! - p[c]!
  const wy = p[a + 1]! - p[c + 1]!
  const wz = p[a + 2]! - p[c + 2]!
  const uu = ux * ux + uy * uy + uz * uz
  const vv = vx * vx + vy * vy + vz * vz
  const uv = ux * vx + uy * vy + uz * vz
  const uw = ux * wx + uy * wy + uz * wz
  const vw = vx * wx + vy * wy + vz * wz
  const size = uu * vv - uv * uv
  // Parallel edges are near all along: any point of the first will do.
  let s = size > PARALLEL * uu * vv ? clamp((uv * vw - vv * uw) / size) : 0
  let t = (uv * s + vw) / vv
  if (!(t >= 0)) {
    t = 0
    s = clamp(-uw / uu)
  } else if (t > 1) {
    t = 1
    s = clamp((uv - uw) / uu)
  }
  out[0] = wx + s * ux - t * vx
  out[1] = wy + s * uy - t * vy
  out[2] = wz + s * uz - t * vz
}

/** Squared sine below which edges count as parallel. */
const PARALLEL = 1e-12

function clamp(x: number): number {
  // Written so that NaN, of an edge without length, becomes 0.
  return x > 0 ? (x < 1 ? x : 1) : 0
}

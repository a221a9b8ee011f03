/**
 * The point of a triangle that is nearest to a point, and the feature that it lies on (Ericson,
 * Real-Time Collision Detection, 2005, section 5.1.5).
 */

/** Features of a triangle a b c: its corners, its edges from each corner to the next, its face. */
export const Feature = { a: 0, b: 1, c: 2, ab: 3, bc: 4, ca: 5, face: 6 } as const

/** The point of the next call, m: numbers that are passed to large functions become objects. */
export const target = new Float64Array(3)

/** Answer of the last call: barycentric coordinates of the nearest point for a, b and c. */
export const nearest = new Float64Array(3)

/**
 * @param corners of many triangles, nine numbers each
 * @param t where the triangle starts
 * @returns the feature; barycentric coordinates are in `nearest`
 */
export function nearestOnTriangle(corners: Float64Array, t: number): number {
  const x = target[0]!
  const y = target[1]!
  const z = target[2]!
  const ax = corners[t]!
  const ay = corners[t + 1]!
  const az = corners[t + 2]!
  const ux = corners[t + 3]! - ax
  const uy = corners[t + 4]! - ay
  const uz = corners[t + 5]! - az
  const vx = corners[t + 6]! - ax
  const vy = corners[t + 7]! - ay
  const vz = corners[t + 8]! - az
  const px = x - ax
  const py = y - ay
  const pz = z - az
  const uu = ux * ux + uy * uy + uz * uz
  const uv = ux * vx + uy * vy + uz * vz
  const vv = vx * vx + vy * vy + vz * vz
  const d1 = ux * px + uy * py + uz * pz
  const d2 = vx * px + vy * py + vz * pz
  if (d1 <= 0 && d2 <= 0) return answer(1, 0, 0, Feature.a)
  const d3 = d1 - uu
  const d4 = d2 - uv
  if (d3 >= 0 && d4 <= d3) return answer(0, 1, 0, Feature.b)
  const vc = d1 * d4 - d3 * d2
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const share = d1 / (d1 - d3)
    return answer(1 - share, share, 0, Feature.ab)
  }
  const d5 = d1 - uv
  const d6 = d2 - vv
  if (d6 >= 0 && d5 <= d6) return answer(0, 0, 1, Feature.c)
  const vb = d5 * d2 - d1 * d6
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const share = d2 / (d2 - d6)
    return answer(1 - share, 0, share, Feature.ca)
  }
  const va = d3 * d6 - d5 * d4
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const share = (d4 - d3) / (d4 - d3 + (d5 - d6))
    return answer(0, 1 - share, share, Feature.bc)
  }
  const sum = va + vb + vc
  return answer(va / sum, vb / sum, vc / sum, Feature.face)
}

function answer(a: number, b: number, c: number, feature: number): number {
  nearest[0] = a
  nearest[1] = b
  nearest[2] = c
  return feature
}

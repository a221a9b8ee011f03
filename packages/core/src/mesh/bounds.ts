/** Bounds of a set of points, for culling and picking. Recomputed every frame, so kept to one pass. */

export interface Bounds3 {
  min: [number, number, number]
  max: [number, number, number]
  /** Centre of the box. */
  center: [number, number, number]
  /** Radius of the smallest sphere around `center` that holds all points. */
  radius: number
}

export function createBounds(): Bounds3 {
  return { min: [0, 0, 0], max: [0, 0, 0], center: [0, 0, 0], radius: 0 }
}

/** @param positions xyz per point, at least one point */
export function computeBounds(positions: ArrayLike<number>, out: Bounds3): Bounds3 {
  let minX = Infinity
  let minY = Infinity
  let minZ = Infinity
  let maxX = -Infinity
  let maxY = -Infinity
  let maxZ = -Infinity
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]!
    const y = positions[i + 1]!
    const z = positions[i + 2]!
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
    if (z < minZ) minZ = z
    if (z > maxZ) maxZ = z
  }
  const cx = (minX + maxX) / 2
  const cy = (minY + maxY) / 2
  const cz = (minZ + maxZ) / 2
  let squared = 0
  for (let i = 0; i < positions.length; i += 3) {
    const dx = positions[i]! - cx
    const dy = positions[i + 1]! - cy
    const dz = positions[i + 2]! - cz
    const distance = dx * dx + dy * dy + dz * dz
    if (distance > squared) squared = distance
  }
  out.min[0] = minX
  out.min[1] = minY
  out.min[2] = minZ
  out.max[0] = maxX
  out.max[1] = maxY
  out.max[2] = maxZ
  out.center[0] = cx
  out.center[1] = cy
  out.center[2] = cz
  out.radius = Math.sqrt(squared)
  return out
}

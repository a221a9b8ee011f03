/**
 * The angle by which a cloth is bent across an edge (Bridson, Marino and Fedkiw 2003, "Simulation of
 * clothing with folds and wrinkles", section 4): the angle between the normals of the two triangles,
 * 0 when flat. It is positive where the fronts turn away from each other, as on a ridge or the
 * outside of a cube, and negative in a valley.
 */

/**
 * With x1, x2 opposite to the edge from x3 to x4, the normals are N1 = (x1 − x3) × (x1 − x4) and
 * N2 = (x2 − x4) × (x2 − x3), and the sign is that of (N1 × N2) · (x4 − x3). The arc tangent keeps
 * its precision at every angle, where an arc cosine loses half the digits near 0.
 *
 * @param positions xyz per particle
 * @returns radians from −π (not reached) to π. Folded flat it is π, to either side.
 */
export function dihedralAngle(
  positions: ArrayLike<number>,
  x1: number,
  x2: number,
  x3: number,
  x4: number,
): number {
  const ex = positions[3 * x4]! - positions[3 * x3]!
  const ey = positions[3 * x4 + 1]! - positions[3 * x3 + 1]!
  const ez = positions[3 * x4 + 2]! - positions[3 * x3 + 2]!
  const px = positions[3 * x1]! - positions[3 * x3]!
  const py = positions[3 * x1 + 1]! - positions[3 * x3 + 1]!
  const pz = positions[3 * x1 + 2]! - positions[3 * x3 + 2]!
  const qx = positions[3 * x2]! - positions[3 * x3]!
  const qy = positions[3 * x2 + 1]! - positions[3 * x3 + 1]!
  const qz = positions[3 * x2 + 2]! - positions[3 * x3 + 2]!
  // N1 = e × p and N2 = q × e, the same with x3 at the origin.
  const ax = ey * pz - ez * py
  const ay = ez * px - ex * pz
  const az = ex * py - ey * px
  const bx = qy * ez - qz * ey
  const by = qz * ex - qx * ez
  const bz = qx * ey - qy * ex
  const along = (ay * bz - az * by) * ex + (az * bx - ax * bz) * ey + (ax * by - ay * bx) * ez
  const angle = Math.atan2(
    along / Math.sqrt(ex * ex + ey * ey + ez * ez),
    ax * bx + ay * by + az * bz,
  )
  return angle === -Math.PI ? Math.PI : angle
}

/** The angle of each bend pair: four particles, opposite, opposite and the edge. */
export function dihedralAngles(positions: ArrayLike<number>, bendPairs: Uint32Array): Float64Array {
  const angles = new Float64Array(bendPairs.length / 4)
  for (let n = 0; n < angles.length; n++) {
    const p = 4 * n
    angles[n] = dihedralAngle(
      positions,
      bendPairs[p]!,
      bendPairs[p + 1]!,
      bendPairs[p + 2]!,
      bendPairs[p + 3]!,
    )
  }
  return angles
}

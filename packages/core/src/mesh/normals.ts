/**
 * Smooth vertex normals: the normalised sum of the cross products of the adjoining triangles, so
 * each triangle counts by its area. A vertex whose triangles have no area keeps its last normal.
 * Every operation is rounded to single precision: `assembly/view.ts` gives the same bits.
 */

const f = Math.fround

/**
 * @param positions xyz per vertex
 * @param triangles three vertex indices per triangle
 * @param normals out: unit xyz per vertex, same length as `positions`
 */
export function computeNormals(
  positions: Float32Array,
  triangles: Uint32Array,
  normals: Float32Array,
): void {
  const sums = scratch(positions.length)
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!
    const b = 3 * triangles[t + 1]!
    const c = 3 * triangles[t + 2]!
    const ax = positions[a]!
    const ay = positions[a + 1]!
    const az = positions[a + 2]!
    const ux = f(positions[b]! - ax)
    const uy = f(positions[b + 1]! - ay)
    const uz = f(positions[b + 2]! - az)
    const vx = f(positions[c]! - ax)
    const vy = f(positions[c + 1]! - ay)
    const vz = f(positions[c + 2]! - az)
    const nx = f(f(uy * vz) - f(uz * vy))
    const ny = f(f(uz * vx) - f(ux * vz))
    const nz = f(f(ux * vy) - f(uy * vx))
    sums[a]! += nx
    sums[a + 1]! += ny
    sums[a + 2]! += nz
    sums[b]! += nx
    sums[b + 1]! += ny
    sums[b + 2]! += nz
    sums[c]! += nx
    sums[c + 1]! += ny
    sums[c + 2]! += nz
  }
  for (let i = 0; i < positions.length; i += 3) {
    const x = sums[i]!
    const y = sums[i + 1]!
    const z = sums[i + 2]!
    const length = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))))
    if (length > 0) {
      normals[i] = x / length
      normals[i + 1] = y / length
      normals[i + 2] = z / length
    }
  }
}

let buffer = new Float32Array(0)

/** Zeroed scratch space, grown when a larger mesh comes along, shared by all meshes. */
function scratch(length: number): Float32Array {
  if (buffer.length < length) buffer = new Float32Array(length)
  else buffer.fill(0, 0, length)
  return buffer
}

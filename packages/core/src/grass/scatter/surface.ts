/**
 * A triangle mesh as ground: a triangle by its share of the area, and a point in it by the square
 * root of a random number, which is even (Osada et al. 2002, eq. 1); three random numbers made to
 * sum to 1 would heap blades in the middle. Normals are those of the triangles, on the side from
 * which their corners go round counter-clockwise; triangles without area get nothing.
 */
import { fail } from '../../params/check.js'
import { checkMesh, type MeshOptions } from '../../mesh/meshArrays.js'
import type { Ground, Spot } from './ground.js'

/** @throws BillowError for arrays that are no mesh, or a mesh without area */
export function createSurface(who: string, mesh: MeshOptions): Ground {
  const { positions, indices, uvs } = checkMesh(mesh)
  const triangles = indices.length / 3
  const normals = new Float64Array(3 * triangles)
  /** Area of all triangles up to and with this one, m². */
  const sums = new Float64Array(triangles)
  let area = 0
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = [3 * indices[3 * t]!, 3 * indices[3 * t + 1]!, 3 * indices[3 * t + 2]!]
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const twice = Math.hypot(nx, ny, nz)
    if (twice > 0) {
      normals[3 * t] = nx / twice
      normals[3 * t + 1] = ny / twice
      normals[3 * t + 2] = nz / twice
      area += twice / 2
    }
    sums[t] = area
  }
  if (!(area > 0)) fail(who, 'surface must have an area > 0 (m²); all of its triangles are empty')

  return {
    area,
    isPlan: false,
    place(choice: number, across: number, along: number, { root, up, uv }: Spot): boolean {
      const t = firstAbove(sums, choice * area)
      const s = Math.sqrt(across)
      const weights = [1 - s, s * (1 - along), s * along]
      root.fill(0)
      uv.fill(0)
      for (let corner = 0; corner < 3; corner++) {
        const vertex = indices[3 * t + corner]!
        for (let k = 0; k < 3; k++) root[k]! += weights[corner]! * positions[3 * vertex + k]!
        for (let k = 0; k < 2; k++) uv[k]! += weights[corner]! * uvs[2 * vertex + k]!
      }
      for (let k = 0; k < 3; k++) up[k] = normals[3 * t + k]!
      return true
    },
  }
}

/** The first entry of an ascending list that is greater than a value. */
function firstAbove(sums: Float64Array, value: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sums[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}

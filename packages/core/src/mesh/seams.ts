/**
 * From particles to the vertices that are drawn. The vertices along a texture seam share their
 * particle, and with it position and normal: the seam cannot be seen in the shading.
 */
import { computeNormals } from './normals.js'

/**
 * @param particlePositions xyz per particle
 * @param out xyz per vertex
 */
export function writeVertexPositions(
  particlePositions: ArrayLike<number>,
  particleOfVertex: Uint32Array,
  out: Float32Array,
): void {
  for (let vertex = 0; vertex < particleOfVertex.length; vertex++) {
    const p = 3 * particleOfVertex[vertex]!
    out[3 * vertex] = particlePositions[p]!
    out[3 * vertex + 1] = particlePositions[p + 1]!
    out[3 * vertex + 2] = particlePositions[p + 2]!
  }
}

/**
 * Smooth normals, computed over particles and handed on to vertices. Nothing is allocated.
 *
 * @param particlePositions xyz per particle
 * @param triangles three particles per triangle
 * @param particleNormals in and out: unit xyz per particle, kept where triangles have no area
 * @param out unit xyz per vertex
 */
export function computeSeamlessNormals(
  particlePositions: Float32Array,
  triangles: Uint32Array,
  particleOfVertex: Uint32Array,
  particleNormals: Float32Array,
  out: Float32Array,
): void {
  computeNormals(particlePositions, triangles, particleNormals)
  writeVertexPositions(particleNormals, particleOfVertex, out)
}

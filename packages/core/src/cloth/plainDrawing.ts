/**
 * What is drawn of a cloth, in plain TypeScript: the reference of `assembly/view.ts`, and what runs
 * where WebAssembly is refused. Every operation is rounded to single precision, so that both give the
 * same bits.
 */
import { type Bounds3, computeBounds } from '../mesh/bounds.js'
import { computeNormals } from '../mesh/normals.js'
import { writeVertexPositions } from '../mesh/seams.js'
import type { ParticleArray } from './ClothState.js'
import { writeBetween } from './ClothView.js'

/** What drawing writes: xyz each, m. On a grid vertices are particles, and the arrays the same. */
export interface DrawnArrays {
  readonly particles: Float32Array
  readonly particleNormals: Float32Array
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly triangles: Uint32Array
  readonly particleOfVertex: Uint32Array | undefined
  readonly bounds: Bounds3
}

/** @param alpha share of the later state, 0 to 1 */
export type Draw = (earlier: ParticleArray, later: ParticleArray, alpha: number) => void

export function createPlainDraw(arrays: DrawnArrays): Draw {
  const { particles, particleNormals, positions, normals, triangles, bounds } = arrays
  const { particleOfVertex } = arrays
  return (earlier, later, alpha) => {
    writeBetween(earlier, later, alpha, particles)
    computeNormals(particles, triangles, particleNormals)
    computeBounds(particles, bounds)
    if (!particleOfVertex) return
    writeVertexPositions(particles, particleOfVertex, positions)
    writeVertexPositions(particleNormals, particleOfVertex, normals)
  }
}

/**
 * What a cloth is made of, whatever its shape: particles with an area each, springs between them,
 * triangles for air and drawing. Grids and meshes both come as this.
 */
import type { Springs } from './grid.js'

export interface ClothSheet {
  readonly particleCount: number
  /** How many of these, the last ones, belong to no triangle yet and wait for tears. Absent: none. */
  readonly reserve?: number
  /** xyz per particle, m. */
  readonly restPositions: Float64Array
  /** Renewed by a tear. */
  readonly springs: Springs
  /** Most springs that the sheet may come to have by tears. Absent: as many as it has. */
  readonly springCapacity?: number
  /** Three particles per triangle, counter-clockwise seen from the front. */
  readonly triangles: Uint32Array
  /** Area per particle, m²: times the density it is the mass. 0 for what belongs to no triangle. */
  readonly areas: Float64Array
  /** Area of the whole, m². */
  readonly area: number
  /** Typical distance of particles along two directions, m. */
  readonly cell: readonly [number, number]
  /** Three vertices per triangle: what is drawn. */
  readonly vertexTriangles: Uint32Array
  /** Particle per vertex, where vertices along seams share one; absent when they are the same. */
  readonly particleOfVertex?: Uint32Array
  /** uv per vertex. */
  readonly uvs: Float32Array
  /** What the source had that is no good cloth, and what became of it. */
  readonly warnings: readonly string[]
}

/**
 * A sheet of any shape: triangles from plain arrays become particles, areas, edges and bend pairs
 * for physics, beside the vertices and triangles that are drawn. Vertices keep their order and
 * number, so textures stay as they are; several of them may move with one particle.
 */
import { fail } from '../params/check.js'
import { findBendPairs, findEdges } from './adjacency.js'
import { dihedralAngles } from './dihedral.js'
import { checkMesh, MESH_SHEET, type MeshOptions } from './meshArrays.js'
import { lumpAreas, selectTriangles } from './meshTriangles.js'
import { weldVertices } from './weld.js'

export interface MeshSheet {
  readonly particleCount: number
  /** xyz per particle, m. */
  readonly restPositions: Float64Array
  /** Three particles per triangle, as wound in the mesh. */
  readonly triangles: Uint32Array
  /** Particle per vertex. */
  readonly particleOfVertex: Uint32Array
  /** Three vertices per triangle, in the order of `triangles`: the index list to draw. */
  readonly vertexTriangles: Uint32Array
  /** uv per vertex. */
  readonly uvs: Float32Array
  /**
   * Area per particle, m²: times the density it is the mass. Zero for a particle that belongs to no
   * triangle; without mass it must not be moved by forces.
   */
  readonly areas: Float64Array
  /** Two particles per edge, lower index first, each edge once. */
  readonly edges: Uint32Array
  /** Four particles per edge between two triangles: opposite, opposite, and the edge. */
  readonly bendPairs: Uint32Array
  /** Angle per bend pair at rest, radians: 0 is flat, positive on a ridge of the front. */
  readonly restAngles: Float64Array
  /** What the mesh has that is no good cloth, and what became of it. Empty for a clean mesh. */
  readonly warnings: readonly string[]
}

/**
 * ```ts
 * const sheet = createMeshSheet({ positions, indices, uvs })
 * ```
 *
 * The arrays are copied. Triangles without area, repeated triangles, edges of more than two
 * triangles, neighbours wound differently and vertices without triangles are dealt with and named
 * in `warnings`.
 *
 * @throws BillowError for an empty mesh, a number that is not finite, a wrong length, an index out
 *   of range, a mesh without any area, or more than 2²⁰ particles
 */
export function createMeshSheet(options: MeshOptions): MeshSheet {
  const { positions, indices, uvs, weldDistance } = checkMesh(options)
  const weld = weldVertices(positions, weldDistance)
  const { particleCount, particleOfVertex, positions: restPositions } = weld

  const warnings: string[] = []
  const { triangles, vertexTriangles } = selectTriangles(weld, indices, warnings)
  if (triangles.length === 0) {
    fail(
      MESH_SHEET,
      `the mesh must have at least one triangle with an area, got none among ${indices.length / 3}; ${
        weldDistance > 0 ? 'lower weldDistance, or check the units' : 'check positions and indices'
      }`,
    )
  }
  const edges = findEdges(triangles)
  const bendPairs = findBendPairs(triangles, edges, warnings)
  const areas = lumpAreas(restPositions, triangles)
  warnOfMassless(areas, particleOfVertex, warnings)
  return {
    particleCount,
    restPositions,
    triangles,
    particleOfVertex,
    vertexTriangles,
    uvs,
    areas,
    edges: edges.ends,
    bendPairs,
    restAngles: dihedralAngles(restPositions, bendPairs),
    warnings,
  }
}

function warnOfMassless(
  areas: Float64Array,
  particleOfVertex: Uint32Array,
  warnings: string[],
): void {
  let count = 0
  let first = -1
  for (let vertex = 0; vertex < particleOfVertex.length; vertex++) {
    if (areas[particleOfVertex[vertex]!]! > 0) continue
    if (count === 0) first = vertex
    count++
  }
  if (count > 0) {
    warnings.push(
      `${count} of ${particleOfVertex.length} vertices without a triangle that has an area, and so without mass; the first is vertex ${first}`,
    )
  }
}

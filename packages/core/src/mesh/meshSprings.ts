/**
 * Springs of a mesh: one structural spring per edge, in the shape that grids have, so that solvers
 * of springs run on any mesh. Triangles cannot shear while their edges keep their lengths.
 */
import { type Springs, SpringFamily } from './grid.js'
import type { MeshSheet } from './meshSheet.js'

export function springsOfEdges({
  edges,
  restPositions,
}: Pick<MeshSheet, 'edges' | 'restPositions'>): Springs {
  const count = edges.length / 2
  const restLengths = new Float64Array(count)
  for (let s = 0; s < count; s++) {
    const a = 3 * edges[2 * s]!
    const b = 3 * edges[2 * s + 1]!
    const dx = restPositions[b]! - restPositions[a]!
    const dy = restPositions[b + 1]! - restPositions[a + 1]!
    const dz = restPositions[b + 2]! - restPositions[a + 2]!
    restLengths[s] = Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
  return {
    count,
    ends: edges,
    families: new Uint8Array(count).fill(SpringFamily.structural),
    restLengths,
  }
}

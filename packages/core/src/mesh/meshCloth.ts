/**
 * A cloth of any mesh: its edges hold it together, and distances across each inner edge resist
 * bending.
 */
import type { ClothSheet } from './ClothSheet.js'
import { SpringFamily, type Springs } from './grid.js'
import type { MeshOptions } from './meshArrays.js'
import { createMeshSheet, type MeshSheet } from './meshSheet.js'
import { springsOfEdges } from './meshSprings.js'

/** @throws BillowError for arrays that are no mesh */
export function createMeshCloth(mesh: MeshOptions): ClothSheet {
  const sheet = createMeshSheet(mesh)
  const stretch = springsOfEdges(sheet)
  const spacing = stretch.restLengths.reduce((sum, length) => sum + length, 0) / stretch.count
  return {
    particleCount: sheet.particleCount,
    restPositions: sheet.restPositions,
    springs: joinSprings(stretch, bendSprings(sheet)),
    triangles: sheet.triangles,
    areas: sheet.areas,
    area: sheet.areas.reduce((sum, area) => sum + area, 0),
    cell: [spacing, spacing],
    vertexTriangles: sheet.vertexTriangles,
    particleOfVertex: sheet.particleOfVertex,
    uvs: sheet.uvs,
    warnings: sheet.warnings,
  }
}

/** One spring between the particles opposite to each inner edge. */
function bendSprings({ bendPairs, restPositions }: MeshSheet): Springs {
  const count = bendPairs.length / 4
  const ends = new Uint32Array(2 * count)
  for (let pair = 0; pair < count; pair++) {
    ends[2 * pair] = bendPairs[4 * pair]!
    ends[2 * pair + 1] = bendPairs[4 * pair + 1]!
  }
  const springs = springsOfEdges({ edges: ends, restPositions })
  return { ...springs, families: springs.families.fill(SpringFamily.bend) }
}

function joinSprings(a: Springs, b: Springs): Springs {
  const join = <A extends Uint32Array | Uint8Array | Float64Array>(
    into: A,
    first: A,
    second: A,
  ): A => {
    into.set(first)
    into.set(second, first.length)
    return into
  }
  const count = a.count + b.count
  return {
    count,
    ends: join(new Uint32Array(2 * count), a.ends, b.ends),
    families: join(new Uint8Array(count), a.families, b.families),
    restLengths: join(new Float64Array(count), a.restLengths, b.restLengths),
  }
}

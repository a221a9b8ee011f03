/**
 * Welding: vertices at one place are one particle. Renderers repeat a vertex wherever its texture
 * coordinate jumps or its triangles do not share corners; cloth made of such vertices would fall
 * apart along every seam.
 */
import { fail } from '../params/check.js'
import { MESH_SHEET } from './meshArrays.js'
import { TripleTable } from './TripleTable.js'

/** About 400 MB of edges and bend pairs, and beyond what one core can step. */
export const MAX_PARTICLES = 2 ** 20

export interface Weld {
  readonly particleCount: number
  /** Particle per vertex. Particles are numbered in the order of their first vertices. */
  readonly particleOfVertex: Uint32Array
  /** xyz per particle, m: the position of its first vertex. */
  readonly positions: Float64Array
}

/**
 * @param positions xyz per vertex, m, finite
 * @param distance 0 welds equal positions. Else a vertex joins the nearest particle up to this
 *   distance away, m, and is a new particle when there is none: no vertex moves farther than
 *   that, and particles end up farther than that from each other. Chains of vertices do not
 *   collapse, as they would if neighbours of neighbours were welded.
 * @throws BillowError for more than 2²⁰ particles
 */
export function weldVertices(positions: Float64Array, distance: number): Weld {
  const vertexCount = positions.length / 3
  const particleOfVertex = new Uint32Array(vertexCount)
  const firstVertices: number[] = []
  const particleAt = distance > 0 ? nearbyParticle(positions, distance) : equalParticle(positions)
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const particle = particleAt(vertex)
    particleOfVertex[vertex] = particle
    if (particle < firstVertices.length) continue
    if (particle === MAX_PARTICLES) {
      fail(
        MESH_SHEET,
        `positions must be those of at most ${MAX_PARTICLES} particles, got more; simplify the mesh, or draw it along with the cloth of a coarser one`,
      )
    }
    firstVertices.push(vertex)
  }

  const particleCount = firstVertices.length
  const particlePositions = new Float64Array(3 * particleCount)
  firstVertices.forEach((vertex, particle) => {
    for (let axis = 0; axis < 3; axis++) {
      // Adding 0 turns −0 into 0: no result may depend on the sign of nothing.
      particlePositions[3 * particle + axis] = positions[3 * vertex + axis]! + 0
    }
  })
  return { particleCount, particleOfVertex, positions: particlePositions }
}

/** Gives each vertex, asked for in order, the particle at its very position. */
function equalParticle(positions: Float64Array): (vertex: number) => number {
  const table = new TripleTable(Math.min(positions.length / 3, MAX_PARTICLES))
  return (vertex) =>
    table.add(positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!)
}

/** Gives each vertex, asked for in order, the nearest particle within a distance. */
function nearbyParticle(positions: Float64Array, distance: number): (vertex: number) => number {
  // Cells as wide as the distance, but never so small that a cell number loses its last digit:
  // whatever is near lies in one of the 27 cells around.
  const extent = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const cell = Math.max(distance, extent * 2 ** -40, Number.MIN_VALUE)
  const table = new TripleTable()
  // Per cell its last particle, and per particle the one before it in the same cell.
  const lastInCell: number[] = []
  const beforeInCell: number[] = []
  const vertices: number[] = []

  return (vertex) => {
    const x = positions[3 * vertex]!
    const y = positions[3 * vertex + 1]!
    const z = positions[3 * vertex + 2]!
    const i = Math.floor(x / cell)
    const j = Math.floor(y / cell)
    const k = Math.floor(z / cell)
    let nearest = -1
    let least = distance
    for (let n = 0; n < 27; n++) {
      const found = table.find(
        i + (n % 3) - 1,
        j + (Math.floor(n / 3) % 3) - 1,
        k + Math.floor(n / 9) - 1,
      )
      let particle = found < 0 ? -1 : lastInCell[found]!
      for (; particle >= 0; particle = beforeInCell[particle]!) {
        const p = 3 * vertices[particle]!
        const dx = positions[p]! - x
        const dy = positions[p + 1]! - y
        const dz = positions[p + 2]! - z
        const away = Math.sqrt(dx * dx + dy * dy + dz * dz)
        // Of two at the same distance the first counts, whichever cell is looked at first.
        if (away < least || (away === least && (nearest < 0 || particle < nearest))) {
          nearest = particle
          least = away
        }
      }
    }
    if (nearest >= 0) return nearest
    const particle = vertices.length
    const own = table.add(i, j, k)
    beforeInCell.push(lastInCell[own] ?? -1)
    lastInCell[own] = particle
    vertices.push(vertex)
    return particle
  }
}

/**
 * Which triangles share an edge. Every edge is listed once, in the order in which the triangles are
 * walked; an edge between exactly two triangles is an interior one, and the cloth bends across it.
 */
import { TripleTable } from './TripleTable.js'

export interface MeshEdges {
  readonly count: number
  /** Two particles per edge, the one with the lower index first. */
  readonly ends: Uint32Array
  /** Number of triangles at the edge. */
  readonly uses: Uint32Array
  /**
   * The first two corners opposite to the edge, as places in the list of triangles, or −1: the
   * triangle of place p is ⌊p / 3⌋.
   */
  readonly opposite: Int32Array
}

/** @param triangles three different particles per triangle */
export function findEdges(triangles: Uint32Array): MeshEdges {
  // In a closed mesh there are three edges for two triangles.
  const table = new TripleTable(triangles.length / 2)
  const ends: number[] = []
  const uses: number[] = []
  const opposite: number[] = []
  for (let t = 0; t < triangles.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const a = triangles[t + corner]!
      const b = triangles[t + ((corner + 1) % 3)]!
      const place = t + ((corner + 2) % 3)
      const edge = table.add(Math.min(a, b), Math.max(a, b), 0)
      if (edge === uses.length) {
        ends.push(Math.min(a, b), Math.max(a, b))
        uses.push(1)
        opposite.push(place, -1)
      } else {
        if (uses[edge] === 1) opposite[2 * edge + 1] = place
        uses[edge]!++
      }
    }
  }
  return {
    count: uses.length,
    ends: new Uint32Array(ends),
    uses: new Uint32Array(uses),
    opposite: new Int32Array(opposite),
  }
}

/**
 * Four particles per interior edge: the two opposite ones, then the edge. The edge runs from third
 * to fourth as the first triangle has it, counter-clockwise, which gives the bend angle its sign.
 * An edge of three or more triangles has no angle and is passed over with a warning.
 */
export function findBendPairs(
  triangles: Uint32Array,
  edges: MeshEdges,
  warnings: string[],
): Uint32Array {
  const pairs: number[] = []
  const crowded: number[] = []
  const turned: number[] = []
  for (let edge = 0; edge < edges.count; edge++) {
    const uses = edges.uses[edge]!
    if (uses === 1) continue
    if (uses > 2) {
      crowded.push(edge)
      continue
    }
    const first = edges.opposite[2 * edge]!
    const second = edges.opposite[2 * edge + 1]!
    const start = after(triangles, first)
    if (after(triangles, second) === start) turned.push(edge)
    const low = edges.ends[2 * edge]!
    const high = edges.ends[2 * edge + 1]!
    pairs.push(triangles[first]!, triangles[second]!, start, start === low ? high : low)
  }
  if (crowded.length > 0) {
    warnings.push(
      `${count(crowded, 'edge')} of three or more triangles, left without bending; the first lies between particles ${between(edges, crowded[0]!)}`,
    )
  }
  if (turned.length > 0) {
    warnings.push(
      `${count(turned, 'edge')} with the front of one triangle beside the back of the other, so that bend angles differ in sign; the first lies between particles ${between(edges, turned[0]!)}. Turn the triangles to one side`,
    )
  }
  return new Uint32Array(pairs)
}

/** The particle that follows a corner in its triangle. */
function after(triangles: Uint32Array, place: number): number {
  return triangles[place % 3 === 2 ? place - 2 : place + 1]!
}

function count(list: readonly number[], noun: string): string {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`
}

function between(edges: MeshEdges, edge: number): string {
  return `${edges.ends[2 * edge]} and ${edges.ends[2 * edge + 1]}`
}

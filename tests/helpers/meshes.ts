/** Solids with corners that a person can check, and quantities of meshes computed the slow way. */
import type { MeshSheet } from '@billow/core'

/** Two triangles of a square of 1 m in the xy plane. */
export const SQUARE = {
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
  indices: [0, 1, 2, 0, 2, 3],
}

/** Regular, edge 2√2, faces outwards. */
export const TETRAHEDRON = {
  positions: [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1],
  indices: [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2],
}

/** Unit cube, corner n at the binary digits of n, faces outwards. */
export const CUBE = {
  positions: Array.from({ length: 8 }, (_, n) => [n & 1, (n >> 1) & 1, n >> 2]).flat(),
  indices: [
    ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6],
    ...[0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7],
    ...[0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
  ],
}

export interface IndexedMesh {
  readonly positions: readonly number[]
  readonly indices: readonly number[]
}

/** One vertex per corner of a triangle, without indices. */
export function soupOf({ positions, indices }: IndexedMesh): number[] {
  return indices.flatMap((vertex) => positions.slice(3 * vertex, 3 * vertex + 3))
}

/** An octahedron whose triangles are divided in four, `levels` times, on the unit sphere. */
export function sphereOf(levels: number): IndexedMesh {
  let triangles: number[][][] = []
  for (const x of [1, -1])
    for (const y of [1, -1])
      for (const z of [1, -1]) {
        const corners = [
          [x, 0, 0],
          [0, y, 0],
          [0, 0, z],
        ]
        triangles.push(x * y * z > 0 ? corners : corners.reverse())
      }
  const middle = (a: number[], b: number[]): number[] => {
    const sum = a.map((value, axis) => value + b[axis]!)
    return sum.map((value) => value / Math.hypot(...sum))
  }
  for (let level = 0; level < levels; level++) {
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a!, b!), middle(b!, c!), middle(c!, a!)]
      return [
        [a!, ab, ca],
        [ab, b!, bc],
        [ca, bc, c!],
        [ab, bc, ca],
      ]
    })
  }
  const positions = triangles.flat(2)
  return { positions, indices: positions.slice(0, positions.length / 3).map((_, n) => n) }
}

/** The triangles at each edge, by `low-high`. */
export function edgeUses(triangles: ArrayLike<number>): Map<string, number> {
  const uses = new Map<string, number>()
  for (let t = 0; t < triangles.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const ends = [triangles[t + corner]!, triangles[t + ((corner + 1) % 3)]!]
      const key = ends.sort((a, b) => a - b).join('-')
      uses.set(key, (uses.get(key) ?? 0) + 1)
    }
  }
  return uses
}

/** V − E + F. */
export function eulerOf({ particleCount, edges, triangles }: MeshSheet): number {
  return particleCount - edges.length / 2 + triangles.length / 3
}

/** Number of pieces that hang together by edges. */
export function piecesOf({ particleCount, edges }: MeshSheet): number {
  const parents = Array.from({ length: particleCount }, (_, n) => n)
  const rootOf = (n: number): number => (parents[n] === n ? n : rootOf(parents[n]!))
  for (let e = 0; e < edges.length; e += 2) parents[rootOf(edges[e]!)] = rootOf(edges[e + 1]!)
  return parents.filter((parent, n) => parent === n).length
}

export function sumOf(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0)
}

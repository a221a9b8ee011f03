/** How often a cloth goes through itself: every edge against every triangle, by brute force. */
import type { ClothSimulation } from '@billow/core'
import type { Vector } from './states.js'

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Six times the volume of a tetrahedron, with the sign of its orientation. */
function volume(a: Vector, b: Vector, c: Vector, d: Vector): number {
  const [x, y, z] = minus(b, a)
  const [u, v, w] = minus(c, a)
  const [p, q, r] = minus(d, a)
  return (y * w - z * v) * p + (z * u - x * w) * q + (x * v - y * u) * r
}

type Sheet = Pick<ClothSimulation, 'positions' | 'sheet'>

/** Edges that pass through a triangle with which they share no particle. */
export function countCrossings(cloth: Sheet): number {
  return countEdgesThrough(cloth, cloth)
}

/** How often two cloths go through each other: edges of each through triangles of the other. */
export function countCrossingsBetween(one: Sheet, other: Sheet): number {
  return countEdgesThrough(one, other) + countEdgesThrough(other, one)
}

function placesOf({ positions }: Sheet): (p: number) => Vector {
  return (p) => [positions[3 * p]!, positions[3 * p + 1]!, positions[3 * p + 2]!]
}

/** Edges of one cloth through triangles of another one, or of itself. */
function countEdgesThrough(one: Sheet, other: Sheet): number {
  const { triangles: own } = one.sheet
  const { triangles } = other.sheet
  const isOne = one === other
  const [at, otherAt] = [placesOf(one), placesOf(other)]
  const edges = new Map<string, readonly [number, number]>()
  for (let t = 0; t < own.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [own[t + k]!, own[t + ((k + 1) % 3)]!]
      edges.set(`${Math.min(a, b)},${Math.max(a, b)}`, [a, b])
    }
  }
  let crossings = 0
  for (const [a, b] of edges.values()) {
    const [from, to] = [at(a), at(b)]
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
      if (isOne && (corners.includes(a) || corners.includes(b))) continue
      const [i, j, k] = corners.map(otherAt) as [Vector, Vector, Vector]
      const apart = [0, 1, 2].some(
        (axis) =>
          Math.max(from[axis]!, to[axis]!) < Math.min(i[axis]!, j[axis]!, k[axis]!) ||
          Math.min(from[axis]!, to[axis]!) > Math.max(i[axis]!, j[axis]!, k[axis]!),
      )
      // The ends on both sides of its plane, and the sides of the triangle all around the edge.
      if (apart || volume(i, j, k, from) * volume(i, j, k, to) >= 0) continue
      const turns = [volume(from, to, i, j), volume(from, to, j, k), volume(from, to, k, i)]
      if (turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0)) crossings++
    }
  }
  return crossings
}

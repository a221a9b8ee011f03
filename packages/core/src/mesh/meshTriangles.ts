/**
 * The triangles of a mesh that can be cloth. A triangle without area has no normal and no mass, and
 * one that repeats another would count the same piece of cloth twice; both are left out, for
 * physics and for drawing, so that the two lists go on side by side.
 */
import { TripleTable } from './TripleTable.js'
import type { Weld } from './weld.js'

export interface MeshTriangles {
  /** Three particles per triangle. */
  readonly triangles: Uint32Array
  /** Three vertices per triangle: the same triangles as they are drawn. */
  readonly vertexTriangles: Uint32Array
}

/**
 * Least height of a triangle in parts of its longest edge: the precision of a number in single
 * precision. What is flatter has its height from rounding.
 */
const LEAST_HEIGHT = 1e-7

/** Twice the least area, m²: smaller than an atom, and its inverse still fits single precision. */
const LEAST_CROSS = 1e-20

/** @param indices three vertices per triangle */
export function selectTriangles(
  weld: Weld,
  indices: Uint32Array,
  warnings: string[],
): MeshTriangles {
  const { particleOfVertex, positions } = weld
  const triangles: number[] = []
  const vertexTriangles: number[] = []
  const flat: number[] = []
  const repeated: number[] = []
  const known = new TripleTable(indices.length / 3)
  for (let i = 0; i < indices.length; i += 3) {
    const a = particleOfVertex[indices[i]!]!
    const b = particleOfVertex[indices[i + 1]!]!
    const c = particleOfVertex[indices[i + 2]!]!
    if (!hasArea(positions, a, b, c)) {
      flat.push(i / 3)
      continue
    }
    const low = Math.min(a, b, c)
    const high = Math.max(a, b, c)
    if (known.add(low, a + b + c - low - high, high) * 3 < triangles.length) {
      repeated.push(i / 3)
      continue
    }
    triangles.push(a, b, c)
    vertexTriangles.push(indices[i]!, indices[i + 1]!, indices[i + 2]!)
  }
  const total = indices.length / 3
  if (flat.length > 0) {
    warnings.push(
      `${flat.length} of ${total} triangles left out: without area or with the same particle twice; the first is triangle ${flat[0]}`,
    )
  }
  if (repeated.length > 0) {
    warnings.push(
      `${repeated.length} of ${total} triangles left out: between the same three particles as another; the first is triangle ${repeated[0]}. To see cloth from behind, draw both sides`,
    )
  }
  return {
    triangles: new Uint32Array(triangles),
    vertexTriangles: new Uint32Array(vertexTriangles),
  }
}

function hasArea(positions: Float64Array, a: number, b: number, c: number): boolean {
  const cross = 2 * areaOf(positions, a, b, c)
  const longest = Math.max(
    squaredLength(positions, a, b),
    squaredLength(positions, b, c),
    squaredLength(positions, c, a),
  )
  return cross > LEAST_CROSS && cross > LEAST_HEIGHT * longest
}

/** Half the cross product of two edges, m². */
export function areaOf(positions: ArrayLike<number>, a: number, b: number, c: number): number {
  const ux = positions[3 * b]! - positions[3 * a]!
  const uy = positions[3 * b + 1]! - positions[3 * a + 1]!
  const uz = positions[3 * b + 2]! - positions[3 * a + 2]!
  const vx = positions[3 * c]! - positions[3 * a]!
  const vy = positions[3 * c + 1]! - positions[3 * a + 1]!
  const vz = positions[3 * c + 2]! - positions[3 * a + 2]!
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  return Math.sqrt(x * x + y * y + z * z) / 2
}

function squaredLength(positions: ArrayLike<number>, a: number, b: number): number {
  const dx = positions[3 * b]! - positions[3 * a]!
  const dy = positions[3 * b + 1]! - positions[3 * a + 1]!
  const dz = positions[3 * b + 2]! - positions[3 * a + 2]!
  return dx * dx + dy * dy + dz * dz
}

/**
 * Area per particle, m²: a third of each adjoining triangle (areas are summed, not their inverses,
 * so that density times their sum is the mass of the whole cloth).
 */
export function lumpAreas(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const areas = new Float64Array(positions.length / 3)
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t]!
    const b = triangles[t + 1]!
    const c = triangles[t + 2]!
    const third = areaOf(positions, a, b, c) / 3
    areas[a]! += third
    areas[b]! += third
    areas[c]! += third
  }
  return areas
}

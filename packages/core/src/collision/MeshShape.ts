/**
 * A triangle mesh as contacts need it: a tree over its triangles, and for each feature of them the
 * normal that tells inside from outside at a point whose nearest one it is: that of the face, the sum of both
 * faces at an edge, the sum of all faces by their angles at a corner (Bærentzen, Aanæs 2005).
 */
import { weldVertices } from '../mesh/weld.js'
import { Feature } from './nearestOnTriangle.js'
import { TriangleTree } from './TriangleTree.js'

export class MeshShape {
  readonly tree: TriangleTree
  /** Is every edge shared by two triangles that go round alike? */
  readonly isClosed: boolean
  /** Normal per feature, 7 times xyz per triangle in the order of the tree; of any length. */
  readonly normals: Float64Array

  /**
   * @param positions xyz per vertex, m
   * @param indices three vertices per triangle; those without area are left out
   */
  constructor(positions: Float64Array, indices: Uint32Array) {
    const { particleOfVertex: vertexOf, particleCount } = weldVertices(positions, 0)
    const corners: number[] = []
    const vertices: number[] = []
    const faces: number[] = []
    const face = new Float64Array(3)
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!]
      if (!normalOf(positions, a, b, c, face)) continue
      for (const vertex of [a, b, c]) {
        vertices.push(vertexOf[vertex]!)
        for (let k = 0; k < 3; k++) corners.push(positions[3 * vertex + k]!)
      }
      faces.push(...face)
    }
    this.tree = new TriangleTree(Float64Array.from(corners))
    const { order } = this.tree

    const atVertices = new Float64Array(3 * particleCount)
    // Both triangles of an edge, by its vertices in order: as one goes along it, and as the other.
    const edges = new Map<number, { count: number; balance: number; sum: number[] }>()
    const edgeOf = (n: number, side: number): { key: number; way: number } => {
      const from = vertices[3 * n + side]!
      const to = vertices[3 * n + ((side + 1) % 3)]!
      const low = Math.min(from, to)
      return { key: low * particleCount + Math.max(from, to), way: from === low ? 1 : -1 }
    }
    for (let n = 0; n < faces.length / 3; n++) {
      for (let side = 0; side < 3; side++) {
        const angle = angleAt(corners, 9 * n, side)
        const { key, way } = edgeOf(n, side)
        let edge = edges.get(key)
        if (!edge) edges.set(key, (edge = { count: 0, balance: 0, sum: [0, 0, 0] }))
        edge.count++
        edge.balance += way
        for (let k = 0; k < 3; k++) {
          atVertices[3 * vertices[3 * n + side]! + k]! += angle * faces[3 * n + k]!
          edge.sum[k]! += faces[3 * n + k]!
        }
      }
    }
    this.isClosed = [...edges.values()].every(({ count, balance }) => count === 2 && balance === 0)
    this.normals = new Float64Array(21 * order.length)
    order.forEach((t, n) => {
      for (let side = 0; side < 3; side++) {
        const vertex = 3 * vertices[3 * t + side]!
        this.normals.set(atVertices.subarray(vertex, vertex + 3), 21 * n + 3 * side)
        const { sum } = edges.get(edgeOf(t, side).key)!
        this.normals.set(sum, 21 * n + 3 * (Feature.ab + side))
      }
      this.normals.set(faces.slice(3 * t, 3 * t + 3), 21 * n + 3 * Feature.face)
    })
  }
}

/** Unit normal of a triangle. @returns whether it has one */
function normalOf(
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): boolean {
  const [ux, uy, uz] = wayBetween(positions, a, b)
  const [vx, vy, vz] = wayBetween(positions, a, c)
  out[0] = uy * vz - uz * vy
  out[1] = uz * vx - ux * vz
  out[2] = ux * vy - uy * vx
  const length = Math.hypot(out[0], out[1], out[2])
  // A sliver whose height is lost in rounding has a normal of noise.
  const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz)
  if (!(length > SLIVER * longest)) return false
  for (let k = 0; k < 3; k++) out[k]! /= length
  return true
}

const SLIVER = 1e-14

function wayBetween(positions: Float64Array, a: number, b: number): [number, number, number] {
  return [
    positions[3 * b]! - positions[3 * a]!,
    positions[3 * b + 1]! - positions[3 * a + 1]!,
    positions[3 * b + 2]! - positions[3 * a + 2]!,
  ]
}

/** Angle of a triangle at one of its corners. */
function angleAt(corners: number[], t: number, corner: number): number {
  const at = t + 3 * corner
  const next = t + 3 * ((corner + 1) % 3)
  const last = t + 3 * ((corner + 2) % 3)
  const u = [0, 1, 2].map((k) => corners[next + k]! - corners[at + k]!)
  const v = [0, 1, 2].map((k) => corners[last + k]! - corners[at + k]!)
  const dot = u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
  return Math.acos(Math.max(-1, Math.min(1, dot / (Math.hypot(...u) * Math.hypot(...v)))))
}

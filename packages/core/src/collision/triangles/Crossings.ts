/**
 * Edges that pass through triangles: in cloth that had collapsed when the guard was switched on, or that a
 * hand has pulled through itself. There are no sides to be kept there, and what kept them would sew the
 * layers together and strain them. Such pairs are let go until they have come apart.
 */
import type { ParticleArray } from '../../cloth/ClothState.js'

import { EDGE_ENDS } from './Faces.js'

export class Crossings {
  /** Vertices of crossing edges with the triangles they cross, and those edges with the triangles' edges. */
  private readonly vertices = new Set<number>()
  private readonly edgePairs = new Set<number>()
  private readonly triangleCount: number

  /**
   * @param corners of triangles, as offsets of their coordinates
   * @param edges of triangles: one number for each edge, also where two triangles share it
   * @param edgeCount how many edges there are
   */
  constructor(
    private readonly corners: Int32Array,
    private readonly edges: Int32Array,
    private readonly edgeCount: number,
  ) {
    this.triangleCount = corners.length / 3
  }

  get isEmpty(): boolean {
    return this.edgePairs.size === 0
  }

  clear(): void {
    if (this.isEmpty) return
    this.vertices.clear()
    this.edgePairs.clear()
  }

  /** Notes whether edges of either of two triangles pass through the other. */
  look(p: ParticleArray, s: number, t: number): void {
    this.lookAt(p, s, t)
    this.lookAt(p, t, s)
  }

  hasVertex(vertex: number, triangle: number): boolean {
    const { vertices } = this
    return vertices.size > 0 && vertices.has(vertex * this.triangleCount + triangle)
  }

  hasEdges(one: number, other: number): boolean {
    const { edgePairs } = this
    return edgePairs.size > 0 && edgePairs.has(this.keyOf(one, other))
  }

  private keyOf(one: number, other: number): number {
    return Math.min(one, other) * this.edgeCount + Math.max(one, other)
  }

  private lookAt(p: ParticleArray, s: number, t: number): void {
    const { corners, edges } = this
    const a = corners[3 * t]!
    const b = corners[3 * t + 1]!
    const c = corners[3 * t + 2]!
    for (let k = 0; k < 3; k++) {
      const u = corners[3 * s + EDGE_ENDS[2 * k]!]!
      const v = corners[3 * s + EDGE_ENDS[2 * k + 1]!]!
      if (u === a || u === b || u === c || v === a || v === b || v === c) continue
      if (!passesThrough(p, u, v, a, b, c)) continue
      this.vertices.add((u / 3) * this.triangleCount + t)
      this.vertices.add((v / 3) * this.triangleCount + t)
      for (let l = 0; l < 3; l++)
        this.edgePairs.add(this.keyOf(edges[3 * s + k]!, edges[3 * t + l]!))
    }
  }
}

/** Does the line between two points pass through a triangle? By the signs of the volumes they make. */
function passesThrough(p: ParticleArray, u: number, v: number, a: number, b: number, c: number) {
  if (volume(p, u, a, b, c) * volume(p, v, a, b, c) >= 0) return false
  const one = volume(p, u, v, a, b)
  const two = volume(p, u, v, b, c)
  const three = volume(p, u, v, c, a)
  return one * two > 0 && two * three > 0
}

/** Six times the signed volume between four points, m³. */
function volume(p: ParticleArray, a: number, b: number, c: number, d: number): number {
  const ux = p[b]! - p[a]!
  const uy = p[b + 1]! - p[a + 1]!
  const uz = p[b + 2]! - p[a + 2]!
  const vx = p[c]! - p[a]!
  const vy = p[c + 1]! - p[a + 1]!
  const vz = p[c + 2]! - p[a + 2]!
  const wx = p[d]! - p[a]!
  const wy = p[d + 1]! - p[a + 1]!
  const wz = p[d + 2]! - p[a + 2]!
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)
}

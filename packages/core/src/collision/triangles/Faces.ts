/**
 * The triangles, edges and vertices of all layers that a guard keeps apart, and how far: patch by patch (see
 * `PatchTree`), each vertex and each edge in the patch of the first triangle that has it, so that none
 * is looked at twice. Vertices and corners are offsets of coordinates.
 */
import type { GuardedLayer } from '../Layers.js'
import { pairFriction } from '../NearPairs.js'
import { PatchTree } from './PatchTree.js'

/** Ends of a triangle's edges, among its corners. */
export const EDGE_ENDS = [0, 1, 1, 2, 2, 0] as const

/** Distance that faces are kept apart at most, in parts of the distance of neighbouring particles. */
const MOST_KEPT = 0.5

export class Faces {
  readonly tree: PatchTree
  /** Three corners per triangle, and its edges. */
  readonly corners: Int32Array
  readonly edgesOf: Int32Array
  /** Vertices, each once, and the two ends of each edge; where those of each patch start. */
  readonly vertices: Int32Array
  readonly vertexStarts: Int32Array
  readonly edges: Int32Array
  readonly edgeStarts: Int32Array
  /** Positions at rest, m. */
  readonly rest: Float64Array
  /** Largest distance that is kept, m. */
  farthest = 0
  /** By layer and layer: distance that is kept, m, Coulomb coefficient, and whether they are compared at all. */
  readonly keeps: Float64Array
  readonly frictions: Float64Array
  readonly meets: Uint8Array
  /** Layer of each coordinate. */
  private readonly layerAt: Uint16Array

  /** @param comparesOthers whether triangles of different layers are compared */
  constructor(
    private readonly layers: readonly GuardedLayer[],
    private readonly comparesOthers: boolean,
  ) {
    const corners: number[] = []
    const rest: number[] = []
    const layerAt: number[] = []
    layers.forEach(({ sheet: { triangles, restPositions } }, n) => {
      for (const corner of triangles) corners.push(rest.length + 3 * corner)
      for (const x of restPositions) {
        rest.push(x)
        layerAt.push(n)
      }
    })
    this.rest = Float64Array.from(rest)
    this.layerAt = Uint16Array.from(layerAt)
    this.tree = new PatchTree(corners, this.rest, this.layerAt)
    this.corners = this.tree.corners
    this.keeps = new Float64Array(layers.length ** 2)
    this.frictions = new Float64Array(layers.length ** 2)
    this.meets = new Uint8Array(layers.length ** 2)

    const { starts, patchCount } = this.tree
    this.edgesOf = new Int32Array(this.corners.length)
    this.vertexStarts = new Int32Array(patchCount + 1)
    this.edgeStarts = new Int32Array(patchCount + 1)
    const vertices = new Set<number>()
    const edges: number[] = []
    const known = new Map<number, number>()
    for (let patch = 0; patch < patchCount; patch++) {
      for (let t = starts[patch]!; t < starts[patch + 1]!; t++) {
        for (let k = 0; k < 3; k++) {
          vertices.add(this.corners[3 * t + k]!)
          const a = this.corners[3 * t + EDGE_ENDS[2 * k]!]!
          const b = this.corners[3 * t + EDGE_ENDS[2 * k + 1]!]!
          const key = Math.min(a, b) * rest.length + Math.max(a, b)
          const edge = known.get(key) ?? known.size
          if (edge === known.size) edges.push(a, b)
          known.set(key, edge)
          this.edgesOf[3 * t + k] = edge
        }
      }
      this.vertexStarts[patch + 1] = vertices.size
      this.edgeStarts[patch + 1] = known.size
    }
    this.vertices = Int32Array.from(vertices)
    this.edges = Int32Array.from(edges)
  }

  /** What layers keep between each other: their thickness or their friction may have changed. */
  compareLayers(): void {
    const { layers, keeps, frictions, meets } = this
    this.farthest = 0
    for (let s = 0; s < layers.length; s++) {
      for (let t = 0; t < layers.length; t++) {
        const one = layers[s]!
        const other = layers[t]!
        const spacing = Math.min(...one.sheet.cell, ...other.sheet.cell)
        const at = s * layers.length + t
        keeps[at] = Math.min(one.thickness + other.thickness, MOST_KEPT * spacing)
        frictions[at] = pairFriction(one, other)
        meets[at] = (s === t ? one.guardsItself : this.comparesOthers) ? 1 : 0
        if (meets[at] === 1) this.farthest = Math.max(this.farthest, keeps[at])
      }
    }
  }

  /** The layers of two vertices, as the place in tables of layers by layers. */
  layersOf(a: number, b: number): number {
    return this.layerAt[a]! * this.layers.length + this.layerAt[b]!
  }
}

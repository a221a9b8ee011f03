/**
 * Patches of neighbouring triangles and the tree of boxes over them: halved at the median of the cloth at
 * rest, once for each topology, and fitted again to where particles are. Cloth that moves stays near to what
 * it was near to in the sheet, so boxes stay small (van den Bergen 1997, "Efficient collision
 * detection of complex deformable models using AABB trees").
 */
import { grown } from './grown.js'

/** Triangles in a patch at most. */
const PATCH = 8

/** The node has no children. */
const LEAF = -1

/** The node has patches of several layers. */
const MIXED = -1

export class PatchTree {
  patchCount = 0
  /** Corners of triangles, three each as offsets of coordinates, patch by patch. */
  readonly corners: Int32Array
  /** Where the triangles of each patch start, and its particles in `points`; and where the last ones end. */
  readonly starts: Int32Array
  readonly pointStarts: Int32Array
  /** Offsets of the coordinates of each patch's particles. */
  readonly points: Int32Array
  /** Layer of each patch. */
  readonly layers: Int32Array
  /** Low and high x, y, z of each patch, m: to be set before `fit`. */
  readonly boxes: Float64Array
  /** Patches that `meet` has found, two by two; a patch meets itself, too. */
  met = new Int32Array(128)
  private nodeCount = 0
  private readonly firsts: Int32Array
  private readonly seconds: Int32Array
  private readonly nodeLayers: Int32Array
  private readonly patches: Int32Array
  private readonly sizes: Int32Array
  private readonly nodeBoxes: Float64Array
  private stack = new Int32Array(128)

  constructor(corners: readonly number[], rest: Float64Array, layerAt: Uint16Array) {
    const count = corners.length / 3
    const most = Math.max(1, count)
    this.starts = new Int32Array(most + 1)
    this.layers = new Int32Array(most)
    this.firsts = new Int32Array(2 * most).fill(LEAF)
    this.seconds = new Int32Array(2 * most)
    this.nodeLayers = new Int32Array(2 * most)
    this.patches = new Int32Array(2 * most)
    this.sizes = new Int32Array(2 * most)
    const centres = new Float64Array(3 * count)
    for (let i = 0; i < centres.length; i++)
      for (let c = 0; c < 3; c++) centres[i]! += rest[corners[i - (i % 3) + c]! + (i % 3)]!
    const order = Int32Array.from({ length: count }, (_, t) => t)
    const layerOf = (n: number): number => layerAt[corners[3 * order[n]!]!]!
    if (count > 0) this.build(order, centres, layerOf, 0, count)
    this.corners = Int32Array.from({ length: 3 * count }, (_, i) => {
      return corners[3 * order[Math.floor(i / 3)]! + (i % 3)]!
    })
    this.boxes = new Float64Array(6 * this.patchCount)
    this.nodeBoxes = new Float64Array(6 * this.nodeCount)
    this.pointStarts = new Int32Array(this.patchCount + 1)
    const points: number[] = []
    for (let patch = 0; patch < this.patchCount; patch++) {
      const own = new Set(
        this.corners.subarray(3 * this.starts[patch]!, 3 * this.starts[patch + 1]!),
      )
      points.push(...own)
      this.pointStarts[patch + 1] = points.length
    }
    this.points = Int32Array.from(points)
  }

  /** Makes the node of a stretch of triangles, which are in the order of their layers at first. */
  private build(
    order: Int32Array,
    centres: Float64Array,
    layerOf: (n: number) => number,
    start: number,
    end: number,
  ): number {
    const node = this.nodeCount++
    const layer = layerOf(start)
    const isMixed = layerOf(end - 1) !== layer
    this.nodeLayers[node] = isMixed ? MIXED : layer
    this.sizes[node] = end - start
    if (!isMixed && end - start <= PATCH) {
      this.patches[node] = this.patchCount
      this.layers[this.patchCount] = layer
      this.starts[++this.patchCount] = end
      return node
    }
    let middle = (start + end) >> 1
    if (isMixed) {
      // Between two layers, the nearest to the middle from there on, or else before.
      const at = layerOf(middle)
      while (middle < end && layerOf(middle) === at) middle++
      if (middle === end) while (layerOf(middle - 1) === at) middle--
    } else sortAlongLongest(order.subarray(start, end), centres)
    this.firsts[node] = this.build(order, centres, layerOf, start, middle)
    this.seconds[node] = this.build(order, centres, layerOf, middle, end)
    return node
  }

  /** Boxes of all nodes from those of the patches. */
  fit(): void {
    const { nodeBoxes, boxes, firsts, seconds, patches } = this
    // Children come after their parents.
    for (let node = this.nodeCount - 1; node >= 0; node--) {
      const at = 6 * node
      if (firsts[node] === LEAF) {
        const patch = 6 * patches[node]!
        for (let k = 0; k < 6; k++) nodeBoxes[at + k] = boxes[patch + k]!
        continue
      }
      const one = 6 * firsts[node]!
      const other = 6 * seconds[node]!
      for (let k = 0; k < 3; k++) {
        const low = nodeBoxes[one + k]!
        const otherLow = nodeBoxes[other + k]!
        nodeBoxes[at + k] = low < otherLow ? low : otherLow
        const high = nodeBoxes[one + 3 + k]!
        const otherHigh = nodeBoxes[other + 3 + k]!
        nodeBoxes[at + 3 + k] = high > otherHigh ? high : otherHigh
      }
    }
  }

  /**
   * Finds the patches whose boxes are no farther from each other than a distance, m, in `met`.
   *
   * @param meets by layer and layer, whether they are compared
   * @param layerCount how many layers there are
   * @returns how many pairs of patches
   */
  meet(distance: number, meets: Uint8Array, layerCount: number): number {
    const { firsts, seconds, patches, sizes, nodeLayers } = this
    let found = 0
    let top = 0
    if (this.nodeCount > 0) top = this.put(0, 0, 0)
    while (top > 0) {
      const b = this.stack[--top]!
      const a = this.stack[--top]!
      const layer = nodeLayers[a]!
      const other = nodeLayers[b]!
      if (layer !== MIXED && other !== MIXED && meets[layer * layerCount + other] === 0) continue
      if (a !== b && this.areApart(a, b, distance)) continue
      const isLeaf = firsts[a] === LEAF
      if (isLeaf && firsts[b] === LEAF) {
        if (2 * found === this.met.length) this.met = grown(this.met, new Int32Array(4 * found))
        this.met[2 * found] = patches[a]!
        this.met[2 * found++ + 1] = patches[b]!
      } else if (a === b) {
        top = this.put(top, firsts[a]!, firsts[a]!)
        top = this.put(top, seconds[a]!, seconds[a]!)
        top = this.put(top, firsts[a]!, seconds[a]!)
      } else if (!isLeaf && (firsts[b] === LEAF || sizes[a]! >= sizes[b]!)) {
        top = this.put(top, firsts[a]!, b)
        top = this.put(top, seconds[a]!, b)
      } else {
        top = this.put(top, a, firsts[b]!)
        top = this.put(top, a, seconds[b]!)
      }
    }
    return found
  }

  private put(top: number, a: number, b: number): number {
    if (top + 2 > this.stack.length)
      this.stack = grown(this.stack, new Int32Array(2 * this.stack.length))
    this.stack[top] = a
    this.stack[top + 1] = b
    return top + 2
  }

  private areApart(a: number, b: number, distance: number): boolean {
    const { nodeBoxes } = this
    const one = 6 * a
    const other = 6 * b
    for (let k = 0; k < 3; k++) {
      if (nodeBoxes[one + k]! - nodeBoxes[other + 3 + k]! > distance) return true
      if (nodeBoxes[other + k]! - nodeBoxes[one + 3 + k]! > distance) return true
    }
    return false
  }
}

/** Sorts triangles by their centres along the longest side of the box of these. */
function sortAlongLongest(order: Int32Array, centres: Float64Array): void {
  let axis = 0
  let longest = -1
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity]
    for (const t of order) {
      low = Math.min(low, centres[3 * t + k]!)
      high = Math.max(high, centres[3 * t + k]!)
    }
    if (high - low <= longest) continue
    longest = high - low
    axis = k
  }
  order.sort((s, t) => centres[3 * s + axis]! - centres[3 * t + axis]! || s - t)
}

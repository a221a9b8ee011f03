/**
 * A tree of boxes over triangles in flat arrays, built once by halving at the median: its depth is
 * log₂ of the number of triangles, whatever their places. Nodes are in depth-first order, so the first child
 * follows its parent, and each has the boxes of both its children side by side.
 *
 * Of triangles that are equally near, as those of an edge are, the first one is the answer: so it is
 * the same from wherever the search comes.
 */
import { nearest, nearestOnTriangle, target } from './nearestOnTriangle.js'
import { TriangleFinder, WIDER } from './TriangleFinder.js'

/** A leaf of so many is looked at faster than two of half as many. */
const LEAF = 4

/** Enough for 2³⁰ triangles: halves differ by one at most. */
const MAX_DEPTH = 32

export class TriangleTree extends TriangleFinder {
  /** Corners in the order of the leaves, nine numbers per triangle, m. */
  readonly corners: Float64Array
  /** Which of the given triangles each is. */
  readonly order: Uint32Array
  /** Least and greatest xyz of all, m. */
  readonly bounds = new Float64Array(6)
  readonly size: number
  /** Least and greatest xyz of both children per inner node, rounded away from what is in them. */
  private readonly boxes: Float32Array
  /** Second child per inner node; −1 − first triangle of a leaf. */
  private readonly nexts: Int32Array
  /** How many triangles a leaf has. */
  private readonly counts: Uint8Array
  private nodeCount = 0
  private readonly stack = new Int32Array(MAX_DEPTH + 1)
  private readonly stackSquares = new Float64Array(MAX_DEPTH + 1)
  /** @param corners nine numbers per triangle, m */
  constructor(corners: Float64Array) {
    super()
    const count = corners.length / 9
    const order = Uint32Array.from({ length: count }, (_, t) => t)
    const centres = new Float64Array(3 * count)
    for (let t = 0; t < count; t++)
      for (let k = 0; k < 3; k++) {
        const at = 9 * t + k
        centres[3 * t + k] = corners[at]! + corners[at + 3]! + corners[at + 6]!
      }
    const nodes = 2 * Math.ceil((2 * count) / LEAF) + 1
    this.boxes = new Float32Array(12 * nodes)
    this.nexts = new Int32Array(nodes)
    this.counts = new Uint8Array(nodes)
    this.order = order
    this.bounds.set(this.build(corners, centres, 0, count))
    const extents = [0, 1, 2].map((k) => this.bounds[3 + k]! - this.bounds[k]!)
    this.size = Math.hypot(...extents) / Math.sqrt(count)
    this.corners = new Float64Array(corners.length)
    order.forEach((t, n) => {
      this.corners.set(corners.subarray(9 * t, 9 * t + 9), 9 * n)
    })
  }

  override measure(t: number): number {
    const { corners, point } = this
    const at = 9 * t
    this.feature = nearestOnTriangle(corners, at)
    const x = mix(corners, at)
    const y = mix(corners, at + 1)
    const z = mix(corners, at + 2)
    point[0] = x
    point[1] = y
    point[2] = z
    const dx = target[0]! - x
    const dy = target[1]! - y
    const dz = target[2]! - z
    return dx * dx + dy * dy + dz * dz
  }

  override search(): number {
    const x = target[0]!
    const y = target[1]!
    const z = target[2]!
    const { boxes, nexts, counts, stack, stackSquares } = this
    this.foundCount = 0
    let reach = this.limit
    let depth = 0
    let node = 0
    let square = 0
    for (;;) {
      if (square <= reach * WIDER) {
        const next = nexts[node]!
        if (next >= 0) {
          const first = node + 1
          const squareFirst = squareToBox(boxes, 12 * node, x, y, z)
          const squareNext = squareToBox(boxes, 12 * node + 6, x, y, z)
          // The nearer one first; the other waits.
          const isFirst = squareFirst <= squareNext
          stack[depth] = isFirst ? next : first
          stackSquares[depth++] = isFirst ? squareNext : squareFirst
          node = isFirst ? first : next
          square = isFirst ? squareFirst : squareNext
          continue
        }
        const start = -1 - next
        for (let t = start; t < start + counts[node]!; t++) {
          const d = this.measure(t)
          if (d <= reach) reach = this.take(t, d, reach)
        }
      }
      if (depth === 0) break
      node = stack[--depth]!
      square = stackSquares[depth]!
    }
    return this.foundCount > 0 ? this.found[0]! : -1
  }

  /**
   * Makes the node over triangles `start` to `end` of the order, and those below it.
   *
   * @returns least and greatest xyz
   */
  private build(
    corners: Float64Array,
    centres: Float64Array,
    start: number,
    end: number,
  ): Float64Array {
    const { order, boxes, nexts, counts } = this
    const node = this.nodeCount++
    const box = Float64Array.of(...[1, 1, 1, -1, -1, -1].map((sign) => sign * Infinity))
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (let n = start; n < end; n++) {
      const t = order[n]!
      for (let i = 0; i < 9; i++) {
        const x = corners[9 * t + i]!
        const side = i % 3
        box[side] = Math.min(box[side]!, x)
        box[side + 3] = Math.max(box[side + 3]!, x)
      }
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, centres[3 * t + k]!)
        high[k] = Math.max(high[k]!, centres[3 * t + k]!)
      }
    }
    if (end - start <= LEAF) {
      nexts[node] = -1 - start
      counts[node] = end - start
      return box
    }
    const sizes = low.map((x, k) => high[k]! - x)
    const axis = sizes.indexOf(Math.max(...sizes))
    order
      .subarray(start, end)
      .sort((a, b) => centres[3 * a + axis]! - centres[3 * b + axis]! || a - b)
    const middle = (start + end) >> 1
    roundOut(this.build(corners, centres, start, middle), boxes, 12 * node)
    nexts[node] = this.nodeCount
    roundOut(this.build(corners, centres, middle, end), boxes, 12 * node + 6)
    return box
  }
}

/** Single precision is exact to 2⁻²⁴ of a number; this is more. */
const LAST_DIGIT = 2 ** -23

function roundOut(box: Float64Array, boxes: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[at + k] = box[k]! - LAST_DIGIT * Math.abs(box[k]!)
    boxes[at + 3 + k] = box[3 + k]! + LAST_DIGIT * Math.abs(box[3 + k]!)
  }
}

function mix(corners: Float64Array, at: number): number {
  return (
    nearest[0]! * corners[at]! + nearest[1]! * corners[at + 3]! + nearest[2]! * corners[at + 6]!
  )
}

function squareToBox(boxes: Float32Array, at: number, x: number, y: number, z: number): number {
  const lx = boxes[at]! - x
  const ly = boxes[at + 1]! - y
  const lz = boxes[at + 2]! - z
  const hx = x - boxes[at + 3]!
  const hy = y - boxes[at + 4]!
  const hz = z - boxes[at + 5]!
  const dx = lx > 0 ? lx : hx > 0 ? hx : 0
  const dy = ly > 0 ? ly : hy > 0 ? hy : 0
  const dz = lz > 0 ? lz : hz > 0 ? hz : 0
  return dx * dx + dy * dy + dz * dz
}

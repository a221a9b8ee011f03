/**
 * A tree of boxes over triangles in flat arrays, built once by halving at the median: its depth is
 * log₂ of the number of triangles, whatever their places. Nodes are in depth-first order, so the first child
 * follows its parent.
 */
import { nearest, nearestOnTriangle, target } from './nearestOnTriangle.js'

/** A leaf of so many is looked at faster than two of half as many. */
const LEAF = 4

/** Enough for 2³⁰ triangles: halves differ by one at most. */
const MAX_DEPTH = 32

/** The limit of a search has to be beyond what is known, so that it is found again. */
const WIDER = 1 + 1e-9
const TINY = 1e-300

export class TriangleTree {
  /** Corners in the order of the leaves, nine numbers per triangle, m. */
  readonly corners: Float64Array
  /** Which of the given triangles each is. */
  readonly order: Uint32Array
  /** Least and greatest xyz per node. */
  readonly boxes: Float64Array
  /** Second child per inner node; −1 − first triangle of a leaf. */
  private readonly nexts: Int32Array
  /** How many triangles a leaf has. */
  private readonly counts: Uint8Array
  private nodeCount = 0
  private readonly stack = new Int32Array(MAX_DEPTH + 1)
  private readonly stackSquares = new Float64Array(MAX_DEPTH + 1)
  /** Answer of the last search: feature of the triangle, and the square of the distance, m². */
  feature = 0
  square = 0
  /** Square of the distance up to which a triangle is of interest, m². */
  limit = 0
  readonly point = new Float64Array(3)

  /** @param corners nine numbers per triangle, m */
  constructor(corners: Float64Array) {
    const count = corners.length / 9
    const order = Uint32Array.from({ length: count }, (_, t) => t)
    const centres = new Float64Array(3 * count)
    for (let t = 0; t < count; t++)
      for (let k = 0; k < 3; k++) {
        const at = 9 * t + k
        centres[3 * t + k] = corners[at]! + corners[at + 3]! + corners[at + 6]!
      }
    const nodes = 2 * Math.ceil((2 * count) / LEAF) + 1
    this.boxes = new Float64Array(6 * nodes)
    this.nexts = new Int32Array(nodes)
    this.counts = new Uint8Array(nodes)
    this.order = order
    this.build(corners, centres, 0, count)
    this.corners = new Float64Array(corners.length)
    order.forEach((t, n) => {
      this.corners.set(corners.subarray(9 * t, 9 * t + 9), 9 * n)
    })
  }

  /**
   * Searches the triangle that is nearest to `target`, up to a distance of which `limit` is the square.
   *
   * @returns its place in the order, −1 where there is none; the rest is in the fields
   */
  search(): number {
    const x = target[0]!
    const y = target[1]!
    const z = target[2]!
    const { boxes, nexts, counts, corners, stack, stackSquares, point } = this
    let best = this.limit
    let found = -1
    let depth = 0
    let node = 0
    let square = squareToBox(boxes, 0, x, y, z)
    for (;;) {
      if (square < best) {
        const next = nexts[node]!
        if (next >= 0) {
          const first = node + 1
          const squareFirst = squareToBox(boxes, 6 * first, x, y, z)
          const squareNext = squareToBox(boxes, 6 * next, x, y, z)
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
          const feature = nearestOnTriangle(corners, 9 * t)
          const qx = mix(corners, 9 * t)
          const qy = mix(corners, 9 * t + 1)
          const qz = mix(corners, 9 * t + 2)
          const d = (x - qx) ** 2 + (y - qy) ** 2 + (z - qz) ** 2
          if (d >= best) continue
          best = d
          found = t
          this.feature = feature
          point[0] = qx
          point[1] = qy
          point[2] = qz
        }
      }
      if (depth === 0) break
      node = stack[--depth]!
      square = stackSquares[depth]!
    }
    this.square = best
    return found
  }

  /** Sets `limit` to a little more than the square of the distance to one triangle, by its place. */
  limitTo(t: number): void {
    const { corners } = this
    nearestOnTriangle(corners, 9 * t)
    let square = 0
    for (let k = 0; k < 3; k++) square += (target[k]! - mix(corners, 9 * t + k)) ** 2
    this.limit = square * WIDER + TINY
  }

  /** Makes the node over triangles `start` to `end` of the order, and those below it. */
  private build(corners: Float64Array, centres: Float64Array, start: number, end: number): void {
    const { order, boxes, nexts, counts } = this
    const node = this.nodeCount++
    const at = 6 * node
    boxes.fill(Infinity, at, at + 3)
    boxes.fill(-Infinity, at + 3, at + 6)
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (let n = start; n < end; n++) {
      const t = order[n]!
      for (let i = 0; i < 9; i++) {
        const x = corners[9 * t + i]!
        const side = at + (i % 3)
        boxes[side] = Math.min(boxes[side]!, x)
        boxes[side + 3] = Math.max(boxes[side + 3]!, x)
      }
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, centres[3 * t + k]!)
        high[k] = Math.max(high[k]!, centres[3 * t + k]!)
      }
    }
    if (end - start <= LEAF) {
      nexts[node] = -1 - start
      counts[node] = end - start
      return
    }
    const sizes = low.map((x, k) => high[k]! - x)
    const axis = sizes.indexOf(Math.max(...sizes))
    order
      .subarray(start, end)
      .sort((a, b) => centres[3 * a + axis]! - centres[3 * b + axis]! || a - b)
    const middle = (start + end) >> 1
    this.build(corners, centres, start, middle)
    nexts[node] = this.nodeCount
    this.build(corners, centres, middle, end)
  }
}

function mix(corners: Float64Array, at: number): number {
  return (
    nearest[0]! * corners[at]! + nearest[1]! * corners[at + 3]! + nearest[2]! * corners[at + 6]!
  )
}

function squareToBox(boxes: Float64Array, at: number, x: number, y: number, z: number): number {
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

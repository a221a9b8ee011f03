/**
 * Sorts blades into chunks: cubes of ground, small enough to be culled one by one and large enough
 * that there are few. A counting sort, which keeps the order within a chunk.
 */
import { type GrassChunks, LONGEST_CURVE } from '../GrassBlades.js'

/** Blades per chunk that are aimed at: some hundred chunks for the largest fields. */
const BLADES_PER_CHUNK = 1024

/** More than this many chunks cost more to look at than they save. */
const MOST_CHUNKS = 4096

export interface ChunkOrder {
  /** Which blade comes in each place. */
  readonly order: Uint32Array
  readonly starts: Uint32Array
}

/** @param roots xyz per blade */
export function sortIntoChunks(roots: Float32Array, count: number, area: number): ChunkOrder {
  const wanted = Math.min(Math.max(Math.round(count / BLADES_PER_CHUNK), 1), MOST_CHUNKS)
  const side = Math.sqrt(area / wanted)
  const [low, high] = extentOf(roots, count)
  const [lowX, lowY, lowZ] = low
  const rows = Math.floor((high[1] - lowY) / side) + 1
  const layers = Math.floor((high[2] - lowZ) / side) + 1
  const columns = Math.floor((high[0] - lowX) / side) + 1
  // Cells by number are found much faster than by text; grounds far apart may have too many of them.
  const areFew = columns * rows * layers <= Number.MAX_SAFE_INTEGER
  const cells = new Map<string | number, number>()
  const chunkOf = new Uint32Array(count)
  for (let n = 0; n < count; n++) {
    const x = Math.floor((roots[3 * n]! - lowX) / side)
    const y = Math.floor((roots[3 * n + 1]! - lowY) / side)
    const z = Math.floor((roots[3 * n + 2]! - lowZ) / side)
    const cell = areFew ? (x * rows + y) * layers + z : `${x},${y},${z}`
    let chunk = cells.get(cell)
    if (chunk === undefined) cells.set(cell, (chunk = cells.size))
    chunkOf[n] = chunk
  }
  const starts = new Uint32Array(cells.size + 1)
  for (let n = 0; n < count; n++) starts[chunkOf[n]! + 1]!++
  for (let c = 0; c < cells.size; c++) starts[c + 1]! += starts[c]!
  const next = starts.slice()
  const order = new Uint32Array(count)
  for (let n = 0; n < count; n++) order[next[chunkOf[n]!]!++] = n
  return { order, starts }
}

type Corner = [number, number, number]

/** Lowest and highest coordinates. */
function extentOf(roots: Float32Array, count: number): [low: Corner, high: Corner] {
  const low: Corner = [Infinity, Infinity, Infinity]
  const high: Corner = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < 3 * count; i++) {
    const axis = i % 3
    low[axis] = Math.min(low[axis]!, roots[i]!)
    high[axis] = Math.max(high[axis]!, roots[i]!)
  }
  return [low, high]
}

/** Balls around chunks that no blade leaves, however it bends. */
export function boundChunks(
  starts: Uint32Array,
  roots: Float32Array,
  heights: Float32Array,
): GrassChunks {
  const count = starts.length - 1
  const balls = new Float32Array(4 * count)
  for (let c = 0; c < count; c++) {
    const [from, to] = [starts[c]!, starts[c + 1]!]
    const centre = [0, 1, 2].map((axis) => {
      let [low, high] = [Infinity, -Infinity]
      for (let n = from; n < to; n++) {
        low = Math.min(low, roots[3 * n + axis]!)
        high = Math.max(high, roots[3 * n + axis]!)
      }
      return Math.fround((low + high) / 2)
    })
    const [x, y, z] = centre as [number, number, number]
    let radius = 0
    for (let n = from; n < to; n++) {
      const way = Math.hypot(roots[3 * n]! - x, roots[3 * n + 1]! - y, roots[3 * n + 2]! - z)
      radius = Math.max(radius, way + LONGEST_CURVE * heights[n]!)
    }
    balls.set([...centre, radius * (1 + 1e-6)], 4 * c)
  }
  return { count, starts, balls }
}

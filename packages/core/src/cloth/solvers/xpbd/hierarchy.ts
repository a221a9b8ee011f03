/**
 * Coarse levels of a grid, after hierarchical position based dynamics (Müller 2008): blocks of four
 * particles, of four such blocks, and so on, until a side has two. A block is a node where its
 * particles are in the mean. Neighbouring nodes have a constraint as long as the way between them at
 * rest, which acts only when it is stretched: it carries load over the whole sheet at once, where
 * constraints from particle to particle would need a sweep per row.
 *
 * A node takes all its particles along by the same way. So its constraint moves them just as a
 * constraint on their mean has to (along M⁻¹ ∇C), and it never asks for more than the cloth between
 * allows, since means are no farther apart than what they are means of: like those from particle to
 * particle it takes energy from the cloth and gives none. Levels of single particles with others in
 * between that follow do not have this property, and blow up.
 */
import { type ClothGrid, SpringFamily } from '../../../mesh/grid.js'
import { EMPTY, orderByFours } from './colouring.js'
import { LEAST_COLUMNS, visitRows } from './rowOrder.js'

export interface Level {
  /** Nodes of this level, as indices into the list of all nodes. */
  readonly start: number
  readonly count: number
  /** Two nodes of the list per constraint; both `EMPTY` where a place of four is left empty. */
  readonly ends: Int32Array
  /** Way over the cloth at rest between both, m. */
  readonly lengths: Float64Array
  /** Of a grid of nodes with constraints in the order of its rows. */
  readonly grid?: LevelGrid
}

interface LevelGrid {
  readonly columns: number
  readonly rows: number
  /** How many of the constraints are diagonals: the first ones. */
  readonly diagonals: number
}

/** All levels, the finest first. */
export interface Hierarchy {
  readonly levels: readonly Level[]
  readonly nodeCount: number
  /** Node that each particle belongs to, then the node that each node belongs to. */
  readonly parents: Int32Array
}

export const NO_HIERARCHY: Hierarchy = { levels: [], nodeCount: 0, parents: new Int32Array(0) }

/** What one level is made of: a rectangle of nodes, with their places along columns and rows. */
interface Blocks {
  readonly columns: number
  readonly rows: number
  /** Area that a node stands for, m². */
  readonly areas: Float64Array
  /** Way over the cloth from the first column and row to the mean of the node, m. */
  readonly across: Float64Array
  readonly down: Float64Array
  /** xyz of the mean at rest, m. */
  readonly restPositions: Float64Array
}

export function createHierarchy(grid: ClothGrid): Hierarchy {
  const levels: Level[] = []
  const parents: number[] = []
  let finer: Blocks = { ...grid, ...measureWays(grid) }
  let start = 0
  while (Math.max(finer.columns, finer.rows) > 2) {
    const coarser = mergeBlocks(finer, start, parents)
    const count = coarser.areas.length
    levels.push(connect(coarser, start))
    start += count
    finer = coarser
  }
  return { levels, nodeCount: start, parents: Int32Array.from(parents) }
}

/** Way from the first column and row to each particle along its row and column, m. */
function measureWays({ columns, particleCount, springs }: ClothGrid) {
  const across = new Float64Array(particleCount)
  const down = new Float64Array(particleCount)
  for (let s = 0; s < springs.count; s++) {
    if (springs.families[s] !== SpringFamily.structural) continue
    // Springs come in the order of their first particle, so the way to the second is known.
    const [to, from] = [springs.ends[2 * s]!, springs.ends[2 * s + 1]!]
    const ways = to - from === columns ? down : across
    ways[to] = ways[from]! + springs.restLengths[s]!
  }
  return { across, down }
}

/** Lines two by two; the last node takes a third one that is left over. */
function halve(lines: number): { count: number; of: (line: number) => number } {
  const count = Math.max(1, Math.floor(lines / 2))
  return { count, of: (line) => Math.min(Math.floor(line / 2), count - 1) }
}

function mergeBlocks(finer: Blocks, start: number, parents: number[]): Blocks {
  const columns = halve(finer.columns)
  const rows = halve(finer.rows)
  const count = columns.count * rows.count
  const areas = new Float64Array(count)
  const across = new Float64Array(count)
  const down = new Float64Array(count)
  const restPositions = new Float64Array(3 * count)
  for (let child = 0; child < finer.areas.length; child++) {
    const row = Math.floor(child / finer.columns)
    const node = rows.of(row) * columns.count + columns.of(child % finer.columns)
    const area = finer.areas[child]!
    parents.push(start + node)
    areas[node]! += area
    across[node]! += area * finer.across[child]!
    down[node]! += area * finer.down[child]!
    for (let k = 0; k < 3; k++)
      restPositions[3 * node + k]! += area * finer.restPositions[3 * child + k]!
  }
  for (let node = 0; node < count; node++) {
    across[node]! /= areas[node]!
    down[node]! /= areas[node]!
    for (let k = 0; k < 3; k++) restPositions[3 * node + k]! /= areas[node]!
  }
  return { columns: columns.count, rows: rows.count, areas, across, down, restPositions }
}

/** Columns to the left and rows up. */
const NEIGHBOURS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

/** Constraints to the left, up, and along both diagonals. */
function connect(blocks: Blocks, start: number): Level {
  const { columns, rows, across } = blocks
  if (columns >= LEAST_COLUMNS) return connectRows(blocks, start)
  const ends: number[] = []
  for (let node = 0; node < across.length; node++) {
    for (const [left, up] of NEIGHBOURS) {
      const column = (node % columns) - left
      const other = node - left - up * columns
      if (column >= 0 && column < columns && other >= 0) ends.push(node, other)
    }
  }
  const lengths = Array.from({ length: ends.length / 2 }, (_, c) =>
    wayBetween(blocks, ends[2 * c]!, ends[2 * c + 1]!),
  )
  return levelOf(start, columns * rows, ends, lengths)
}

/** The same, diagonals first, in the order of the rows. */
function connectRows(blocks: Blocks, start: number): Level {
  const { columns, rows } = blocks
  const ends: number[] = []
  const lengths: number[] = []
  const visit = (a: number, b: number): void => {
    const empty = a === EMPTY
    ends.push(empty ? EMPTY : start + a, empty ? EMPTY : start + b)
    lengths.push(empty ? 1 : wayBetween(blocks, a, b))
  }
  visitRows(SpringFamily.shear, columns, rows, visit)
  const diagonals = lengths.length
  visitRows(SpringFamily.structural, columns, rows, visit)
  return {
    start,
    count: columns * rows,
    ends: Int32Array.from(ends),
    lengths: Float64Array.from(lengths),
    grid: { columns, rows, diagonals },
  }
}

/** Longest that the way between two nodes can be while the cloth is not stretched, m. */
function wayBetween({ across, down, restPositions }: Blocks, a: number, b: number): number {
  const wide = across[a]! - across[b]!
  const high = down[a]! - down[b]!
  // Square roots, unlike Math.hypot, are the same everywhere.
  const way = Math.sqrt(wide * wide + high * high)
  // On a sheet that is not flat at rest the way is a mean as well: never less than the straight one.
  return Math.max(way, between(restPositions, a, b))
}

/**
 * A level with its constraints by fours.
 *
 * @param ends two nodes per constraint, counted from the first of the level
 */
export function levelOf(
  start: number,
  count: number,
  ends: readonly number[],
  lengths: readonly number[],
): Level {
  const order = orderByFours(ends, count)
  return {
    start,
    count,
    ends: Int32Array.from({ length: 2 * order.length }, (_, e) => {
      const c = order[e >> 1]!
      return c === EMPTY ? EMPTY : start + ends[2 * c + (e & 1)]!
    }),
    lengths: Float64Array.from(order, (c) => (c === EMPTY ? 1 : lengths[c]!)),
  }
}

function between(points: Float64Array, a: number, b: number): number {
  const x = points[3 * a]! - points[3 * b]!
  const y = points[3 * a + 1]! - points[3 * b + 1]!
  const z = points[3 * a + 2]! - points[3 * b + 2]!
  return Math.sqrt(x * x + y * y + z * z)
}

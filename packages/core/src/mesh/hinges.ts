/**
 * The hinges of a sheet: four particles each, an edge and one to either side of it, with a spring
 * against turning. Their energy is ½ k (θ − θ0)², with the bend angle θ and that at rest, and follows
 * from the bending stiffness B of the sheet (N·m): one that is bent to a cylinder of curvature κ has
 * ½ B κ² per area.
 *
 * A grid has hinges that lie as its threads do. One at every inner particle of a row or column looks
 * straight along it and turns by κ a; one at the diagonal of every cell turns with its twist only.
 * With k = B b / a and k = 2 B a b / (a² + b²) they make a plate without Poisson effect, the same in
 * every direction. (Hinges of the triangles themselves, with their diagonals all one way, couple
 * bending with twist: a strip hangs 20 % too low, and askew.)
 *
 * Any other mesh has a hinge at each edge between two triangles, with k = c B |e|² / (A1 + A2)
 * (Grinspun et al. 2003, "Discrete shells"; with c = 3 and flat at rest the quadratic energy of Bergou
 * et al. 2006). How much of a curvature they see depends on how the triangles lie, so no constant c is
 * right for all: here it makes the energy right on average over all directions of bending. Where
 * triangles are not all alike, single directions may be stiffer or softer by a quarter.
 */
import { findBendPairs, findEdges } from './adjacency.js'
import type { ClothSheet } from './ClothSheet.js'
import { dihedralAngles } from './dihedral.js'
import { type ClothGrid, isGrid } from './grid.js'
import { areaOf } from './meshTriangles.js'

export interface Hinges {
  readonly count: number
  /** Four particles per hinge: opposite, opposite, and the edge, as `findBendPairs` has them. */
  readonly particles: Uint32Array
  /** Bend angle at rest, radians. */
  readonly restAngles: Float64Array
  /** B / k per hinge: its compliance (rad/N·m) is this over the bending stiffness of the sheet. */
  readonly shapes: Float64Array
}

/** The hinges of a sheet as it is now: an edge that a tear has opened is none. */
export function findHinges(sheet: ClothSheet): Hinges {
  return isGrid(sheet) ? findGridHinges(sheet) : findMeshHinges(sheet)
}

function findMeshHinges({ triangles, restPositions }: ClothSheet): Hinges {
  const particles = findBendPairs(triangles, findEdges(triangles), [])
  const count = particles.length / 4
  const shapes = new Float64Array(count)
  let energy = 0
  for (let n = 0; n < count; n++) {
    const flat = flatten(restPositions, ...fourOf(particles, n))
    shapes[n] = flat.area / flat.length ** 2
    energy += meanSquareTurn(flat) / shapes[n]!
  }
  const perArea = energy / triangleArea(triangles, restPositions)
  for (let n = 0; n < count; n++) shapes[n]! *= perArea
  return { count, particles, restAngles: dihedralAngles(restPositions, particles), shapes }
}

function findGridHinges(grid: ClothGrid): Hinges {
  const { columns, rows, triangles, restPositions } = grid
  const particles: number[] = []
  const shapes: number[] = []
  /** @param width in parts of a cell: those along a rim stand for half of one */
  const add = ([a, b, c, d]: Four, width: number): void => {
    const { length, heights } = flatten(restPositions, a, b, c, d)
    particles.push(a, b, c, d)
    shapes.push((heights[0] + heights[1]) / (2 * length * width))
  }
  /** Of one thread: by the triangles to either side of it, of which a tear or the rim may leave one. */
  const addThread = (one: Four | undefined, other: Four | undefined, even: boolean): void => {
    if (one && other && one[0] === other[0] && one[1] === other[1] && one[2] === other[2]) {
      add(even ? one : other, 1)
      return
    }
    if (one) add(one, 0.5)
    if (other) add(other, 0.5)
  }
  const cells = new GridCells(columns - 1, triangles, restPositions)
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [below, above] = [j > 0, j < rows - 1]
      const [left, right] = [i > 0, i < columns - 1]
      // Which side a hinge lies on alternates, so that none is preferred.
      const even = (i + j) % 2 === 0
      if (left && right) {
        addThread(
          above ? cells.alongRow(i, j, true) : undefined,
          below ? cells.alongRow(i, j - 1, false) : undefined,
          even,
        )
      }
      if (below && above) {
        addThread(
          right ? cells.alongColumn(i, j, true) : undefined,
          left ? cells.alongColumn(i - 1, j, false) : undefined,
          even,
        )
      }
      const cell = right && above ? cells.at(i, j) : undefined
      if (cell?.whole) {
        const { area, length } = flatten(restPositions, cell.a, cell.d, cell.b0, cell.c0)
        particles.push(cell.a, cell.d, cell.b0, cell.c0)
        shapes.push(length ** 2 / (2 * area))
      }
    }
  }
  const list = Uint32Array.from(particles)
  return {
    count: shapes.length,
    particles: list,
    restAngles: dihedralAngles(restPositions, list),
    shapes: Float64Array.from(shapes),
  }
}

/**
 * The corners of a cell as its two triangles have them, (a, b0, c0) and (b1, c1, d); see
 * `createTriangles`.
 */
interface GridCell {
  readonly a: number
  readonly b0: number
  readonly c0: number
  readonly b1: number
  readonly c1: number
  readonly d: number
  /** Not torn along its diagonal. */
  readonly whole: boolean
}

class GridCells {
  /** A vertical sheet lists (a, b, c) and (b, d, c), a horizontal one (a, c, b) and (b, c, d). */
  private readonly vertical: boolean

  constructor(
    private readonly columns: number,
    private readonly triangles: Uint32Array,
    restPositions: Float64Array,
  ) {
    // Torn or not, what was one particle rests in one place: here c.
    const [c0, c1] = [3 * triangles[2]!, 3 * triangles[5]!]
    this.vertical = [0, 1, 2].every((k) => restPositions[c0 + k] === restPositions[c1 + k])
  }

  at(i: number, j: number): GridCell {
    const { triangles, vertical } = this
    const t = 6 * (j * this.columns + i)
    const [a, second, third] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
    const [b1, fifth, sixth] = [triangles[t + 3]!, triangles[t + 4]!, triangles[t + 5]!]
    const [b0, c0] = vertical ? [second, third] : [third, second]
    const [d, c1] = vertical ? [fifth, sixth] : [sixth, fifth]
    return { a, b0, c0, b1, c1, d, whole: b0 === b1 && c0 === c1 }
  }

  /**
   * Three particles along a row and the one beside the middle of them, within the cells of row `j` to
   * either side of column `i`: as a hinge of the outer two and the edge from the middle.
   *
   * @param lower along the lower side of the cells, else along the upper
   */
  alongRow(i: number, j: number, lower: boolean): Four | undefined {
    const left = this.at(i - 1, j)
    const right = this.at(i, j)
    if (left.b1 !== right.a || left.d !== right.c0) return undefined
    if (lower) return left.whole ? [left.a, right.b0, right.a, right.c0] : undefined
    return right.whole ? [left.c1, right.d, right.c0, right.a] : undefined
  }

  /** The same along column `i`, within the cells of that column below and above row `j`. */
  alongColumn(i: number, j: number, leftSide: boolean): Four | undefined {
    const below = this.at(i, j - 1)
    const above = this.at(i, j)
    if (below.c1 !== above.a || below.d !== above.b0) return undefined
    if (leftSide) return below.whole ? [below.a, above.c0, above.a, above.b0] : undefined
    return above.whole ? [below.b1, above.d, above.b0, above.a] : undefined
  }
}

type Four = readonly [number, number, number, number]

const fourOf = (particles: Uint32Array, n: number): Four =>
  particles.subarray(4 * n, 4 * n + 4) as unknown as Four

/** Two triangles unfolded into a plane: the edge along y from 0, the first triangle at x > 0. */
interface FlatHinge {
  readonly length: number
  /** Of both triangles, m². */
  readonly area: number
  /** Distances of the opposite corners from the edge, and where along it they lie, m. */
  readonly heights: readonly [number, number]
  readonly feet: readonly [number, number]
}

function flatten(positions: Float64Array, a: number, b: number, c: number, d: number): FlatHinge {
  const along = (p: number): number => {
    let dot = 0
    for (let k = 0; k < 3; k++)
      dot +=
        (positions[3 * p + k]! - positions[3 * c + k]!) *
        (positions[3 * d + k]! - positions[3 * c + k]!)
    return dot
  }
  const length = Math.sqrt(along(d))
  const [first, second] = [areaOf(positions, a, c, d), areaOf(positions, b, c, d)]
  return {
    length,
    area: first + second,
    heights: [(2 * first) / length, (2 * second) / length],
    feet: [along(a) / length, along(b) / length],
  }
}

/**
 * ⟨θ²⟩ / κ² over all directions in which the two triangles may be bent to a cylinder. The surface
 * ½ (p x² + 2 q x y + r y²) turns the hinge by θ = P p + Q q + R r, and for p, q, r = cos² φ,
 * cos φ sin φ, sin² φ the means of p², r², q², p r are 3/8, 3/8, 1/8, 1/8, of the others 0.
 */
function meanSquareTurn({ length, heights, feet }: FlatHinge): number {
  const [h1, h2] = heights
  const [s1, s2] = feet
  const P = (h1 + h2) / 2
  const Q = s1 - s2
  const R = ((s1 * (s1 - length)) / h1 + (s2 * (s2 - length)) / h2) / 2
  return (3 * (P * P + R * R) + Q * Q + 2 * P * R) / 8
}

function triangleArea(triangles: Uint32Array, restPositions: Float64Array): number {
  let area = 0
  for (let t = 0; t < triangles.length; t += 3)
    area += areaOf(restPositions, triangles[t]!, triangles[t + 1]!, triangles[t + 2]!)
  return area
}

/**
 * The triangles of a height field in its own space, two per cell, and the search for the nearest one:
 * the surface right below a point bounds how far to look around it, and of the cells there most are
 * seen to be farther by their boxes.
 */
import { nearest, nearestOnTriangle, target } from './nearestOnTriangle.js'
import { TriangleFinder, WIDER } from './TriangleFinder.js'

/** Of the triangle that is looked at. */
const triangle = new Float64Array(9)

export class FieldTriangles extends TriangleFinder {
  readonly size: number
  /** How far along both sides cells are looked at, m; to be set before a search. */
  radius = 0

  /**
   * @param heights row by row, m, before they are scaled
   * @param dx, dz sides of a cell, m; the first one starts at the origin
   */
  constructor(
    readonly heights: Float64Array,
    readonly columns: number,
    readonly dx: number,
    readonly scale: number,
    readonly dz: number,
  ) {
    super()
    this.size = Math.min(dx, dz)
  }

  override measure(t: number): number {
    const { point } = this
    this.load(t)
    this.feature = nearestOnTriangle(triangle, 0)
    const a = nearest[0]!
    const b = nearest[1]!
    const c = nearest[2]!
    const x = a * triangle[0]! + b * triangle[3]! + c * triangle[6]!
    const y = a * triangle[1]! + b * triangle[4]! + c * triangle[7]!
    const z = a * triangle[2]! + b * triangle[5]! + c * triangle[8]!
    point[0] = x
    point[1] = y
    point[2] = z
    const dx = target[0]! - x
    const dy = target[1]! - y
    const dz = target[2]! - z
    return dx * dx + dy * dy + dz * dz
  }

  override search(): number {
    const { columns, heights, dx, dz, scale } = this
    const radius = this.radius + this.slack
    const x = target[0]!
    const y = target[1]!
    const z = target[2]!
    const mostColumn = columns - 2
    const mostRow = heights.length / columns - 2
    const firstColumn = clamp((x - radius) / dx, mostColumn)
    const lastColumn = clamp((x + radius) / dx, mostColumn)
    const lastRow = clamp((z + radius) / dz, mostRow)
    // The cell below is mostly the nearest: most of the others are then seen to be farther.
    const own = clamp(z / dz, mostRow) * columns + clamp(x / dx, mostColumn)
    this.foundCount = 0
    let reach = this.compare(own, this.limit)
    for (let row = clamp((z - radius) / dz, mostRow); row <= lastRow; row++) {
      const sideZ = Math.max(row * dz - z, z - (row + 1) * dz, 0)
      if (sideZ * sideZ > reach * WIDER) continue
      for (let column = firstColumn; column <= lastColumn; column++) {
        const sideX = Math.max(column * dx - x, x - (column + 1) * dx, 0)
        const beside = sideZ * sideZ + sideX * sideX
        if (beside > reach * WIDER) continue
        const at = row * columns + column
        const a = scale * heights[at]!
        const b = scale * heights[at + 1]!
        const c = scale * heights[at + columns]!
        const d = scale * heights[at + columns + 1]!
        const sideY = Math.max(Math.min(a, b, c, d) - y, y - Math.max(a, b, c, d), 0)
        if (at !== own && beside + sideY * sideY <= reach * WIDER) reach = this.compare(at, reach)
      }
    }
    return this.foundCount > 0 ? this.found[0]! : -1
  }

  /** Unit normal of a triangle, which points up. */
  writeNormal(t: number, out: Float64Array): void {
    this.load(t)
    const ux = triangle[3]! - triangle[0]!
    const uy = triangle[4]! - triangle[1]!
    const uz = triangle[5]! - triangle[2]!
    const vx = triangle[6]! - triangle[0]!
    const vy = triangle[7]! - triangle[1]!
    const vz = triangle[8]! - triangle[2]!
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    out[0] = nx / length
    out[1] = ny / length
    out[2] = nz / length
  }

  /** Looks at both triangles of a cell. @returns what is of interest now */
  private compare(cell: number, reach: number): number {
    let now = reach
    for (let t = 2 * cell; t < 2 * cell + 2; t++) {
      const square = this.measure(t)
      if (square <= now) now = this.take(t, square, now)
    }
    return now
  }

  /** Writes a triangle's corners, counter-clockwise seen from above, into `triangle`. */
  private load(t: number): void {
    const { columns, heights, dx, dz, scale } = this
    const at = t >> 1
    const row = (at / columns) | 0
    const column = at - row * columns
    const x = column * dx
    const z = row * dz
    const nextX = (column + 1) * dx
    const nextZ = (row + 1) * dz
    // The diagonal goes from the second point of the first row to the first of the second.
    const isFirst = (t & 1) === 0
    triangle[0] = isFirst ? x : nextX
    triangle[1] = scale * heights[isFirst ? at : at + columns + 1]!
    triangle[2] = isFirst ? z : nextZ
    triangle[3] = isFirst ? x : nextX
    triangle[4] = scale * heights[isFirst ? at + columns : at + 1]!
    triangle[5] = isFirst ? nextZ : z
    triangle[6] = isFirst ? nextX : x
    triangle[7] = scale * heights[isFirst ? at + 1 : at + columns]!
    triangle[8] = isFirst ? z : nextZ
  }
}

function clamp(cell: number, most: number): number {
  return Math.min(Math.max(Math.floor(cell), 0), most)
}

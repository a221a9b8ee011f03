/**
 * A landscape: heights over a regular grid in the x-z plane of its own space, about its origin, with
 * two triangles per cell. All that lies below is solid.
 */
import { checkNumber, fail, show } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { ORIGIN } from '../frames.js'
import { nearest, nearestOnTriangle, target } from '../nearestOnTriangle.js'
import type { Probe } from '../Probe.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'
import { numberOf } from './MeshCollider.js'

export interface HeightFieldOptions extends SurfaceOptions {
  readonly type: 'heightField'
  /** Height per grid point, m, row by row: the first row lies at −z, its first point at −x. */
  readonly heights: ArrayLike<number>
  /** Points along x, >= 2. */
  readonly columns: number
  /** Points along z, >= 2. */
  readonly rows: number
  /** Extent along x and z, m, each > 0. */
  readonly size: readonly [number, number]
}

/** As in `MeshCollider`, m. */
const LARGEST_HEIGHT = 1e6

/** How far below the surface its nearest point is searched for, in cells; deeper, roughly. */
const MAX_CELLS = 4

/** A distance on which no direction can be built, as a share of the size of a cell. */
const TOUCHING = 1e-12

/** Cosine between columns of a transform above which it shears. */
const SHEAR = 1e-9

/** Columns and rows of the corners of both triangles of a cell, seen from above counter-clockwise. */
const CORNERS = [0, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1]

const triangle = new Float64Array(9)
const point = new Float64Array(3)
/** Nearest point so far, and the normal of its triangle. */
const near = new Float64Array(6)

export class HeightFieldCollider extends ColliderBase {
  readonly type = 'heightField'
  heights = new Float64Array(0)
  columns = 2
  rows = 2
  /** Extent along x and z, m. */
  readonly size = Float64Array.of(1, 1)
  /** Tells landscapes apart. */
  shapeNumber = 0
  /** Least and greatest height, m. */
  private lowest = 0
  private highest = 0
  protected readonly who = 'HeightFieldCollider'

  /** @throws BillowError for a wrong value */
  constructor(options: Omit<HeightFieldOptions, 'type'>) {
    super()
    for (const key of ['heights', 'columns', 'rows', 'size'] as const)
      if ((options[key] as unknown) === undefined) fail(this.who, `must have ${key}`)
    this.set(options)
  }

  /** Changes what is given. Nothing changes when a value is wrong. */
  set(options: Partial<Omit<HeightFieldOptions, 'type'>>): void {
    const { who } = this
    const { columns = this.columns, rows = this.rows } = options
    for (const [name, count] of Object.entries({ columns, rows })) {
      if (!Number.isInteger(checkNumber(who, name, count, { atLeast: 2 })))
        fail(who, `${name} must be an integer >= 2, got ${show(count)}`)
    }
    const given: unknown = options.heights ?? this.heights
    const heights = Float64Array.from(
      Array.isArray(given) || ArrayBuffer.isView(given) ? (given as ArrayLike<number>) : [],
    )
    if (heights.length !== columns * rows) {
      fail(
        who,
        `heights must be columns × rows = ${columns * rows} numbers, got ${show(given)} of ${heights.length}`,
      )
    }
    const wrong = heights.find((height) => !(Math.abs(height) <= LARGEST_HEIGHT))
    if (wrong !== undefined) {
      fail(
        who,
        `heights must be finite numbers from -${LARGEST_HEIGHT} to ${LARGEST_HEIGHT} (m), got ${wrong}`,
      )
    }
    const size: ArrayLike<unknown> = options.size ?? this.size
    const sides = [size[0], size[1]]
    if (size.length !== 2 || !sides.every((side) => Number.isFinite(side) && (side as number) > 0))
      fail(who, `size must be 2 finite numbers > 0 (m), along x and z, got ${show(options.size)}`)
    this.setSurface(this.checkSurface(options))
    this.heights = heights
    this.columns = columns
    this.rows = rows
    this.size.set(sides as number[])
    this.lowest = heights.reduce((least, height) => Math.min(least, height))
    this.highest = heights.reduce((most, height) => Math.max(most, height))
    this.shapeNumber = numberOf([heights, Float64Array.of(columns, rows), this.size])
  }

  /** One that shears is refused: cells would be no upright rectangles. */
  protected override checkTransform(elements: ArrayLike<number>): number[] {
    const numbers = super.checkTransform(elements)
    if (shears(numbers))
      fail(this.who, 'transform must not shear; take a MeshCollider, which may be sheared')
    return numbers
  }

  override shapeAt(pose: ColliderPose): void {
    const { frame, scales, bounds } = pose
    const { heights, columns, rows, size } = this
    const middle = (this.lowest + this.highest) / 2
    // As deep as it is wide: what got below comes back up.
    const depth = Math.max(size[0]!, size[1]!)
    const extents = [size[0]! / 2, (this.highest - this.lowest) / 2 + depth, size[1]! / 2]
    for (let k = 0; k < 3; k++) {
      let extent = 0
      for (let c = 0; c < 3; c++) extent += Math.abs(frame[3 * c + k]!) * extents[c]!
      const centre = frame[ORIGIN + k]! + frame[3 + k]! * middle
      bounds[k] = centre - extent
      bounds[3 + k] = centre + extent
    }
    const { shape } = pose
    shape[0] = (size[0]! * scales[0]!) / (columns - 1)
    shape[1] = (size[1]! * scales[2]!) / (rows - 1)
    // Steepest slope in the world: heights above a surface are at most so much more than distances.
    let steepest = 0
    for (let n = 0; n < heights.length; n++) {
      if ((n + 1) % columns !== 0)
        steepest = Math.max(steepest, Math.abs(heights[n + 1]! - heights[n]!) / shape[0])
      if (n + columns < heights.length)
        steepest = Math.max(steepest, Math.abs(heights[n + columns]! - heights[n]!) / shape[1])
    }
    shape[2] = 1 / Math.sqrt(1 + 2 * (steepest * scales[1]!) ** 2)
    // What gets below comes back up.
    pose.thinness = Infinity
  }

  override query(pose: ColliderPose, probe: Probe): void {
    const { frame, axes, scales, shape } = pose
    const { points, count, cutoff, slots, distances, normals } = probe
    const { columns, rows } = this
    const ax = axes[0]!
    const ay = axes[1]!
    const az = axes[2]!
    const bx = axes[3]!
    const by = axes[4]!
    const bz = axes[5]!
    const cx = axes[6]!
    const cy = axes[7]!
    const cz = axes[8]!
    const dx = shape[0]!
    const dz = shape[1]!
    const cosine = shape[2]!
    const halfX = ((columns - 1) * dx) / 2
    const halfZ = ((rows - 1) * dz) / 2
    let hits = 0
    for (let p = 0, i = 0; p < count; p++, i += 3) {
      const wx = points[i]! - frame[ORIGIN]!
      const wy = points[i + 1]! - frame[ORIGIN + 1]!
      const wz = points[i + 2]! - frame[ORIGIN + 2]!
      const x = ax * wx + ay * wy + az * wz + halfX
      const y = bx * wx + by * wy + bz * wz
      const z = cx * wx + cy * wy + cz * wz + halfZ
      if (x < -cutoff || z < -cutoff || x > 2 * halfX + cutoff || z > 2 * halfZ + cutoff) continue
      const isOver = x >= 0 && z >= 0 && x <= 2 * halfX && z <= 2 * halfZ
      const above = y - this.heightAt(x / dx, z / dz, scales[1]!)
      if (above * cosine >= cutoff) continue
      // The surface right below is the farthest that the nearest point may be.
      const radius = Math.min(Math.abs(above), MAX_CELLS * Math.min(dx, dz))
      const distance = this.search(pose, x, y, z, isOver ? radius : cutoff)
      const isBelow = isOver && above < 0
      const signed = isBelow ? -distance : distance
      if (signed >= cutoff) continue
      let nx = x - near[0]!
      let ny = y - near[1]!
      let nz = z - near[2]!
      if (distance > TOUCHING * (dx + dz)) {
        nx /= signed
        ny /= signed
        nz /= signed
      } else {
        nx = near[3]!
        ny = near[4]!
        nz = near[5]!
      }
      const n = 3 * hits
      normals[n] = ax * nx + bx * ny + cx * nz
      normals[n + 1] = ay * nx + by * ny + cy * nz
      normals[n + 2] = az * nx + bz * ny + cz * nz
      distances[hits] = signed
      slots[hits++] = p
    }
    probe.hitCount = hits
  }

  /** Height at grid coordinates, m, of the two triangles of the cell; beside the grid, at its rim. */
  private heightAt(u: number, v: number, scale: number): number {
    const { columns, rows } = this
    const column = Math.min(Math.max(Math.floor(u), 0), columns - 2)
    const row = Math.min(Math.max(Math.floor(v), 0), rows - 2)
    const s = Math.min(Math.max(u - column, 0), 1)
    const t = Math.min(Math.max(v - row, 0), 1)
    const at = row * columns + column
    const h00 = this.heights[at]!
    const h10 = this.heights[at + 1]!
    const h01 = this.heights[at + columns]!
    const h11 = this.heights[at + columns + 1]!
    // The diagonal goes from the second point of the first row to the first of the second.
    const height =
      s + t <= 1
        ? h00 + s * (h10 - h00) + t * (h01 - h00)
        : h11 + (1 - s) * (h01 - h11) + (1 - t) * (h10 - h11)
    return scale * height
  }

  /** Distance to the nearest point of the cells within a radius; the point and a normal into `near`. */
  private search(
    { scales, shape }: ColliderPose,
    x: number,
    y: number,
    z: number,
    radius: number,
  ): number {
    const { columns, rows, heights } = this
    const dx = shape[0]!
    const dz = shape[1]!
    const clampColumn = (u: number): number => Math.min(Math.max(Math.floor(u), 0), columns - 2)
    const clampRow = (v: number): number => Math.min(Math.max(Math.floor(v), 0), rows - 2)
    const lastColumn = clampColumn((x + radius) / dx)
    const lastRow = clampRow((z + radius) / dz)
    target[0] = x
    target[1] = y
    target[2] = z
    let best = Infinity
    for (let row = clampRow((z - radius) / dz); row <= lastRow; row++) {
      for (let column = clampColumn((x - radius) / dx); column <= lastColumn; column++) {
        for (let half = 0; half < 2; half++) {
          for (let corner = 0; corner < 3; corner++) {
            const c = column + CORNERS[6 * half + 2 * corner]!
            const r = row + CORNERS[6 * half + 2 * corner + 1]!
            triangle[3 * corner] = c * dx
            triangle[3 * corner + 1] = scales[1]! * heights[r * columns + c]!
            triangle[3 * corner + 2] = r * dz
          }
          nearestOnTriangle(triangle, 0)
          for (let k = 0; k < 3; k++) {
            point[k] =
              nearest[0]! * triangle[k]! +
              nearest[1]! * triangle[3 + k]! +
              nearest[2]! * triangle[6 + k]!
          }
          const square = (x - point[0]!) ** 2 + (y - point[1]!) ** 2 + (z - point[2]!) ** 2
          if (square >= best) continue
          best = square
          near.set(point)
          writeNormal()
        }
      }
    }
    return Math.sqrt(best)
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out[at] = this.shapeNumber
  }

  protected override readShape(): void {
    // Its number is what its shape makes it.
  }
}

function writeNormal(): void {
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
  near[3] = nx / length
  near[4] = ny / length
  near[5] = nz / length
}

/** Does it take right angles between axes away? */
function shears(elements: readonly number[]): boolean {
  const columns = [0, 4, 8].map((at) => elements.slice(at, at + 3))
  return columns.some((u, c) => {
    const v = columns[(c + 1) % 3]!
    const dot = u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
    return Math.abs(dot) > SHEAR * Math.hypot(...u) * Math.hypot(...v)
  })
}

/**
 * A landscape: heights over a regular grid in the x-z plane of its own space, about its origin, with
 * two triangles per cell. All that lies below is solid.
 */
import { checkNumber, fail, show } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { FieldTriangles } from '../FieldTriangles.js'
import { ORIGIN } from '../frames.js'
import { NearTriangles } from '../NearTriangles.js'
import { target } from '../nearestOnTriangle.js'
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

/** Normal of a triangle. */
const upright = new Float64Array(3)

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
  /** Largest difference between points side by side, along rows and across them, m. */
  private steepestX = 0
  private steepestZ = 0
  protected readonly who = 'HeightFieldCollider'
  protected readonly keys = ['heights', 'columns', 'rows', 'size']

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
    this.steepestX = 0
    this.steepestZ = 0
    for (let n = 0; n < heights.length; n++) {
      if ((n + 1) % columns !== 0)
        this.steepestX = Math.max(this.steepestX, Math.abs(heights[n + 1]! - heights[n]!))
      if (n + columns < heights.length)
        this.steepestZ = Math.max(this.steepestZ, Math.abs(heights[n + columns]! - heights[n]!))
    }
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
    // Heights above a surface are at most so much more than distances.
    const steepest = Math.max(this.steepestX / shape[0], this.steepestZ / shape[1])
    shape[2] = 1 / Math.sqrt(1 + 2 * (steepest * scales[1]!) ** 2)
    pose.near ??= new NearTriangles(pose.particleCount)
    const found = pose.nearOf as FieldTriangles | undefined
    const isSame =
      found?.heights === heights &&
      found.columns === columns &&
      found.dx === shape[0] &&
      found.scale === scales[1] &&
      found.dz === shape[1]
    if (!isSame) {
      // What was found of another shape is of no use.
      pose.nearOf = new FieldTriangles(heights, columns, shape[0], scales[1]!, shape[1])
      pose.near.forget()
    }
    // What gets below comes back up.
    pose.thinness = Infinity
  }

  override query(pose: ColliderPose, probe: Probe): void {
    const { frame, axes, scales, shape } = pose
    const { points, particles, count, cutoff, slots, distances, normals } = probe
    const near = pose.near!
    const triangles = pose.nearOf as FieldTriangles
    const { point } = triangles
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
    const farthest = MAX_CELLS * Math.min(dx, dz)
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
      target[0] = x
      target[1] = y
      target[2] = z
      const particle = particles[p]!
      // The surface right below is the farthest that the nearest point may be.
      const isNear = isOver && Math.abs(above) <= farthest
      triangles.radius = isNear ? Math.abs(above) : isOver ? farthest : cutoff
      if (isNear && near.isClear(particle, cutoff)) continue
      const t = isNear ? near.find(triangles, particle, Infinity) : searchAnew(triangles)
      const outX = x - point[0]!
      const outY = y - point[1]!
      const outZ = z - point[2]!
      const distance = Math.sqrt(outX * outX + outY * outY + outZ * outZ)
      const isBelow = isOver && above < 0
      const signed = isBelow ? -distance : distance
      if (signed >= cutoff) continue
      if (isNear && isBelow) near.markInside(particle)
      let nx = outX / signed
      let ny = outY / signed
      let nz = outZ / signed
      if (!(distance > TOUCHING * (dx + dz))) {
        triangles.writeNormal(t, upright)
        nx = upright[0]!
        ny = upright[1]!
        nz = upright[2]!
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

  protected override writeShape(out: Float64Array, at: number): void {
    out[at] = this.shapeNumber
  }

  protected override readShape(): void {
    // Its number is what its shape makes it.
  }
}

/** Far from the surface, and beside it, what is found holds for that place only. */
function searchAnew(triangles: FieldTriangles): number {
  triangles.slack = 0
  triangles.limit = Infinity
  const t = triangles.search()
  triangles.measure(t)
  return t
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

/**
 * A landscape: heights over a regular grid in the x-z plane of its own space, about its origin, with
 * two triangles per cell. All that lies below is solid.
 */
import { checkNumber, fail, show } from '../../params/check.js'
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

export class HeightFieldCollider extends ColliderBase {
  readonly type = 'heightField'
  heights = new Float64Array(0)
  columns = 2
  rows = 2
  /** Extent along x and z, m. */
  readonly size = Float64Array.of(1, 1)
  /** Tells landscapes apart. */
  shapeNumber = 0
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
    this.shapeNumber = numberOf([heights, Float64Array.of(columns, rows), this.size])
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out[at] = this.shapeNumber
  }

  protected override readShape(): void {
    // Its number is what its shape makes it.
  }
}

/**
 * Any triangle mesh. One that is closed is solid; an open one, or a thin one that says so, is a
 * shell which cloth touches from both sides.
 */
import { hashArrays } from '../../diagnostics/hash.js'
import { fail, show } from '../../params/check.js'
import { ColliderBase, type SurfaceOptions } from './ColliderBase.js'

export interface MeshColliderOptions extends SurfaceOptions {
  readonly type: 'mesh'
  /** xyz per vertex, m. */
  readonly positions: ArrayLike<number>
  /** Three vertices per triangle, counter-clockwise seen from outside. Default: 0 1 2, 3 4 5 and so on. */
  readonly indices?: ArrayLike<number> | undefined
  /** A shell, even where the mesh is closed. Default: closed meshes are solid, open ones are shells. */
  readonly twoSided?: boolean | undefined
}

/** Largest coordinate, m; beyond it squares lose what a contact is made of. */
const LARGEST_COORDINATE = 1e6

export class MeshCollider extends ColliderBase {
  readonly type = 'mesh'
  /** xyz per vertex, m */
  positions = new Float64Array(0)
  /** Three vertices per triangle. */
  indices = new Uint32Array(0)
  twoSided = false
  /** Tells meshes apart. */
  shapeNumber = 0
  protected readonly who = 'MeshCollider'

  /** @throws BillowError for a wrong value, or triangles without area only */
  constructor(options: Omit<MeshColliderOptions, 'type'>) {
    super()
    if ((options.positions as unknown) === undefined)
      fail(this.who, 'must have positions: x, y, z per vertex (m)')
    this.set(options)
  }

  /**
   * Changes what is given. New positions or indices are another mesh, made anew: for one that only
   * moves there is `setTransform`. Nothing changes when a value is wrong.
   */
  set(options: Partial<Omit<MeshColliderOptions, 'type'>>): void {
    const { twoSided } = options
    if (twoSided !== undefined && typeof twoSided !== 'boolean')
      fail(this.who, `twoSided must be true or false, got ${show(twoSided)}`)
    const mesh = this.checkShape(options)
    this.setSurface(this.checkSurface(options))
    this.twoSided = twoSided ?? this.twoSided
    if (!mesh) return
    this.positions = mesh.positions
    this.indices = mesh.indices
    this.shapeNumber = numberOf([mesh.positions, mesh.indices])
  }

  protected override writeShape(out: Float64Array, at: number): void {
    out[at] = this.shapeNumber
    out[at + 1] = this.twoSided ? 1 : 0
  }

  protected override readShape(numbers: Float64Array, at: number): void {
    this.twoSided = numbers[at + 1] !== 0
  }

  private checkShape({
    positions,
    indices,
  }: Partial<MeshColliderOptions>): Pick<this, 'positions' | 'indices'> | undefined {
    if (positions === undefined && indices === undefined) return undefined
    const vertices = positions === undefined ? this.positions : this.checkPositions(positions)
    const count = vertices.length / 3
    const corners =
      indices === undefined
        ? positions === undefined || this.indices.length === 0
          ? Uint32Array.from({ length: count }, (_, n) => n)
          : this.indices
        : this.checkIndices(indices)
    if (corners.length === 0 || corners.length % 3 !== 0)
      fail(this.who, `indices must be three per triangle, got ${corners.length} of them`)
    const outside = corners.findIndex((vertex) => vertex >= count)
    if (outside >= 0) {
      fail(
        this.who,
        `indices must be below the number of vertices, ${count}, got ${corners[outside]} at ${outside}`,
      )
    }
    if (!hasArea(vertices, corners))
      fail(this.who, 'triangles must have an area, got a mesh of none that has')
    return { positions: vertices, indices: corners }
  }

  private checkPositions(given: ArrayLike<number>): Float64Array<ArrayBuffer> {
    const positions = Float64Array.from(isList(given) ? given : [])
    if (positions.length < 9 || positions.length % 3 !== 0)
      fail(this.who, `positions must be 3 numbers per vertex, 9 or more, got ${show(given)}`)
    const wrong = positions.findIndex((value) => !(Math.abs(value) <= LARGEST_COORDINATE))
    if (wrong >= 0) {
      fail(
        this.who,
        `positions must be finite numbers from -${LARGEST_COORDINATE} to ${LARGEST_COORDINATE} (m), got ${positions[wrong]} at vertex ${Math.floor(wrong / 3)}`,
      )
    }
    return positions
  }

  private checkIndices(given: ArrayLike<number>): Uint32Array<ArrayBuffer> {
    const numbers = isList(given) ? Array.from(given) : []
    const wrong = numbers.findIndex((value) => !Number.isInteger(value) || value < 0)
    if (numbers.length === 0 || wrong >= 0) {
      fail(
        this.who,
        `indices must be integers >= 0, three per triangle, got ${show(wrong >= 0 ? numbers[wrong] : given)}`,
      )
    }
    return Uint32Array.from(numbers)
  }
}

function isList(given: unknown): boolean {
  return Array.isArray(given) || ArrayBuffer.isView(given)
}

/** The same numbers give the same number, in any run: 52 bits of a hash. */
export function numberOf(arrays: Parameters<typeof hashArrays>[0]): number {
  return parseInt(hashArrays(arrays).slice(3), 16)
}

function hasArea(positions: Float64Array, indices: Uint32Array): boolean {
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!]
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k]! - positions[a + k]!) as Triple
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k]! - positions[a + k]!) as Triple
    if (Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) > 0) return true
  }
  return false
}

type Triple = [number, number, number]

/**
 * Any triangle mesh. One that is closed is solid; an open one, or a thin one that says so, is a
 * shell which cloth touches from both sides.
 */
import { hashArrays } from '../../diagnostics/hash.js'
import { fail, show } from '../../params/check.js'
import type { ColliderPose } from '../ColliderPose.js'
import { ORIGIN } from '../frames.js'
import { NearTriangles } from '../NearTriangles.js'
import { MeshShape } from '../MeshShape.js'
import { Feature, target } from '../nearestOnTriangle.js'
import type { Probe } from '../Probe.js'
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

/** Scales that differ by less than this share are even. */
const EVEN = 1e-12

/** A shell is looked for this many times as far away as it is of interest. */
const AHEAD = 4

/** Square of a distance on which a direction cannot be built, as a share of that of the size. */
const TOUCHING = 1e-24

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
  protected readonly keys = ['positions', 'indices', 'twoSided']
  /** As it is, and as it was stretched last, by which scales. */
  private plain: MeshShape | undefined
  private stretched: MeshShape | undefined
  private readonly stretch = new Float64Array(9)

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
    this.plain = undefined
    this.stretched = undefined
  }

  /** Is it solid? Else it is a shell, which cloth touches from both sides. */
  get isSolid(): boolean {
    return !this.twoSided && (this.plain ??= new MeshShape(this.positions, this.indices)).isClosed
  }

  /**
   * Scaled evenly it is searched in its own space, which the frame's columns over this scale are
   * the axes of. Else its vertices are stretched as the frame has them, once for every stretch.
   */
  override shapeAt(pose: ColliderPose): void {
    const { frame, axes, scales, shape, bounds, isSkewed } = pose
    const isEven =
      !isSkewed &&
      Math.abs(scales[1]! - scales[0]!) < EVEN * scales[0]! &&
      Math.abs(scales[2]! - scales[0]!) < EVEN * scales[0]!
    shape[0] = isEven ? scales[0]! : 1
    shape[1] = isEven ? 0 : 1
    for (let n = 0; n < 9; n++) shape[2 + n] = isSkewed ? (n % 4 === 0 ? 1 : 0) : axes[n]!
    if (!isEven) this.stretchTo(pose)
    const found = this.shapeOf(pose)
    const { bounds: box } = found.tree
    for (let k = 0; k < 3; k++) {
      let middle = frame[ORIGIN + k]!
      let extent = 0
      for (let c = 0; c < 3; c++) {
        const column = shape[0] * shape[2 + 3 * c + k]!
        middle += (column * (box[c]! + box[3 + c]!)) / 2
        extent += (Math.abs(column) * (box[3 + c]! - box[c]!)) / 2
      }
      bounds[k] = middle - extent
      bounds[3 + k] = middle + extent
    }
    // Any part of it may be as thin as paper.
    pose.thinness = 0
    pose.near ??= new NearTriangles(pose.particleCount)
    // What was found of another shape is of no use.
    if (pose.nearOf !== found) pose.near.forget()
    pose.nearOf = found
  }

  override query(pose: ColliderPose, probe: Probe): void {
    const { frame, shape, bounds } = pose
    const near = pose.near!
    const { points, particles, count, cutoff, slots, distances, normals } = probe
    const { tree, normals: features } = this.shapeOf(pose)
    const { isSolid } = this
    const scale = shape[0]!
    const reach = cutoff / scale
    // What is far from a shell is looked for so far that it need not be looked for soon again.
    const limit = isSolid ? Infinity : AHEAD * reach + tree.size
    const ax = shape[2]!
    const ay = shape[3]!
    const az = shape[4]!
    const bx = shape[5]!
    const by = shape[6]!
    const bz = shape[7]!
    const cx = shape[8]!
    const cy = shape[9]!
    const cz = shape[10]!
    let hits = 0
    for (let p = 0, i = 0; p < count; p++, i += 3) {
      const wx = points[i]!
      const wy = points[i + 1]!
      const wz = points[i + 2]!
      if (wx < bounds[0]! - cutoff || wy < bounds[1]! - cutoff || wz < bounds[2]! - cutoff) continue
      if (wx > bounds[3]! + cutoff || wy > bounds[4]! + cutoff || wz > bounds[5]! + cutoff) continue
      const dx = (wx - frame[ORIGIN]!) / scale
      const dy = (wy - frame[ORIGIN + 1]!) / scale
      const dz = (wz - frame[ORIGIN + 2]!) / scale
      const x = ax * dx + ay * dy + az * dz
      const y = bx * dx + by * dy + bz * dz
      const z = cx * dx + cy * dy + cz * dz
      target[0] = x
      target[1] = y
      target[2] = z
      const particle = particles[p]!
      // Since it was far away last time it has not come near enough.
      if (near.isClear(particle, reach)) continue
      const t = near.find(tree, particle, limit)
      if (t < 0) continue
      const { feature, point } = tree
      const outX = x - point[0]!
      const outY = y - point[1]!
      const outZ = z - point[2]!
      const square = outX * outX + outY * outY + outZ * outZ
      const distance = Math.sqrt(square)
      let side = 1
      if (isSolid && !near.isOutside) {
        const f = 21 * t + 3 * feature
        const along = features[f]! * outX + features[f + 1]! * outY + features[f + 2]! * outZ
        if (along < 0) side = -1
      }
      const signed = side * distance
      if (signed >= reach) continue
      if (signed < 0) near.markInside(particle)
      let nx: number
      let ny: number
      let nz: number
      if (square > TOUCHING * limitOf(tree.bounds)) {
        const share = side / distance
        nx = share * outX
        ny = share * outY
        nz = share * outZ
      } else {
        // On the surface there is no way away from the nearest point.
        const g = 21 * t + 3 * Feature.face
        nx = features[g]!
        ny = features[g + 1]!
        nz = features[g + 2]!
      }
      const n = 3 * hits
      normals[n] = ax * nx + bx * ny + cx * nz
      normals[n + 1] = ay * nx + by * ny + cy * nz
      normals[n + 2] = az * nx + bz * ny + cz * nz
      distances[hits] = scale * signed
      slots[hits++] = p
    }
    probe.hitCount = hits
  }

  private shapeOf({ shape }: ColliderPose): MeshShape {
    if (shape[1] === 1) return this.stretched!
    return (this.plain ??= new MeshShape(this.positions, this.indices))
  }

  /** Makes the stretched mesh, unless it is there. */
  private stretchTo({ frame, scales, isSkewed }: ColliderPose): void {
    const { stretch, positions, indices } = this
    const wanted = isSkewed ? frame : diagonal(scales)
    let isSame = this.stretched !== undefined
    for (let n = 0; n < 9; n++) isSame &&= stretch[n] === wanted[n]
    if (isSame) return
    for (let n = 0; n < 9; n++) stretch[n] = wanted[n]!
    const moved = new Float64Array(positions.length)
    for (let i = 0; i < positions.length; i += 3)
      for (let k = 0; k < 3; k++)
        for (let c = 0; c < 3; c++) moved[i + k]! += stretch[3 * c + k]! * positions[i + c]!
    const ax = stretch[0]!
    const ay = stretch[1]!
    const az = stretch[2]!
    const bx = stretch[3]!
    const by = stretch[4]!
    const bz = stretch[5]!
    const cx = stretch[6]!
    const cy = stretch[7]!
    const cz = stretch[8]!
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    // In a mirror triangles go round the other way.
    const turned = indices.slice()
    if (volume < 0)
      for (let t = 0; t < turned.length; t += 3)
        [turned[t + 1], turned[t + 2]] = [turned[t + 2]!, turned[t + 1]!]
    this.stretched = new MeshShape(moved, turned)
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

function diagonal(scales: Float64Array): Float64Array {
  return Float64Array.of(scales[0]!, 0, 0, 0, scales[1]!, 0, 0, 0, scales[2]!)
}

/** Square of the size of a mesh, from its bounds. */
function limitOf(boxes: ArrayLike<number>): number {
  return (boxes[3]! - boxes[0]!) ** 2 + (boxes[4]! - boxes[1]!) ** 2 + (boxes[5]! - boxes[2]!) ** 2
}

type Triple = [number, number, number]

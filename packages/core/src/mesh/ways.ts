/**
 * Ways over a mesh from one vertex to another: where the plane through both and their normals cuts the
 * triangles. On a flat mesh that is the straight line, on a cylinder nearly the shortest way, and a way
 * over the mesh in any case, so never shorter than the shortest. It takes a step per triangle, where a
 * wave (`geodesics.ts`) fills the whole circle around its source.
 */
import { findEdges } from './adjacency.js'
import type { MarchingMesh } from './geodesics.js'

/** Nearer to the plane than this, in parts of the way to go, a vertex lies in it but for rounding. */
const IN_PLANE = 1e-9

/** A cut that becomes longer than this many times the straight line has missed its end. */
const MOST_DETOUR = 8

export class MeshWays {
  /** Sum of twice the areas of a vertex's triangles along their normals, xyz per vertex, m². */
  readonly normals: Float64Array
  /** The corner on the other side of the edge opposite to each corner, by places; −1 at the rim. */
  private readonly across: Int32Array
  /** The plane of a cut: its unit normal, and its place along that. */
  private readonly plane = new Float64Array(4)
  /** Where the cut has come to. */
  private readonly point = new Float64Array(3)

  constructor(
    private readonly mesh: MarchingMesh,
    private readonly positions: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    this.across = findAcross(triangles)
    this.normals = sumNormals(positions, triangles)
  }

  /** Length of the cut from one vertex to the other, m; infinite where it leaves the mesh. */
  between(from: number, to: number): number {
    const { positions } = this
    const longest = MOST_DETOUR * straight(positions, from, to)
    let length = 0
    // From vertex to vertex that lie in the plane.
    for (let at = from; at !== to;) {
      const tolerance = IN_PLANE * this.layPlane(at, to)
      if (!(tolerance > 0)) return Infinity
      const first = this.enter(at, to, tolerance)
      if (first < 0) return Infinity
      const { triangles } = this
      if (this.hitsVertex) {
        length += straight(positions, at, first)
        at = first
      } else {
        for (let k = 0; k < 3; k++) this.point[k] = positions[3 * at + k]!
        let place = first
        let left = triangles[after(place)]!
        let right = triangles[after(after(place))]!
        let leftHeight = this.height(left)
        let rightHeight = this.height(right)
        for (;;) {
          length += this.crossTo(left, right, leftHeight / (leftHeight - rightHeight))
          place = this.across[place]!
          if (place < 0 || length > longest) return Infinity
          const apex = triangles[place]!
          const apexHeight = this.height(apex)
          if (apex === to || Math.abs(apexHeight) <= tolerance) {
            length += this.crossTo(apex, apex, 0)
            at = apex
            break
          }
          // On from the triangle's other edge that has its ends on both sides.
          const gone = apexHeight > 0 === leftHeight > 0 ? left : right
          if (gone === left) {
            left = apex
            leftHeight = apexHeight
          } else {
            right = apex
            rightHeight = apexHeight
          }
          place = after(place)
          if (triangles[place] !== gone) place = after(place)
        }
      }
      if (length > longest) return Infinity
    }
    return length
  }

  /** Whether the cut goes from its vertex along an edge. */
  private hitsVertex = false

  /** @returns distance of both vertices, or 0 where they determine no plane */
  private layPlane(at: number, to: number): number {
    const { positions: x, normals: n, plane } = this
    const [a, b] = [3 * at, 3 * to]
    const dx = x[b]! - x[a]!
    const dy = x[b + 1]! - x[a + 1]!
    const dz = x[b + 2]! - x[a + 2]!
    const nx = n[a]! + n[b]!
    const ny = n[a + 1]! + n[b + 1]!
    const nz = n[a + 2]! + n[b + 2]!
    const px = ny * dz - nz * dy
    const py = nz * dx - nx * dz
    const pz = nx * dy - ny * dx
    const size = lengthOf(px, py, pz)
    if (!(size > 0)) return 0
    plane[0] = px / size
    plane[1] = py / size
    plane[2] = pz / size
    plane[3] = 0
    plane[3] = this.height(at)
    return lengthOf(dx, dy, dz)
  }

  /** Over the plane, m. */
  private height(v: number): number {
    const { positions: x, plane } = this
    return plane[0]! * x[3 * v]! + plane[1]! * x[3 * v + 1]! + plane[2]! * x[3 * v + 2]! - plane[3]!
  }

  /**
   * Where the cut goes on from a vertex: to another in the plane (`hitsVertex`), or across the edge
   * opposite to the corner whose place is returned; −1 where it leaves the mesh.
   */
  private enter(at: number, to: number, tolerance: number): number {
    const { triangles } = this
    const { incidentStarts, incident } = this.mesh
    let vertex = -1
    let place = -1
    for (let i = incidentStarts[at]!; i < incidentStarts[at + 1]!; i++) {
      const t = 3 * incident[i]!
      const corner = triangles[t] === at ? t : triangles[t + 1] === at ? t + 1 : t + 2
      const u = triangles[after(corner)]!
      const v = triangles[after(after(corner))]!
      if (u === to || v === to) {
        this.hitsVertex = true
        return to
      }
      const hu = this.height(u)
      const hv = this.height(v)
      if (Math.abs(hu) <= tolerance && this.ahead(u, at, to) > 0) vertex = u
      else if (Math.abs(hv) <= tolerance && this.ahead(v, at, to) > 0) vertex = v
      else if (hu * hv < 0) {
        const share = hu / (hu - hv)
        if ((1 - share) * this.ahead(u, at, to) + share * this.ahead(v, at, to) > 0) place = corner
      }
    }
    this.hitsVertex = vertex >= 0
    return this.hitsVertex ? vertex : place
  }

  /** How far a vertex lies ahead, times the distance to go, m². */
  private ahead(v: number, at: number, to: number): number {
    const { positions: x } = this
    const [a, b] = [3 * at, 3 * to]
    return (
      (x[b]! - x[a]!) * (x[3 * v]! - x[a]!) +
      (x[b + 1]! - x[a + 1]!) * (x[3 * v + 1]! - x[a + 1]!) +
      (x[b + 2]! - x[a + 2]!) * (x[3 * v + 2]! - x[a + 2]!)
    )
  }

  /** Moves the point to the share of an edge. @returns the way there, m */
  private crossTo(left: number, right: number, share: number): number {
    const { positions: x, point } = this
    const [a, b] = [3 * left, 3 * right]
    const cx = x[a]! + share * (x[b]! - x[a]!)
    const cy = x[a + 1]! + share * (x[b + 1]! - x[a + 1]!)
    const cz = x[a + 2]! + share * (x[b + 2]! - x[a + 2]!)
    const way = lengthOf(cx - point[0]!, cy - point[1]!, cz - point[2]!)
    point[0] = cx
    point[1] = cy
    point[2] = cz
    return way
  }
}

/** The next corner of the triangle. */
function after(place: number): number {
  return place % 3 === 2 ? place - 2 : place + 1
}

function straight(x: Float64Array, a: number, b: number): number {
  return lengthOf(
    x[3 * b]! - x[3 * a]!,
    x[3 * b + 1]! - x[3 * a + 1]!,
    x[3 * b + 2]! - x[3 * a + 2]!,
  )
}

/** A square root, unlike Math.hypot, is the same everywhere. */
function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z)
}

function findAcross(triangles: Uint32Array): Int32Array {
  const { count, opposite } = findEdges(triangles)
  const across = new Int32Array(triangles.length).fill(-1)
  for (let edge = 0; edge < count; edge++) {
    const [one, other] = [opposite[2 * edge]!, opposite[2 * edge + 1]!]
    if (other < 0) continue
    across[one] = other
    across[other] = one
  }
  return across
}

function sumNormals(x: Float64Array, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(x.length)
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!]
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      const normal =
        (x[b + i]! - x[a + i]!) * (x[c + j]! - x[a + j]!) -
        (x[b + j]! - x[a + j]!) * (x[c + i]! - x[a + i]!)
      normals[a + k]! += normal
      normals[b + k]! += normal
      normals[c + k]! += normal
    }
  }
  return normals
}

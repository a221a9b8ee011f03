/**
 * Distances along a mesh from a set of source vertices, by fast marching (Kimmel and Sethian 1998):
 * the front of a wave that starts at the sources crosses one triangle after the other. Along edges
 * alone the way would zigzag and be up to 8 % too long on a grid with diagonals.
 */

export interface GeodesicField {
  /** Distance per vertex, m; infinite where no way leads. */
  readonly distances: Float64Array
  /** The source from which the front came. */
  readonly sources: Int32Array
}

/** Vertices and triangles of a mesh, and which triangles meet at a vertex. */
export interface MarchingMesh {
  /** xyz per vertex, m */
  readonly positions: ArrayLike<number>
  /** Three vertices per triangle. */
  readonly triangles: ArrayLike<number>
  /** Start of each vertex's list in `incident`; one more entry than vertices. */
  readonly incidentStarts: Int32Array
  /** Triangles at the vertices, one list after the other. */
  readonly incident: Int32Array
}

export function createMarchingMesh(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
): MarchingMesh {
  const vertexCount = positions.length / 3
  const incidentStarts = new Int32Array(vertexCount + 1)
  for (let t = 0; t < triangles.length; t++) incidentStarts[triangles[t]! + 1]!++
  for (let v = 0; v < vertexCount; v++) incidentStarts[v + 1]! += incidentStarts[v]!
  const next = incidentStarts.slice(0, vertexCount)
  const incident = new Int32Array(triangles.length)
  for (let t = 0; t < triangles.length; t++) incident[next[triangles[t]!]!++] = Math.floor(t / 3)
  return { positions, triangles, incidentStarts, incident }
}

/** @param sources vertices at distance 0 */
export function measureGeodesics(mesh: MarchingMesh, sources: readonly number[]): GeodesicField {
  const { positions, triangles, incidentStarts, incident } = mesh
  const vertexCount = positions.length / 3
  const distances = new Float64Array(vertexCount).fill(Infinity)
  const origin = new Int32Array(vertexCount).fill(-1)
  const settled = new Uint8Array(vertexCount)
  const front = new VertexHeap(distances)
  for (const source of sources) {
    distances[source] = 0
    origin[source] = source
    front.push(source)
  }

  const improve = (vertex: number, distance: number, source: number): void => {
    if (distance >= distances[vertex]!) return
    distances[vertex] = distance
    origin[vertex] = source
    front.push(vertex)
  }

  for (let vertex = front.pop(); vertex >= 0; vertex = front.pop()) {
    if (settled[vertex] === 1) continue
    settled[vertex] = 1
    for (let n = incidentStarts[vertex]!; n < incidentStarts[vertex + 1]!; n++) {
      const t = 3 * incident[n]!
      for (let corner = 0; corner < 3; corner++) {
        const target = triangles[t + corner]!
        if (target === vertex || settled[target] === 1) continue
        const other = triangles[t]! + triangles[t + 1]! + triangles[t + 2]! - vertex - target
        // The way along the edge is always one; across the triangle it is shorter.
        improve(target, distances[vertex]! + between(positions, vertex, target), origin[vertex]!)
        if (settled[other] === 1 && origin[other] === origin[vertex]) {
          const across = acrossTriangle(positions, target, vertex, other, distances)
          if (across !== undefined) improve(target, across, origin[vertex]!)
        }
      }
    }
  }
  return { distances, sources: origin }
}

function between(positions: ArrayLike<number>, a: number, b: number): number {
  const x = positions[3 * a]! - positions[3 * b]!
  const y = positions[3 * a + 1]! - positions[3 * b + 1]!
  const z = positions[3 * a + 2]! - positions[3 * b + 2]!
  // A square root, unlike Math.hypot, is the same everywhere.
  return Math.sqrt(x * x + y * y + z * z)
}

/**
 * Unfolds the triangle into a plane and rebuilds the source point there from the distances of a and
 * b: on flat parts of a mesh the straight distance from it to the target is exact, where the front
 * of a plane wave would be too long near a point. Undefined when the straight way does not pass
 * between a and b.
 */
function acrossTriangle(
  positions: ArrayLike<number>,
  target: number,
  a: number,
  b: number,
  distances: Float64Array,
): number | undefined {
  const edge = between(positions, a, b)
  const da = distances[a]!
  const db = distances[b]!
  if (edge === 0) return undefined
  // a at the origin, b at (edge, 0), the target above, the source below.
  const ta = between(positions, target, a)
  const tb = between(positions, target, b)
  const tx = (ta * ta - tb * tb + edge * edge) / (2 * edge)
  const ty = Math.sqrt(Math.max(0, ta * ta - tx * tx))
  const sx = (da * da - db * db + edge * edge) / (2 * edge)
  const below = da * da - sx * sx
  if (below < 0) return undefined
  const sy = -Math.sqrt(below)
  // Where the straight way crosses the line through a and b.
  const crossing = ty === sy ? sx : sx + ((tx - sx) * -sy) / (ty - sy)
  const slack = 1e-9 * edge
  if (crossing < -slack || crossing > edge + slack) return undefined
  return Math.sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy))
}

/** A binary heap of vertices by distance. A vertex may be in it several times; the first to come out counts. */
export class VertexHeap {
  private readonly vertices: number[] = []
  private readonly keys: number[] = []

  constructor(private readonly distances: Float64Array) {}

  push(vertex: number): void {
    const { vertices, keys } = this
    const key = this.distances[vertex]!
    let i = vertices.length
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (keys[parent]! <= key) break
      vertices[i] = vertices[parent]!
      keys[i] = keys[parent]!
      i = parent
    }
    vertices[i] = vertex
    keys[i] = key
  }

  /** The nearest vertex, or −1 when none is left. */
  pop(): number {
    const { vertices, keys } = this
    if (vertices.length === 0) return -1
    const top = vertices[0]!
    const last = vertices.pop()!
    const key = keys.pop()!
    const size = vertices.length
    if (size === 0) return top
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++
      if (keys[child]! >= key) break
      vertices[i] = vertices[child]!
      keys[i] = keys[child]!
      i = child
    }
    vertices[i] = last
    keys[i] = key
    return top
  }
}

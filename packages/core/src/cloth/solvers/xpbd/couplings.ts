/**
 * How far apart the means of two clusters of particles may be, whatever the cloth between them does.
 *
 * Cloth that is not stretched has two particles i and j no farther apart than the way w(i, j) over it
 * at rest. Distribute the share of each i in its mean among particles j of the other, π(i, j), so that
 * these get their shares: then |Σ π (xi − xj)| ≤ Σ π w. The least such sum is the Wasserstein distance
 * of both clusters, and nothing less would do: by duality (Kantorovich and Rubinstein 1958) some
 * function that changes by no more than w has means that far apart, and cloth that is folded finely
 * enough along a line takes up any such function as its height. The distance of the means at rest
 * would be too short even on a flat sheet: rolled up, a wide cluster beside a narrow one comes off it.
 *
 * The least sum is a linear programme; here the shares go over in the order across the line between
 * both. Of the ways, which are mostly along that line, only what they are across costs: about its
 * square, which this order makes least (as in one dimension). For two blocks of a grid it is a
 * translation. Between neighbouring clusters of a disc it is 0.5 % longer than the distance of the
 * means, in the mean.
 */
import type { MeshWays } from '../../../mesh/ways.js'

type Vector = readonly [number, number, number]

/** Clusters of particles, each a list in `members` from its start to the next. */
export interface Clusters {
  readonly starts: Int32Array
  readonly members: Int32Array
  /** m² */
  readonly areas: Float64Array
  /** xyz of the mean at rest, m. */
  readonly means: Float64Array
}

/** What all levels of a mesh have in common. */
export interface CoupledMesh {
  readonly positions: Float64Array
  /** m² per particle */
  readonly areas: Float64Array
  readonly ways: MeshWays
}

/** Particles whose places across differ by less, in parts of the line, are side by side. */
const BESIDE = 1e-6

/**
 * @returns m; infinite where a straight way leaves the cloth, as at an inner corner or a hole. A way
 *   around could be found, but it costs as much as all others, and a shirt stretches no less by it
 */
export function farthestMeans(
  coupled: CoupledMesh,
  clusters: Clusters,
  a: number,
  b: number,
): number {
  const { areas, ways } = coupled
  const frame = frameBetween(ways, clusters, a, b)
  const froms = inOrder(coupled, clusters, a, frame)
  const tos = inOrder(coupled, clusters, b, frame)
  const areaOfA = clusters.areas[a]!
  const areaOfB = clusters.areas[b]!
  let [sum, total] = [0, 0]
  let [i, j] = [0, 0]
  let leftOfI = areas[froms[0]!]! / areaOfA
  let leftOfJ = areas[tos[0]!]! / areaOfB
  for (;;) {
    const share = Math.min(leftOfI, leftOfJ)
    if (share > 0) sum += share * ways.between(froms[i]!, tos[j]!)
    if (sum === Infinity) return sum
    total += share
    leftOfI -= share
    leftOfJ -= share
    // By rounding, one list may end a little before the other.
    if (leftOfI <= 0) {
      if (++i === froms.length) break
      leftOfI = areas[froms[i]!]! / areaOfA
    } else {
      if (++j === tos.length) break
      leftOfJ = areas[tos[j]!]! / areaOfB
    }
  }
  return sum / total
}

interface Frame {
  /** Unit vectors along the line between the means, and across it in the sheet. */
  readonly along: Vector
  readonly across: Vector
  readonly length: number
}

function frameBetween(
  { normals }: MeshWays,
  { starts, members, means }: Clusters,
  a: number,
  b: number,
): Frame {
  const normal: [number, number, number] = [0, 0, 0]
  for (const cluster of [a, b]) {
    for (let n = starts[cluster]!; n < starts[cluster + 1]!; n++)
      for (let k = 0; k < 3; k++) normal[k]! += normals[3 * members[n]! + k]!
  }
  const line: Vector = [
    means[3 * b]! - means[3 * a]!,
    means[3 * b + 1]! - means[3 * a + 1]!,
    means[3 * b + 2]! - means[3 * a + 2]!,
  ]
  const across: Vector = [
    normal[1] * line[2] - normal[2] * line[1],
    normal[2] * line[0] - normal[0] * line[2],
    normal[0] * line[1] - normal[1] * line[0],
  ]
  return { along: unit(line), across: unit(across), length: sizeOf(line) }
}

/** The particles of a cluster from one side of the line to the other, then along it. */
function inOrder(
  { positions: x }: CoupledMesh,
  { starts, members }: Clusters,
  cluster: number,
  { along, across, length }: Frame,
): Int32Array {
  const list = members.slice(starts[cluster], starts[cluster + 1])
  const sideways = new Float64Array(list.length)
  const forward = new Float64Array(list.length)
  const [ax, ay, az] = across
  const [lx, ly, lz] = along
  const step = BESIDE * length || 1
  // By insertion: most clusters are small.
  for (let n = 0; n < list.length; n++) {
    const p = list[n]!
    const [px, py, pz] = [x[3 * p]!, x[3 * p + 1]!, x[3 * p + 2]!]
    const side = Math.round((ax * px + ay * py + az * pz) / step)
    const ahead = lx * px + ly * py + lz * pz
    let m = n
    while (
      m > 0 &&
      (sideways[m - 1]! > side || (sideways[m - 1] === side && forward[m - 1]! > ahead))
    ) {
      sideways[m] = sideways[m - 1]!
      forward[m] = forward[m - 1]!
      list[m] = list[m - 1]!
      m--
    }
    sideways[m] = side
    forward[m] = ahead
    list[m] = p
  }
  return list
}

function sizeOf([x, y, z]: Vector): number {
  return Math.sqrt(x * x + y * y + z * z)
}

/** Zero stays zero. */
function unit([x, y, z]: Vector): Vector {
  const size = sizeOf([x, y, z]) || 1
  return [x / size, y / size, z / size]
}

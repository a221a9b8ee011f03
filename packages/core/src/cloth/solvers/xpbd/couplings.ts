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
 * translation. On a disc the sum is 0.5 % longer than the distance of the means, in the mean.
 */

import type { MarchingMesh } from '../../../mesh/geodesics.js'
import type { MeshWays } from '../../../mesh/ways.js'
import { Detours } from './detours.js'

/** Clusters of particles, each a list in `members` from its start to the next. */
export interface Clusters {
  readonly starts: Int32Array
  readonly members: Int32Array
  /** m² */
  readonly areas: Float64Array
  /** xyz of the mean at rest, m. */
  readonly means: Float64Array
}

/** Clusters beside two others. */
export interface Around {
  /** Beside both. */
  readonly between: readonly number[]
  /** Beside one of them or both. */
  readonly all: readonly number[]
}

/** What all levels of a mesh have in common. */
export interface CoupledMesh {
  readonly positions: Float64Array
  /** m² per particle */
  readonly areas: Float64Array
  readonly mesh: MarchingMesh
  readonly ways: MeshWays
}

/** Particles whose places across differ by less, in parts of the line, are side by side. */
const BESIDE = 1e-6

/**
 * @param around in case that the straight way leaves the cloth
 * @returns m; infinite where no way was found
 */
export function farthestMeans(
  coupled: CoupledMesh,
  clusters: Clusters,
  a: number,
  b: number,
  around: Around,
): number {
  const { areas, ways } = coupled
  const frame = frameBetween(ways, clusters, a, b)
  const froms = inOrder(coupled, clusters, a, frame)
  const tos = inOrder(coupled, clusters, b, frame)
  let detours: Detours | undefined
  const areaOfA = clusters.areas[a]!
  const areaOfB = clusters.areas[b]!
  let [sum, total] = [0, 0]
  let [i, j] = [0, 0]
  let leftOfI = areas[froms[0]!]! / areaOfA
  let leftOfJ = areas[tos[0]!]! / areaOfB
  for (;;) {
    const share = Math.min(leftOfI, leftOfJ)
    if (share > 0) {
      let way = ways.between(froms[i]!, tos[j]!)
      if (way === Infinity) {
        detours ??= detoursOver(coupled, clusters, frame, [a, b], around)
        way = detours.between(froms[i]!, tos[j]!)
      }
      sum += share * way
    }
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
  readonly along: readonly number[]
  readonly across: readonly number[]
  readonly length: number
}

function frameBetween(
  { normals }: MeshWays,
  { starts, members, means }: Clusters,
  a: number,
  b: number,
): Frame {
  const normal = [0, 0, 0]
  for (const cluster of [a, b]) {
    for (let n = starts[cluster]!; n < starts[cluster + 1]!; n++)
      for (let k = 0; k < 3; k++) normal[k]! += normals[3 * members[n]! + k]!
  }
  const line = [0, 1, 2].map((k) => means[3 * b + k]! - means[3 * a + k]!)
  const across = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3]
    return normal[i]! * line[j]! - normal[j]! * line[i]!
  })
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
  const project = (v: readonly number[], p: number): number =>
    v[0]! * x[3 * p]! + v[1]! * x[3 * p + 1]! + v[2]! * x[3 * p + 2]!
  const step = BESIDE * length || 1
  const sideways = Float64Array.from(list, (p) => Math.round(project(across, p) / step))
  const forward = Float64Array.from(list, (p) => project(along, p))
  const order = list.map((_, n) => n)
  order.sort((m, n) => sideways[m]! - sideways[n]! || forward[m]! - forward[n]! || m - n)
  return order.map((n) => list[n]!)
}

function detoursOver(
  coupled: CoupledMesh,
  clusters: Clusters,
  frame: Frame,
  both: readonly [number, number],
  { between, all }: Around,
): Detours {
  const { positions: x, mesh } = coupled
  const { starts, members, means } = clusters
  const listOf = (cluster: number): Int32Array =>
    members.subarray(starts[cluster], starts[cluster + 1])
  const outOfTheWay = (p: number): number =>
    both.reduce(
      (sum, c) => sum + sizeOf([0, 1, 2].map((k) => x[3 * p + k]! - means[3 * c + k]!)),
      0,
    )
  // In order across, each on its own side; the one least out of the way is near an inner corner.
  const lists = between.map((cluster) => inOrder(coupled, clusters, cluster, frame))
  const gates = new Set<number>()
  for (const list of lists) {
    let least = list[0]!
    for (const p of list) if (outOfTheWay(p) < outOfTheWay(least)) least = p
    gates.add(least)
  }
  const piece = [...both, ...all].flatMap((c) => [...listOf(c)])
  return new Detours(mesh, piece, [...gates])
}

function sizeOf(v: readonly number[]): number {
  return Math.sqrt(v[0]! * v[0]! + v[1]! * v[1]! + v[2]! * v[2]!)
}

/** Zero stays zero. */
function unit(v: readonly number[]): readonly number[] {
  const size = sizeOf(v) || 1
  return v.map((component) => component / size)
}

/**
 * Divides the nodes of a level into clusters of about four neighbours, the nodes of the next one.
 *
 * Seeds are taken in the order in which a wave from the first node reaches them, so that clusters lie
 * beside each other without gaps. Each takes what is free around it and has the most neighbours in it
 * already: round ones, no strings. What stays alone goes to the smallest cluster beside it. A few rounds
 * of Lloyd's algorithm (1982) then make them rounder and more equal: every node goes to the nearest
 * mean of those around it, since means of equal shapes are held with the least slack (`couplings.ts`).
 */

/** The nodes that are to be divided. */
export interface Nodes {
  readonly count: number
  /** Start of each node's list in `neighbours`; one more entry than nodes. */
  readonly starts: Int32Array
  readonly neighbours: Int32Array
  /** m² */
  readonly areas: Float64Array
  /** xyz of the mean at rest, m. */
  readonly means: Float64Array
}

/** Nodes per cluster: half as many along each side. */
const SIZE = 4

/** After these, clusters change little. */
const ROUNDS = 4

const FREE = -1

/** @returns the cluster of each node, numbered from 0 */
export function findClusters(nodes: Nodes): { readonly of: Int32Array; readonly count: number } {
  const of = new Int32Array(nodes.count).fill(FREE)
  let count = 0
  for (const seed of inWaves(nodes)) if (of[seed] === FREE) grow(nodes, of, seed, count++)
  mergeRemains(nodes, of, count)
  for (let round = 0; round < ROUNDS; round++) rearrange(nodes, of, count)
  return renumber(of, count)
}

/** All nodes, each island in the order of a wave from its first one. */
function inWaves({ count, starts, neighbours }: Nodes): Int32Array {
  const order = new Int32Array(count)
  const seen = new Uint8Array(count)
  let end = 0
  for (let first = 0, at = 0; first < count; first++) {
    if (seen[first] === 1) continue
    seen[first] = 1
    order[end++] = first
    for (; at < end; at++) {
      const node = order[at]!
      for (let n = starts[node]!; n < starts[node + 1]!; n++) {
        const next = neighbours[n]!
        if (seen[next] === 1) continue
        seen[next] = 1
        order[end++] = next
      }
    }
  }
  return order
}

function grow({ starts, neighbours, means }: Nodes, of: Int32Array, seed: number, c: number): void {
  const members = [seed]
  of[seed] = c
  while (members.length < SIZE) {
    let best = FREE
    let bestLinks = 0
    let bestWay = Infinity
    for (const member of members) {
      for (let n = starts[member]!; n < starts[member + 1]!; n++) {
        const next = neighbours[n]!
        if (of[next] !== FREE) continue
        let links = 0
        for (let m = starts[next]!; m < starts[next + 1]!; m++)
          if (of[neighbours[m]!] === c) links++
        const way = squaredWay(means, seed, means, next)
        if (links < bestLinks || (links === bestLinks && way >= bestWay)) continue
        best = next
        bestLinks = links
        bestWay = way
      }
    }
    if (best === FREE) return
    of[best] = c
    members.push(best)
  }
}

/** Nodes of clusters of less than half the size go to the smallest cluster beside them, by area. */
function mergeRemains(
  { count, starts, neighbours, areas }: Nodes,
  of: Int32Array,
  clusters: number,
) {
  const sizes = new Int32Array(clusters)
  const areaOf = new Float64Array(clusters)
  for (let node = 0; node < count; node++) {
    sizes[of[node]!]!++
    areaOf[of[node]!]! += areas[node]!
  }
  for (let node = 0; node < count; node++) {
    const own = of[node]!
    if (2 * sizes[own]! > SIZE) continue
    let best = own
    for (let n = starts[node]!; n < starts[node + 1]!; n++) {
      const other = of[neighbours[n]!]!
      if (other !== own && (best === own || areaOf[other]! < areaOf[best]!)) best = other
    }
    if (best === own) continue
    sizes[own]!--
    areaOf[own]! -= areas[node]!
    sizes[best]!++
    areaOf[best]! += areas[node]!
    of[node] = best
  }
}

/** One round of Lloyd's algorithm, among the clusters around each node. */
function rearrange(
  { count, starts, neighbours, areas, means }: Nodes,
  of: Int32Array,
  clusters: number,
) {
  const sizes = new Int32Array(clusters)
  const centres = new Float64Array(3 * clusters)
  const weights = new Float64Array(clusters)
  for (let node = 0; node < count; node++) {
    const c = of[node]!
    sizes[c]!++
    weights[c]! += areas[node]!
    for (let k = 0; k < 3; k++) centres[3 * c + k]! += areas[node]! * means[3 * node + k]!
  }
  for (let c = 0; c < clusters; c++)
    for (let k = 0; k < 3; k++) centres[3 * c + k]! /= weights[c]! || 1
  for (let node = 0; node < count; node++) {
    const own = of[node]!
    if (sizes[own] === 1) continue
    let best = own
    let bestWay = squaredWay(centres, own, means, node)
    for (let n = starts[node]!; n < starts[node + 1]!; n++) {
      const other = of[neighbours[n]!]!
      const way = squaredWay(centres, other, means, node)
      if (way >= bestWay) continue
      best = other
      bestWay = way
    }
    if (best === own) continue
    sizes[own]!--
    sizes[best]!++
    of[node] = best
  }
}

/** Without gaps, in the order of their first nodes. */
function renumber(of: Int32Array, clusters: number) {
  const numbers = new Int32Array(clusters).fill(FREE)
  let count = 0
  for (let node = 0; node < of.length; node++) {
    const c = of[node]!
    if (numbers[c] === FREE) numbers[c] = count++
    of[node] = numbers[c]!
  }
  return { of, count }
}

function squaredWay(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[3 * i]! - b[3 * j]!
  const y = a[3 * i + 1]! - b[3 * j + 1]!
  const z = a[3 * i + 2]! - b[3 * j + 2]!
  return x * x + y * y + z * z
}

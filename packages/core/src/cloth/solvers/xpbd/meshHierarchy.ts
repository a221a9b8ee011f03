/**
 * Coarse levels of any triangle mesh, as those of a grid in `hierarchy.ts`: clusters of neighbouring
 * particles are the nodes of a level, clusters of about four of them those of the next, until few are
 * left or none has a neighbour any more; islands stay apart. A constraint is as long as the means of
 * two clusters can be apart in cloth that is not stretched (`couplings.ts`), flat, bent or folded: so
 * here, too, a level takes energy and gives none.
 *
 * Constraints are between neighbours of neighbours. Between clusters of different shape there is some
 * slack, which is a quarter in parts of twice the way: 0.15 % on a disc, where neighbours have 0.5 %.
 * Constraints between neighbours as well would not leave less strain.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import { createMarchingMesh } from '../../../mesh/geodesics.js'
import { SpringFamily } from '../../../mesh/grid.js'
import { MeshWays } from '../../../mesh/ways.js'
import { findClusters, type Nodes } from './clusters.js'
import { type Clusters, farthestMeans } from './couplings.js'
import { type Hierarchy, type Level, levelOf } from './hierarchy.js'

type Links = Pick<Nodes, 'starts' | 'neighbours'>

/**
 * Of fewer nodes no coarser level is made: it takes as long to find as all others together, and a disc
 * or a shirt of 2 500 particles that is tethered stretches no less by it.
 */
const FEWEST = 128

export function createMeshHierarchy(sheet: ClothSheet): Hierarchy {
  const levels: Level[] = []
  const parents: number[] = []
  const { restPositions: positions, triangles, areas } = sheet
  const ways = new MeshWays(createMarchingMesh(positions, triangles), positions, triangles)
  const coupled = { positions, areas, ways }
  let finer = particlesOf(sheet)
  /** Node of the finer level that each particle is in. */
  let nodeOf = Int32Array.from({ length: sheet.particleCount }, (_, p) => p)
  let start = 0
  while (finer.count > FEWEST) {
    const { of, count } = findClusters(finer)
    nodeOf = nodeOf.map((node) => of[node]!)
    const clusters = gather(sheet, nodeOf, count)
    const links = linksBetween(finer, of, count)
    finer = { count, areas: clusters.areas, means: clusters.means, ...links }
    const ends: number[] = []
    const lengths: number[] = []
    forPairsTwoApart(finer, (a, b) => {
      const length = farthestMeans(coupled, clusters, a, b)
      if (length === Infinity) return
      ends.push(a, b)
      lengths.push(length)
    })
    if (ends.length === 0) break
    for (const node of of) parents.push(start + node)
    levels.push(levelOf(start, count, ends, lengths))
    start += count
  }
  return { levels, nodeCount: start, parents: Int32Array.from(parents) }
}

function particlesOf({ particleCount, springs, areas, restPositions }: ClothSheet): Nodes {
  const links: number[] = []
  for (let s = 0; s < springs.count; s++) {
    if (springs.families[s] === SpringFamily.structural)
      links.push(springs.ends[2 * s]!, springs.ends[2 * s + 1]!)
  }
  return {
    count: particleCount,
    ...listNeighbours(links, particleCount),
    areas,
    means: restPositions,
  }
}

/** @param links two nodes each, every pair once */
function listNeighbours(links: readonly number[], count: number): Links {
  const starts = new Int32Array(count + 1)
  for (const node of links) starts[node + 1]!++
  for (let node = 0; node < count; node++) starts[node + 1]! += starts[node]!
  const next = starts.slice(0, count)
  const neighbours = new Int32Array(links.length)
  links.forEach((node, e) => {
    neighbours[next[node]!++] = links[e ^ 1]!
  })
  return { starts, neighbours }
}

/** The particles of each cluster, and their mean. */
function gather(
  { restPositions: positions, areas }: ClothSheet,
  of: Int32Array,
  count: number,
): Clusters {
  const starts = new Int32Array(count + 1)
  const sums = new Float64Array(count)
  const means = new Float64Array(3 * count)
  for (let p = 0; p < of.length; p++) {
    const cluster = of[p]!
    starts[cluster + 1]!++
    sums[cluster]! += areas[p]!
    for (let k = 0; k < 3; k++) means[3 * cluster + k]! += areas[p]! * positions[3 * p + k]!
  }
  for (let cluster = 0; cluster < count; cluster++) {
    starts[cluster + 1]! += starts[cluster]!
    // What belongs to no triangle has no area, and no neighbour that would ask for its mean.
    for (let k = 0; k < 3; k++) means[3 * cluster + k]! /= sums[cluster]! || 1
  }
  const next = starts.slice(0, count)
  const members = new Int32Array(of.length)
  of.forEach((cluster, p) => {
    members[next[cluster]!++] = p
  })
  return { starts, members, areas: sums, means }
}

/** Clusters are neighbours that have neighbours of the finer level among them. */
function linksBetween(finer: Nodes, of: Int32Array, count: number): Links {
  const links: number[] = []
  const seen = new Set<number>()
  for (let node = 0; node < finer.count; node++) {
    const a = of[node]!
    for (let n = finer.starts[node]!; n < finer.starts[node + 1]!; n++) {
      const b = of[finer.neighbours[n]!]!
      if (a >= b || seen.has(a * count + b)) continue
      seen.add(a * count + b)
      links.push(a, b)
    }
  }
  return listNeighbours(links, count)
}

/** All pairs of nodes that are no neighbours but have one in common. */
function forPairsTwoApart(
  { count, starts, neighbours }: Nodes,
  visit: (a: number, b: number) => void,
): void {
  // The last node that each was found to be near to.
  const nearTo = new Int32Array(count).fill(-1)
  for (let node = 0; node < count; node++) {
    nearTo[node] = node
    for (let n = starts[node]!; n < starts[node + 1]!; n++) nearTo[neighbours[n]!] = node
    for (let n = starts[node]!; n < starts[node + 1]!; n++) {
      const between = neighbours[n]!
      for (let m = starts[between]!; m < starts[between + 1]!; m++) {
        const other = neighbours[m]!
        if (other < node || nearTo[other] === node) continue
        nearTo[other] = node
        visit(node, other)
      }
    }
  }
}

/** What holds of every torn sheet, found the slow way from its triangles alone. */
import { type ClothSheet, SpringFamily } from '@billow/core'
import type { TearableSheet } from '../../packages/core/src/mesh/TearableSheet.js'
import { edgeUses, sumOf } from './meshes.js'

/** Everything that is wrong with a torn sheet; empty for a sound one. */
export function faultsOf(sheet: TearableSheet, intact: ClothSheet): string[] {
  const faults: string[] = []
  const { triangles, vertexTriangles, particleOfVertex, origins, springs, areas, uvs } = sheet
  const live = sheet.particleCount - sheet.reserve
  const check = (isRight: boolean, fault: string): void => {
    if (!isRight) faults.push(fault)
  }

  check(triangles.length === intact.triangles.length, 'triangles were lost')
  triangles.forEach((particle, place) => {
    check(particle < live, `corner ${place} is no particle`)
    check(origins[particle] === intact.triangles[place], `corner ${place} is of another place`)
  })
  vertexTriangles.forEach((vertex, place) => {
    check(vertex < uvs.length / 2, `corner ${place} is no vertex`)
    const particle = particleOfVertex ? particleOfVertex[vertex] : vertex
    check(particle === triangles[place], `corner ${place} is drawn elsewhere`)
    for (const k of [0, 1]) {
      const uv = intact.uvs[2 * intact.vertexTriangles[place]! + k]
      check(uvs[2 * vertex + k] === uv, `corner ${place} has another texture`)
    }
  })

  const uses = edgeUses(triangles)
  const most = Math.max(...edgeUses(intact.triangles).values())
  for (const [edge, count] of uses) check(count <= most, `edge ${edge} has ${count} triangles`)

  // Mass: area for area, of the whole and of what was one particle.
  const shares = new Float64Array(intact.particleCount)
  for (let p = 0; p < live; p++) shares[origins[p]!]! += areas[p]!
  shares.forEach((share, p) => {
    check(Math.abs(share - intact.areas[p]!) <= 1e-15 * intact.areas[p]!, `mass of ${p}`)
  })
  check(Math.abs(sumOf(areas) - sumOf(intact.areas)) < 1e-12, 'mass of the whole')
  for (let p = 0; p < live; p++) {
    check(areas[p]! > 0 || intact.areas[origins[p]!] === 0, `${p} has no mass`)
    for (const k of [0, 1, 2]) {
      const rest = intact.restPositions[3 * origins[p]! + k]
      check(sheet.restPositions[3 * p + k] === rest, `${p} rests elsewhere`)
    }
  }
  for (let p = live; p < sheet.particleCount; p++) check(areas[p] === 0, `reserve ${p} has mass`)

  // Springs: along every edge exactly those that were there, and none that is not held.
  const restOf = new Map<string, number>()
  const expected = new Map<string, number>()
  for (let s = 0; s < intact.springs.count; s++) {
    restOf.set(
      nameOf(intact.springs, s, (p) => p),
      intact.springs.restLengths[s]!,
    )
  }
  for (const edge of uses.keys()) {
    const ends = edge.split('-').map(Number)
    for (const family of [SpringFamily.structural, SpringFamily.shear]) {
      const from = ends.map((p) => origins[p]!).sort((a, b) => a - b)
      if (restOf.has(`${family}:${from.join('-')}`)) expected.set(`${family}:${edge}`, 0)
    }
  }
  for (let s = 0; s < springs.count; s++) {
    const name = nameOf(springs, s, (p) => p)
    const from = nameOf(springs, s, (p) => origins[p]!)
    check(restOf.get(from) === springs.restLengths[s], `spring ${name} has no such original`)
    if (expected.has(name)) expected.set(name, expected.get(name)! + 1)
    const [a, b] = [springs.ends[2 * s]!, springs.ends[2 * s + 1]!]
    check(a < live && b < live && a !== b, `spring ${name} has no ends`)
  }
  for (const [name, count] of expected) check(count === 1, `edge ${name} has ${count} springs`)
  return faults
}

function nameOf(
  { ends, families }: ClothSheet['springs'],
  s: number,
  of: (particle: number) => number,
): string {
  const sorted = [of(ends[2 * s]!), of(ends[2 * s + 1]!)].sort((a, b) => a - b)
  return `${families[s]}:${sorted.join('-')}`
}

/** V − E + F of what the triangles use: components are counted by triangles joined at edges. */
export function topologyOf(triangles: ArrayLike<number>): {
  readonly euler: number
  readonly pieces: number
  readonly boundary: number
  readonly bowTies: number
} {
  const uses = edgeUses(triangles)
  const particles = new Set(Array.from(triangles))
  const fans = countFans(triangles)
  return {
    euler: particles.size - uses.size + triangles.length / 3,
    pieces: countPieces(triangles),
    boundary: [...uses.values()].filter((count) => count === 1).length,
    bowTies: [...fans.values()].filter((count) => count > 1).length,
  }
}

/** Number of groups in which the triangles hang together by edges. */
function countPieces(triangles: ArrayLike<number>): number {
  return groupsOf(
    Array.from({ length: triangles.length / 3 }, (_, t) => t),
    triangles,
    () => true,
  )
}

/** Per particle, the number of groups in which its triangles hang together by edges at it. */
function countFans(triangles: ArrayLike<number>): Map<number, number> {
  const members = new Map<number, number[]>()
  for (let place = 0; place < triangles.length; place++) {
    const list = members.get(triangles[place]!) ?? []
    list.push(Math.floor(place / 3))
    members.set(triangles[place]!, list)
  }
  return new Map(
    [...members].map(([particle, list]) => [
      particle,
      groupsOf(list, triangles, (a, b) => a === particle || b === particle),
    ]),
  )
}

function groupsOf(
  list: readonly number[],
  triangles: ArrayLike<number>,
  counts: (a: number, b: number) => boolean,
): number {
  const parents = new Map(list.map((t) => [t, t]))
  const rootOf = (t: number): number => (parents.get(t) === t ? t : rootOf(parents.get(t)!))
  const first = new Map<string, number>()
  for (const t of list) {
    for (let corner = 0; corner < 3; corner++) {
      const a = triangles[3 * t + corner]!
      const b = triangles[3 * t + ((corner + 1) % 3)]!
      if (!counts(a, b)) continue
      const key = [a, b].sort((x, y) => x - y).join('-')
      const known = first.get(key)
      if (known === undefined) first.set(key, t)
      else parents.set(rootOf(t), rootOf(known))
    }
  }
  return list.filter((t) => rootOf(t) === t).length
}

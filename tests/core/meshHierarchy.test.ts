/**
 * Coarse levels of meshes: every particle in one cluster per level, and no constraint that cloth which
 * is not stretched could violate, however it is bent or folded. Its positions are known in closed form:
 * cylinders and cones that a plane rolls up to, and mirror images of parts of space, which bring no two
 * points farther apart.
 */
import { createDisc, createShirt } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { CoarseLevels } from '../../packages/core/src/cloth/solvers/xpbd/CoarseLevels.js'
import type { Hierarchy } from '../../packages/core/src/cloth/solvers/xpbd/hierarchy.js'
import { createMeshHierarchy } from '../../packages/core/src/cloth/solvers/xpbd/meshHierarchy.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import type { ClothSheet } from '../../packages/core/src/mesh/ClothSheet.js'
import { createMeshCloth } from '../../packages/core/src/mesh/meshCloth.js'
import { sphereOf, sumOf } from '../helpers/meshes.js'
import type { Vector } from '../helpers/states.js'

type Map3 = (p: Vector) => Vector

/** Quads of two triangles over columns and rows, without those that are left out. */
function quads(
  columns: number,
  rows: number,
  at: (column: number, row: number) => Vector,
  missing: (column: number, row: number) => boolean = () => false,
): ClothSheet {
  const positions: number[] = []
  const numbers = new Map<number, number>()
  const vertex = (column: number, row: number): number => {
    const key = row * (columns + 1) + column
    if (!numbers.has(key)) {
      numbers.set(key, numbers.size)
      positions.push(...at(column, row))
    }
    return numbers.get(key)!
  }
  const indices: number[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (missing(column, row)) continue
      const [a, b] = [vertex(column, row), vertex(column + 1, row)]
      const [c, d] = [vertex(column, row + 1), vertex(column + 1, row + 1)]
      indices.push(a, b, c, b, d, c)
    }
  }
  return createMeshCloth({ positions, indices })
}

const disc = createMeshCloth(createDisc({ radius: 0.5, rings: 20 }))
const shirt = createMeshCloth(createShirt({ segments: 20 }))
const sphere = createMeshCloth(sphereOf(4))
const L = quads(
  40,
  40,
  (c, r) => [c / 40, r / 40, 0],
  (c, r) => c >= 20 && r >= 20,
)
const holed = quads(
  40,
  40,
  (c, r) => [c / 40, r / 40, 0],
  (c, r) => Math.hypot(c - 19.5, r - 19.5) < 12,
)

/** Means of all nodes, xyz, by area, finest level first. */
function meansOf(
  { parents, nodeCount }: Hierarchy,
  { areas, particleCount }: ClothSheet,
  positions: ArrayLike<number>,
): { means: Float64Array; weights: Float64Array } {
  const means = new Float64Array(3 * nodeCount)
  const weights = new Float64Array(nodeCount)
  parents.forEach((node, link) => {
    const own = link < particleCount
    const weight = own ? areas[link]! : weights[link - particleCount]!
    weights[node]! += weight
    for (let k = 0; k < 3; k++)
      means[3 * node + k]! += own
        ? weight * positions[3 * link + k]!
        : means[3 * (link - particleCount) + k]!
  })
  means.forEach((_, i) => (means[i]! /= weights[Math.floor(i / 3)]! || 1))
  return { means, weights }
}

/** Distance / length of all constraints. */
function stretches(hierarchy: Hierarchy, sheet: ClothSheet, map: Map3 = (p) => p): number[] {
  const x = sheet.restPositions
  const moved = Array.from({ length: sheet.particleCount }, (_, p) =>
    map([x[3 * p]!, x[3 * p + 1]!, x[3 * p + 2]!]),
  ).flat()
  const { means } = meansOf(hierarchy, sheet, moved)
  return hierarchy.levels.flatMap(({ ends, lengths }) =>
    Array.from(lengths).flatMap((length, c) => {
      const [a, b] = [ends[2 * c]!, ends[2 * c + 1]!]
      if (a < 0) return []
      return Math.hypot(...[0, 1, 2].map((k) => means[3 * a + k]! - means[3 * b + k]!)) / length
    }),
  )
}

const MESHES: readonly (readonly [string, ClothSheet])[] = [
  ['a disc', disc],
  ['a shirt', shirt],
  ['a sphere', sphere],
  ['an L', L],
  ['a sheet with a hole', holed],
]

describe.each(MESHES)('levels of %s', (_, sheet) => {
  const hierarchy = createMeshHierarchy(sheet)
  const { levels, parents, nodeCount } = hierarchy

  it('every particle and node has one parent, on the next level, and every node has children', () => {
    expect(levels.length).toBeGreaterThan(1)
    const coarsest = levels[levels.length - 1]!
    expect(coarsest.start + coarsest.count).toBe(nodeCount)
    expect(parents).toHaveLength(sheet.particleCount + coarsest.start)
    let first = 0
    let count = sheet.particleCount
    for (const level of levels) {
      const own = parents.subarray(first, first + count)
      expect(new Set(own)).toEqual(
        new Set(Array.from({ length: level.count }, (_, n) => level.start + n)),
      )
      first += count
      count = level.count
    }
  })

  it('areas add up on each level, and none is more than three times the mean', () => {
    const { weights } = meansOf(hierarchy, sheet, sheet.restPositions)
    for (const { start, count } of levels) {
      const own = weights.subarray(start, start + count)
      expect(sumOf(own)).toBeCloseTo(sheet.area, 12)
      expect(Math.max(...own)).toBeLessThan((3 * sheet.area) / count)
    }
  })

  it('about four make one', () => {
    let count = sheet.particleCount
    for (const level of levels) {
      expect(count / level.count).toBeGreaterThan(3)
      expect(count / level.count).toBeLessThan(5)
      count = level.count
    }
  })

  it('constraints join two nodes of a level, each pair once, and have a length', () => {
    for (const { start, count, ends, lengths } of levels) {
      const pairs = new Set<string>()
      lengths.forEach((length, c) => {
        const pair = [ends[2 * c]!, ends[2 * c + 1]!].sort((a, b) => a - b)
        if (pair[0]! < 0) return
        expect(pair[0]).toBeGreaterThanOrEqual(start)
        expect(pair[1]).toBeLessThan(start + count)
        expect(pairs.has(pair.join())).toBe(false)
        pairs.add(pair.join())
        expect(length > 0 && Number.isFinite(length)).toBe(true)
      })
    }
  })

  it('are the same when made again', () => {
    expect(createMeshHierarchy(sheet)).toEqual(hierarchy)
  })

  it('folded along random planes, 30 times: no constraint is violated (seeds 1 to 40)', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed)
      const folds = Array.from({ length: 30 }, () => {
        const normal = [0, 0, 0].map(() => random() - 0.5)
        const size = Math.hypot(...normal)
        return { normal: normal.map((n) => n / size), place: 0.6 * (random() - 0.5) }
      })
      const fold: Map3 = (point) =>
        folds.reduce<Vector>((p, { normal, place }) => {
          const below = Math.min(
            0,
            p[0] * normal[0]! + p[1] * normal[1]! + p[2] * normal[2]! - place,
          )
          return p.map((x, k) => x - 2 * below * normal[k]!) as unknown as Vector
        }, point)
      const most = Math.max(...stretches(hierarchy, sheet, fold))
      expect(most, `seed ${seed}`).toBeLessThanOrEqual(1 + 1e-6)
    }
  })
})

describe('what is flat at rest and rolls up', () => {
  const SHEETS = [
    ['a disc', disc],
    ['an L', L],
    ['a sheet with a hole', holed],
  ] as const
  it.each(SHEETS)(
    '%s as it is, on cylinders and cones: within 1e-6 (seeds 1 to 60)',
    (_, sheet) => {
      const hierarchy = createMeshHierarchy(sheet)
      expect(Math.max(...stretches(hierarchy, sheet))).toBeLessThanOrEqual(1 + 1e-6)
      for (let seed = 1; seed <= 60; seed++) {
        const random = createRandom(seed)
        const angle = 2 * Math.PI * random()
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        const radius = 0.02 * 100 ** random()
        const rolled: Map3 = ([x, y]) => {
          const along = c * x + s * y
          return [
            radius * Math.sin(along / radius),
            c * y - s * x,
            radius * Math.cos(along / radius),
          ]
        }
        // The tip lies outside the sheet, so the cone is smooth over it; several times around at most.
        const narrow = 0.05 + 0.9 * random()
        const tip = 1.5 + random()
        const cone: Map3 = ([x, y]) => {
          const [u, v] = [c * x + s * y + tip, c * y - s * x]
          const way = Math.hypot(u, v)
          const turn = Math.atan2(v, u) / narrow
          const height = way * Math.sqrt(1 - narrow ** 2)
          return [way * narrow * Math.cos(turn), way * narrow * Math.sin(turn), height]
        }
        for (const map of [rolled, cone]) {
          const most = Math.max(...stretches(hierarchy, sheet, map))
          expect(most, `seed ${seed}`).toBeLessThanOrEqual(1 + 1e-6)
        }
      }
    },
  )

  it('lengths are tight: flat, a disc uses 99.5 % of them in the mean and 95 % of each', () => {
    const used = stretches(createMeshHierarchy(disc), disc)
    expect(sumOf(used) / used.length).toBeGreaterThan(0.995)
    expect(Math.min(...used)).toBeGreaterThan(0.95)
  })
})

describe('a tube of 48 plane strips that is curved at rest', () => {
  const SIDES = 48
  const RADIUS = 0.2
  /** Width of a strip: an edge of the polygon. */
  const WIDTH = 2 * RADIUS * Math.sin(Math.PI / SIDES)
  const round = (column: number, row: number): Vector => {
    const angle = (2 * Math.PI * (column % SIDES)) / SIDES
    return [RADIUS * Math.cos(angle), 0.025 * row, RADIUS * Math.sin(angle)]
  }
  /** Column and row of a particle by its place. */
  const columnOf = ([x, , z]: Vector): number =>
    Math.round((SIDES * (Math.atan2(z, x) / (2 * Math.PI) + 1)) % SIDES)

  it('closed, pressed flat along any two opposite edges: within 1e-6', () => {
    const tube = quads(SIDES, 40, round)
    const hierarchy = createMeshHierarchy(tube)
    expect(tube.particleCount).toBe(SIDES * 41)
    expect(Math.max(...stretches(hierarchy, tube))).toBeLessThanOrEqual(1 + 1e-6)
    for (let turn = 0; turn < SIDES / 2; turn++) {
      const pressed: Map3 = (p) => {
        const column = (columnOf(p) + turn) % SIDES
        return [WIDTH * Math.abs(column - SIDES / 2), p[1], 0]
      }
      const most = Math.max(...stretches(hierarchy, tube, pressed))
      expect(most, `turn ${turn}`).toBeLessThanOrEqual(1 + 1e-6)
    }
  })

  it('open, unrolled: within 1e-6, and 98 % of the lengths are used in the mean', () => {
    const half = quads(SIDES - 8, 40, round)
    const hierarchy = createMeshHierarchy(half)
    const used = stretches(hierarchy, half, (p) => [WIDTH * columnOf(p), p[1], 0])
    expect(Math.max(...used)).toBeLessThanOrEqual(1 + 1e-6)
    expect(sumOf(used) / used.length).toBeGreaterThan(0.98)
  })
})

describe('islands and what is no cloth', () => {
  it('two discs and a vertex without triangles: no constraint from one to another', () => {
    const { positions, indices } = createDisc({ rings: 8 })
    const count = positions.length / 3
    const sheet = createMeshCloth({
      positions: [...positions, ...positions.map((x, i) => (i % 3 === 2 ? 0.01 : x)), 5, 5, 5],
      indices: [...indices, ...indices.map((v) => v + count)],
    })
    expect(sheet.particleCount).toBe(2 * count + 1)
    const { levels, parents, nodeCount } = createMeshHierarchy(sheet)
    expect(levels.length).toBeGreaterThan(0)
    const islands = Array.from({ length: nodeCount }, () => new Set<number>())
    parents.forEach((node, link) => {
      const own = link < sheet.particleCount
      const from = own ? [Math.floor(link / count)] : islands[link - sheet.particleCount]!
      for (const island of from) islands[node]!.add(island)
    })
    for (const own of islands) expect(own.size).toBe(1)
    for (const { ends } of levels) {
      for (let e = 0; e < ends.length; e += 2) {
        if (ends[e]! < 0) continue
        const [a] = islands[ends[e]!]!
        expect(islands[ends[e + 1]!]!.has(a!)).toBe(true)
        expect(a).not.toBe(2)
      }
    }
  })

  it('one triangle, and a fan around one particle, have no levels', () => {
    const one = createMeshCloth({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0] })
    expect(createMeshHierarchy(one)).toMatchObject({ levels: [], nodeCount: 0 })
    const fan = createMeshCloth(createDisc({ rings: 1 }))
    expect(createMeshHierarchy(fan)).toMatchObject({ levels: [], nodeCount: 0 })
  })

  it('a sheet that can tear has none', () => {
    expect(new CoarseLevels(disc, 0).nodeCount).toBeGreaterThan(0)
    expect(new CoarseLevels({ ...disc, reserve: 10 }, 0).nodeCount).toBe(0)
  })
})

/**
 * Torn sheets as topology: everything is checked against what can be counted from the triangles.
 * Random tears print their seed.
 */
import type { ClothSheet } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { createGrid } from '../../packages/core/src/mesh/grid.js'
import { createMeshCloth } from '../../packages/core/src/mesh/meshCloth.js'
import { TearableSheet } from '../../packages/core/src/mesh/TearableSheet.js'
import { CUBE, soupOf, sphereOf, TETRAHEDRON } from '../helpers/meshes.js'
import { faultsOf, topologyOf } from '../helpers/tornSheets.js'

const gridOf = (columns: number, rows: number): ClothSheet =>
  createGrid({
    size: [columns, rows],
    segments: [columns, rows],
    orientation: 'vertical',
    spacing: 'segments',
  })

const tearable = (sheet: ClothSheet, extra: number, firm: readonly number[] = []): TearableSheet =>
  new TearableSheet(
    sheet,
    extra,
    Array.from({ length: sheet.particleCount }, (_, p) => (firm.includes(p) ? 1 : 0)),
  )

/** A grid as a mesh with its own vertices per row of cells, as a texture atlas would have them. */
function seamed(columns: number, rows: number): ClothSheet {
  const { restPositions, triangles } = gridOf(columns, rows)
  const positions: number[] = []
  const indices: number[] = []
  const uvs: number[] = []
  for (let row = 0; row < rows; row++) {
    const numbers = new Map<number, number>()
    for (let n = 6 * columns * row; n < 6 * columns * (row + 1); n++) {
      const particle = triangles[n]!
      if (!numbers.has(particle)) {
        numbers.set(particle, positions.length / 3)
        positions.push(...restPositions.slice(3 * particle, 3 * particle + 3))
        uvs.push(particle, row)
      }
      indices.push(numbers.get(particle)!)
    }
  }
  return createMeshCloth({ positions, indices, uvs })
}

describe('a tear in the middle of a grid', () => {
  // 5 × 5 particles; 12 is in the middle, 13 to its right.
  const intact = gridOf(4, 4)
  const torn = tearable(intact, 8)
  const done = torn.split(12, 13)
  torn.respring()

  it('opens a slit of two edges across the spring: one particle and two edges more', () => {
    expect(done).toBe(true)
    expect(torn.reserve).toBe(7)
    expect(topologyOf(torn.triangles)).toEqual({
      ...topologyOf(intact.triangles),
      // V + 1, E + 2: a hole.
      euler: topologyOf(intact.triangles).euler - 1,
      boundary: topologyOf(intact.triangles).boundary + 4,
    })
    expect(faultsOf(torn, intact)).toEqual([])
  })

  it('keeps the springs beside the slit, doubles those along it, and cuts those across it', () => {
    const { ends, families, count } = torn.springs
    const named = Array.from(
      { length: count },
      (_, s) =>
        `${families[s]}:${[ends[2 * s]!, ends[2 * s + 1]!].sort((a, b) => a - b).join('-')}`,
    )
    // The two sides of the slit, upwards and downwards; which of them keeps 12 does not matter.
    expect(named).toEqual(expect.arrayContaining(['0:12-17', '0:17-25', '0:7-12', '0:7-25']))
    // Across the slit, and beside it.
    expect(named).not.toContain('2:11-13')
    expect(named).toContain('2:10-12')
    // Along the slit its tips are bent over it by no spring of the intact sheet; 7 to 17 lies along it,
    // and both sides have it between the same two particles: once.
    expect(named.filter((name) => name === '2:7-17')).toHaveLength(1)
  })

  it('shares mass between the two halves as their triangles have area: three of six each', () => {
    expect(torn.areas[25]! / intact.areas[12]!).toBeCloseTo(0.5, 12)
    expect(torn.areas[12]! + torn.areas[25]!).toBe(intact.areas[12]!)
  })

  it('mends bit by bit', () => {
    const again = tearable(intact, 8)
    torn.mend()
    for (const key of ['triangles', 'restPositions', 'areas', 'uvs', 'origins'] as const)
      expect(torn[key], key).toEqual(again[key])
    expect(torn.springs).toBe(intact.springs)
    expect(torn.reserve).toBe(8)
  })
})

describe('what cannot open', () => {
  it.each([
    ['the corner of a square, whose triangles all lie on one side', 0, 1],
    ['a particle in reserve', 4, 0],
    ['a particle that does not exist', -1, 0],
    ['no number', NaN, 0],
  ])('%s: nothing changes', (_, particle, towards) => {
    const intact = gridOf(1, 1)
    const torn = tearable(intact, 4)
    expect(torn.split(particle, towards)).toBe(false)
    expect(torn.triangles).toEqual(intact.triangles)
    expect(torn.reserve).toBe(4)
  })

  it('a list of splits that is not of this sheet leaves it mended', () => {
    const torn = tearable(gridOf(3, 3), 8)
    expect(torn.tearAlong([5, 6, 0, 15])).toBe(false)
    expect(torn.splits).toEqual([])
    expect(torn.reserve).toBe(8)
  })

  it('a corner so sharp that all its triangles point towards the spring', () => {
    const torn = tearable(createMeshCloth(TETRAHEDRON), 8)
    for (const [a, b] of [
      [0, 1],
      [1, 0],
      [2, 3],
    ] as const)
      expect(torn.split(a, b)).toBe(false)
  })

  it('without reserve nothing does', () => {
    const torn = tearable(gridOf(4, 4), 0)
    expect(torn.split(12, 13)).toBe(false)
  })
})

it('a crack that runs from edge to edge leaves two pieces and no particle that holds both', () => {
  const intact = gridOf(4, 4)
  const torn = tearable(intact, 20)
  // Up the middle column, each towards its right neighbour.
  for (const particle of [2, 7, 12, 17, 22]) torn.split(particle, particle + 1)
  torn.respring()
  const { pieces, bowTies, euler } = topologyOf(torn.triangles)
  expect({ pieces, bowTies, euler }).toEqual({ pieces: 2, bowTies: 0, euler: 2 })
  expect(faultsOf(torn, intact)).toEqual([])
  // No spring of any family joins the halves.
  const halves = new Map<number, number>()
  torn.triangles.forEach((particle, place) => {
    halves.set(particle, Math.floor(place / 6) % 4 < 2 ? 0 : 1)
  })
  const { ends, count } = torn.springs
  for (let s = 0; s < count; s++)
    expect(halves.get(ends[2 * s]!)).toBe(halves.get(ends[2 * s + 1]!))
})

it('a firm particle is not divided, even where it holds two pieces by a point', () => {
  const intact = gridOf(4, 1)
  const loose = tearable(intact, 20)
  loose.split(2, 3)
  expect(topologyOf(loose.triangles)).toMatchObject({ pieces: 2, bowTies: 0 })
  const held = tearable(intact, 20, [7])
  held.split(2, 3)
  expect(topologyOf(held.triangles)).toMatchObject({ pieces: 2, bowTies: 1 })
})

const SHEETS: readonly [string, () => ClothSheet][] = [
  ['a grid of 6 × 5 cells', () => gridOf(6, 5)],
  ['a grid of one row', () => gridOf(9, 1)],
  ['a grid with seams between its rows', () => seamed(5, 4)],
  ['a closed sphere', () => createMeshCloth(sphereOf(1))],
  ['a cube', () => createMeshCloth(CUBE)],
  ['triangles without indices', () => createMeshCloth({ positions: soupOf(CUBE) })],
]

describe.each(SHEETS)('%s, torn at random until nothing opens', (_, create) => {
  it.each([1, 2, 3])('stays sound after every split (seed %i)', (seed) => {
    const intact = create()
    const torn = tearable(intact, 3 * intact.triangles.length)
    const random = createRandom(seed)
    expect(faultsOf(torn, intact)).toEqual([])
    const capacity = torn.springCapacity
    for (let failures = 0; failures < 200;) {
      const { ends, count } = torn.springs
      const spring = Math.floor(random() * count)
      const turn = random() < 0.5 ? 0 : 1
      if (!torn.split(ends[2 * spring + turn]!, ends[2 * spring + 1 - turn]!)) {
        failures++
        continue
      }
      torn.respring()
      failures = 0
      expect(faultsOf(torn, intact), `seed ${seed}`).toEqual([])
      expect(topologyOf(torn.triangles).bowTies).toBe(0)
      expect(torn.springs.count).toBeLessThanOrEqual(capacity)
    }
    expect(torn.splits.length).toBeGreaterThan(0)

    const again = tearable(intact, 3 * intact.triangles.length)
    expect(again.tearAlong([...torn.splits])).toBe(true)
    for (const key of ['triangles', 'vertexTriangles', 'restPositions', 'areas', 'uvs'] as const)
      expect(again[key], key).toEqual(torn[key])
    expect(again.springs).toEqual(torn.springs)
  })

  it('never takes more than a small reserve', () => {
    const intact = create()
    const torn = tearable(intact, 3)
    const random = createRandom(7)
    for (let n = 0; n < 300; n++) {
      const { ends, count } = torn.springs
      const spring = Math.floor(random() * count)
      torn.split(ends[2 * spring]!, ends[2 * spring + 1]!)
      torn.respring()
      expect(torn.reserve).toBeGreaterThanOrEqual(0)
      expect(torn.springs.count).toBeLessThanOrEqual(torn.springCapacity)
    }
    expect(faultsOf(torn, intact)).toEqual([])
  })
})

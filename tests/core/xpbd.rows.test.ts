/**
 * Sweeps over whole grids row by row: that they go over each constraint once, and end with the same bits
 * as lists that are worked through one by one.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridRows } from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import { LEAST_COLUMNS, visitRows } from '../../packages/core/src/cloth/solvers/xpbd/rowOrder.js'
import { createKernels } from '../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js'
import type { XpbdMemory } from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { createGrid, SpringFamily } from '../../packages/core/src/mesh/grid.js'

const EMPTY = -1

type Pair = readonly [a: number, b: number]

function listRows(family: SpringFamily, columns: number, rows: number): Pair[] {
  const pairs: Pair[] = []
  visitRows(family, columns, rows, (a, b) => pairs.push([a, b]))
  return pairs
}

const FAMILIES = Object.values(SpringFamily)
const SIZES = [13, 14, 15, 16, 17, 20, 31, 50].map(
  (columns) => [columns, 2 + (columns % 5)] as const,
)

describe('order of rows', () => {
  it.each(SIZES)('%i × %i: each spring of the grid once, and nothing else', (columns, rows) => {
    const { springs } = createGrid({
      size: [1, 1],
      segments: [columns - 1, rows - 1],
      orientation: 'vertical',
      spacing: 'segments',
    })
    for (const family of FAMILIES) {
      const expected: string[] = []
      for (let s = 0; s < springs.count; s++)
        if (springs.families[s] === family)
          expected.push([springs.ends[2 * s], springs.ends[2 * s + 1]].join())
      const visited = listRows(family, columns, rows)
        .filter(([a]) => a !== EMPTY)
        .map(([a, b]) => [Math.max(a, b), Math.min(a, b)].join())
      expect(visited.sort()).toEqual(expected.sort())
    }
  })

  it.each(SIZES)('%i × %i: no two of four have a particle in common', (columns, rows) => {
    for (const family of FAMILIES) {
      const pairs = listRows(family, columns, rows)
      expect(pairs.length % 4).toBe(0)
      for (let c = 0; c < pairs.length; c += 4) {
        const ends = pairs.slice(c, c + 4).flatMap(([a, b]) => (a === EMPTY ? [] : [a, b]))
        expect(new Set(ends).size).toBe(ends.length)
      }
    }
  })
})

interface Sheet {
  readonly memory: XpbdMemory
  readonly kernels: ReturnType<typeof createKernels>['kernels']
  readonly grid: GridRows
}

/** A crumpled grid behind some particles that are none of it, with rest lengths of all kinds. */
function createSheet(columns: number, rows: number, behind: number, seed: number): Sheet {
  const lists = [SpringFamily.bend, SpringFamily.shear, SpringFamily.structural].map((family) =>
    listRows(family, columns, rows),
  )
  const [bends, shears] = lists.map(({ length }) => length)
  const pairs = lists.flat()
  const particles = behind + columns * rows
  const sizes = { particles, nodes: 0, constraints: pairs.length, tethers: 0, columns }
  const { memory, kernels, kind } = createKernels(sizes)
  expect(kind).toBe('wasm')
  pairs.forEach(([a, b], c) => {
    const ends = a === EMPTY ? [particles, particles] : [behind + a, behind + b]
    memory.ends.set(
      ends.map((end) => 4 * end),
      2 * c,
    )
  })
  const grid: GridRows = {
    ...{ first: behind, columns, rows, bends: 0, shears: bends! },
    ...{ structurals: bends! + shears!, end: pairs.length },
  }
  fill({ memory, kernels, grid }, seed)
  return { memory, kernels, grid }
}

function fill({ memory }: Sheet, seed: number): void {
  const { particles, offsets, restLengths, particleCount } = memory
  const random = createRandom(seed)
  for (let i = 0; i < 4 * particleCount; i++) {
    const isWeight = i % 4 === 3
    particles[i] = isWeight ? (random() < 0.1 ? 0 : 500 * random()) : random()
    offsets[i] = isWeight ? 0 : 1e-3 * random()
  }
  for (let c = 0; c < restLengths.length; c++) restLengths[c] = 0.3 + random()
}

const bitsOf = ({ memory: { particles, offsets } }: Sheet): Uint32Array[] =>
  [particles, offsets].map(({ buffer, byteOffset, length }) =>
    new Uint32Array(buffer, byteOffset, length).slice(),
  )

const cases = {
  columns: fc.integer({ min: LEAST_COLUMNS, max: 70 }),
  rows: fc.integer({ min: 2, max: 9 }),
  behind: fc.integer({ min: 0, max: 5 }),
  seed: fc.nat(),
}

describe('row by row = constraint by constraint, bit by bit', () => {
  it('solveRows = solveDistances for each family that is on', () => {
    const alpha = fc.constantFrom(-1, 0, 1e-3, 700)
    fc.assert(
      fc.property(
        fc.record({ ...cases, structural: alpha, shear: alpha, bend: alpha }),
        ({ columns, rows, behind, seed, structural, shear, bend }) => {
          const [fast, listed] = [1, 2].map(() => createSheet(columns, rows, behind, seed))
          const { kernels, grid } = listed!
          for (let n = 0; n < 2; n++) {
            fast!.kernels.solveRows(fast!.grid, [structural, shear, bend])
            if (bend >= 0) kernels.solveDistances(0, grid.shears, bend)
            if (shear >= 0)
              kernels.solveDistances(grid.shears, grid.structurals - grid.shears, shear)
            if (structural >= 0)
              kernels.solveDistances(grid.structurals, grid.end - grid.structurals, structural)
          }
          expect(bitsOf(fast!)).toEqual(bitsOf(listed!))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('limitRows = limitDistances for shear, then structural, and its largest ratio', () => {
    const stretch = fc.constantFrom(0.5, 1, 1.1, 1.5, 3)
    fc.assert(
      fc.property(fc.record({ ...cases, stretch }), ({ columns, rows, behind, seed, stretch }) => {
        const [fast, listed] = [1, 2].map(() => createSheet(columns, rows, behind, seed))
        const { kernels, grid } = listed!
        for (let n = 0; n < 3; n++) {
          const largest = fast!.kernels.limitRows(fast!.grid, stretch)
          const shear = kernels.limitDistances(grid.shears, grid.structurals - grid.shears, stretch)
          const rest = grid.end - grid.structurals
          const structural = kernels.limitDistances(grid.structurals, rest, stretch)
          expect(largest).toBe(Math.max(shear, structural))
        }
        expect(bitsOf(fast!)).toEqual(bitsOf(listed!))
      }),
      { numRuns: 60 },
    )
  })

  it('what was infinite leaves nothing behind', () => {
    const [used, fresh] = [1, 2].map(() => createSheet(29, 6, 0, 3))
    used!.memory.particles.fill(Infinity, 0, 50)
    used!.kernels.solveRows(used!.grid, [0, 0, 0])
    used!.kernels.limitRows(used!.grid, 1)
    fill(used!, 3)
    for (const { kernels, grid } of [used!, fresh!]) {
      kernels.solveRows(grid, [0, 1e-3, 1])
      kernels.limitRows(grid, 1.1)
    }
    expect(bitsOf(used!)).toEqual(bitsOf(fresh!))
  })
})

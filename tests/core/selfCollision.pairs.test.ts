/**
 * The search for near pairs against all pairs: whatever the signs, the place in the world, the cells,
 * in WebAssembly and without; the list of near pairs of a sheet, what is left out of it, and how it
 * grows with a clump.
 */
import { ClothSimulation } from '@billow/core'
import { describe, expect, it, vi } from 'vitest'
import { NearPairs, type NearSheet } from '../../packages/core/src/collision/NearPairs.js'
import { PairSearch } from '../../packages/core/src/collision/PairSearch.js'
import { createRandom } from '../../packages/core/src/math/random.js'

/** Sorted, as text. */
function bruteForce(points: Float64Array, radius: number): string[] {
  const pairs: string[] = []
  for (let a = 0; a < points.length; a += 3) {
    for (let b = a + 3; b < points.length; b += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => points[b + k]! - points[a + k]!) as [
        number,
        number,
        number,
      ]
      if (x * x + y * y + z * z < radius * radius) pairs.push(`${a / 3},${b / 3}`)
    }
  }
  return pairs.sort()
}

function found(search: PairSearch, points: Float64Array, radius: number): string[] {
  search.places.set(points)
  search.reach[0] = radius
  search.include([0, points.length / 3])
  const count = search.find()
  return Array.from(
    { length: count },
    (_, n) => `${search.pairs[2 * n]!},${search.pairs[2 * n + 1]!}`,
  ).sort()
}

describe('neighbour sets', () => {
  it.each([0, 1e6, -1e6])(
    '1000 random sets of both signs around %d m: the same as by brute force (V59)',
    (offset) => {
      const seed = 5900
      const random = createRandom(seed)
      const search = new PairSearch(40)
      let pairs = 0
      for (let set = 0; set < 1000; set++) {
        const count = 2 + Math.floor(39 * random())
        // From a clump within one cell to a dust in which hardly any two are near.
        const extents = [0, 1, 2].map(() => 10 ** (3 * random() - 2))
        const points = Float64Array.from(
          { length: 3 * count },
          (_, i) => offset + extents[i % 3]! * (2 * random() - 1),
        )
        const radius = 10 ** (2 * random() - 2)
        const expected = bruteForce(points, radius)
        expect(found(search, points, radius), `seed ${seed}, set ${set}`).toEqual(expected)
        pairs += expected.length
      }
      expect(pairs).toBeGreaterThan(10_000)
    },
  )

  it('points on the borders of cells, at 0 and at multiples of the radius: as by brute force (V59)', () => {
    const random = createRandom(3)
    for (const radius of [1, 0.1, 3]) {
      const points = Float64Array.from(
        { length: 600 },
        () => radius * (Math.floor(5 * random()) - 2) + (random() < 0.5 ? 0 : 1e-12),
      )
      expect(found(new PairSearch(200), points, radius)).toEqual(bruteForce(points, radius))
    }
  })

  it('a long row, whose cells share places in the grid: as by brute force (V59)', () => {
    const points = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 0.37 * i : 0.01 * i))
    for (const radius of [0.5, 2, 40]) {
      expect(found(new PairSearch(100), points, radius)).toEqual(bruteForce(points, radius))
    }
  })

  it('millions of cells along every side, in WebAssembly and without: as by brute force', () => {
    const random = createRandom(7)
    // Each place has two points, so that there is something to find in so much room.
    const points = Float64Array.from({ length: 60 }, () => 1e8 * (2 * random() - 1))
    const pairs = Float64Array.from(
      { length: 120 },
      (_, i) => points[i % 60]! + (i < 60 ? 0 : 0.25),
    )
    for (const radius of [1, 1e-3]) {
      const expected = bruteForce(pairs, radius)
      expect(expected).toHaveLength(radius === 1 ? 20 : 0)
      expect(found(new PairSearch(40), pairs, radius)).toEqual(expected)
      expect(found(createPlain(40), pairs, radius)).toEqual(expected)
    }
  })

  it('spans: what lies between them does not count', () => {
    const search = new PairSearch(10)
    search.reach[0] = 1
    search.include([0, 1, 1, 2, 4, 4, 7, 9])
    expect(search.find()).toBe(6)
    const pairs = Array.from(search.pairs.subarray(0, 12))
    expect(new Set(pairs)).toEqual(new Set([0, 1, 7, 8]))
  })

  it('what is no number is near nobody, and the search comes to an end', () => {
    const points = Float64Array.of(NaN, 0, 0, Infinity, 0, 0, -1e300, 0, 0, 5, 5, 5, 5, 5, 5.1)
    expect(found(new PairSearch(5), points, 1)).toEqual(['3,4'])
  })

  it.each([NaN, Infinity, -Infinity, 1e308])(
    'points that are all at %d: none is near for what is no number, and the search goes on after',
    (x) => {
      for (const search of [new PairSearch(300), createPlain(300)]) {
        const far = new Float64Array(900).fill(x)
        // In one place all are near, at any finite one.
        const expected = Number.isFinite(x) ? (300 * 299) / 2 : 0
        expect(found(search, far, 0.01).length).toBe(expected)
        const points = Float64Array.from({ length: 900 }, (_, i) => (i % 97) / 97)
        expect(found(search, points, 0.1)).toEqual(bruteForce(points, 0.1))
      }
    },
  )
})

/** A search that runs without WebAssembly. */
function createPlain(...sizes: ConstructorParameters<typeof PairSearch>): PairSearch {
  vi.stubGlobal('WebAssembly', undefined)
  try {
    return new PairSearch(...sizes)
  } finally {
    vi.unstubAllGlobals()
  }
}

interface PointSet {
  readonly points: Float64Array
  readonly radius: number
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Points, of which some are connected. */
function randomSet(random: () => number, count: number): PointSet {
  const extents = [0, 1, 2].map(() => 10 ** (3 * random() - 2))
  const points = Float64Array.from(
    { length: 3 * count },
    (_, i) => extents[i % 3]! * (2 * random() - 1),
  )
  const edges = Array.from({ length: count }, () => new Set<number>())
  for (let n = 0; n < 3 * count; n++) {
    const [a, b] = [Math.floor(count * random()), Math.floor(count * random())]
    if (a === b) continue
    edges[a]!.add(b)
    edges[b]!.add(a)
  }
  const starts = [0]
  for (const own of edges) starts.push(starts.at(-1) + own.size)
  return { points, radius: 10 ** (2 * random() - 2), starts, ends: edges.flatMap((e) => [...e]) }
}

describe('pairs that are left out', () => {
  it('by an edge, or as points of a group: all others are there, as by brute force', () => {
    const seed = 41
    const random = createRandom(seed)
    let left = 0
    for (let set = 0; set < 200; set++) {
      const { points, radius, starts, ends } = randomSet(random, 60)
      const search = new PairSearch(60, ends.length)
      expect(search.exclude(starts, ends)).toBe(true)
      search.excludeWithin(0, 20, 0)
      search.excludeWithin(20, 40, 1)
      const groupOf = (p: number): number => (p < 20 ? 0 : p < 40 ? 1 : p)
      const all = bruteForce(points, radius)
      const expected = all.filter((pair) => {
        const [p, q] = pair.split(',').map(Number) as [number, number]
        return groupOf(p) !== groupOf(q) && !ends.slice(starts[p], starts[p + 1]).includes(q)
      })
      expect(found(search, points, radius), `seed ${seed}, set ${set}`).toEqual(expected)
      left += all.length - expected.length
    }
    expect(left).toBeGreaterThan(1000)
  })

  it('more edges than there is room for are refused', () => {
    expect(new PairSearch(2, 1).exclude([0, 1, 2], [1, 0])).toBe(false)
  })
})

describe('WebAssembly and TypeScript', () => {
  it.each([2 ** 30, 5])(
    'find the same pairs in the same order, %d near a point at most',
    (most) => {
      const seed = 7
      const random = createRandom(seed)
      for (let set = 0; set < 200; set++) {
        const count = 2 + Math.floor(150 * random())
        const { points, radius, starts, ends } = randomSet(random, count)
        const [fast, plain] = [
          new PairSearch(count, ends.length),
          createPlain(count, ends.length),
        ].map((search) => {
          search.exclude(starts, ends)
          search.places.set(points)
          search.reach[0] = radius
          search.include([0, count >> 1, (count + 2) >> 1, count])
          const pairs = search.find(most)
          return { pairs: search.pairs.slice(0, 2 * pairs), isCrowded: search.isCrowded }
        })
        expect(fast, `seed ${seed}, set ${set}`).toEqual(plain)
      }
    },
  )
})

describe('a clump', () => {
  it('20 000 points in one place: as many pairs per point as are looked at, not all 2e8', () => {
    const search = new PairSearch(20_000)
    search.reach[0] = 1
    const pairs = search.find(64)
    expect(search.isCrowded).toBe(true)
    expect(pairs).toBeGreaterThan(63 * 20_000)
    // Four are looked at at once.
    expect(pairs).toBeLessThan(68 * 20_000)
  })

  it('what is listed of it does not depend on when', () => {
    const { sheet } = new ClothSimulation({ size: [1, 1], segments: [29, 29] })
    const near: NearSheet = { sheet, thickness: 0.02, touchesItself: true, friction: 0 }
    const random = createRandom(1)
    const clump = Float64Array.from({ length: 2700 }, () => 0.01 * random())
    const list = (history: number): number[] => {
      const pairs = new NearPairs([near])
      for (let n = history; n >= 0; n--) pairs.update(clump.map((x) => x + n * 1e-5 * random()))
      pairs.update(clump)
      return [...pairs.first.subarray(0, pairs.count), ...pairs.second.subarray(0, pairs.count)]
    }
    expect(list(5)).toEqual(list(0))
    // All of them would be 404 550, of which 3422 are edges.
    expect(list(0).length / 2).toBeLessThan(150_000)
  })
})

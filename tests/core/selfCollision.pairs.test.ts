/** The search for near pairs against all pairs: whatever the signs, the place in the world, the cells. */
import { describe, expect, it } from 'vitest'
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
  const count = search.find(points, [0, points.length / 3], radius)
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

  it('spans: what lies between them does not count', () => {
    const points = new Float64Array(30)
    const search = new PairSearch(10)
    expect(search.find(points, [0, 2, 7, 9], 1)).toBe(6)
    const pairs = Array.from(search.pairs.subarray(0, 12))
    expect(new Set(pairs)).toEqual(new Set([0, 1, 7, 8]))
  })

  it('what is no number is near nobody, and the search comes to an end', () => {
    const points = Float64Array.of(NaN, 0, 0, Infinity, 0, 0, -1e300, 0, 0, 5, 5, 5, 5, 5, 5.1)
    expect(found(new PairSearch(5), points, 1)).toEqual(['3,4'])
  })
})

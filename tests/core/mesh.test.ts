/** The sheet: springs by number and order, triangles, uv, normals and bounds. */
import {
  ClothSimulation,
  type ClothOptions,
  computeBounds,
  computeNormals,
  createBounds,
  SpringFamily,
} from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'

const gridOf = (options: ClothOptions) => new ClothSimulation(options).grid

describe('springs of a grid of N × M particles', () => {
  it.each([
    [50, 50],
    [2, 2],
    [3, 2],
    [2, 9],
    [7, 4],
  ])('%i × %i: 2NM − N − M structural, 2(N−1)(M−1) shear, (N−2)M + N(M−2) bend', (n, m) => {
    const { springs } = gridOf({ segments: [n - 1, m - 1] })
    const counts = [0, 0, 0]
    for (const family of springs.families) counts[family]!++
    expect(counts[SpringFamily.structural]).toBe(2 * n * m - n - m)
    expect(counts[SpringFamily.shear]).toBe(2 * (n - 1) * (m - 1))
    expect(counts[SpringFamily.bend]).toBe((n - 2) * m + n * (m - 2))
    expect(springs.count).toBe(counts[0]! + counts[1]! + counts[2]!)
    expect(springs.ends).toHaveLength(2 * springs.count)
  })

  it('50 × 50: 14502 (CS184)', () => {
    expect(gridOf({ segments: [49, 49] }).springs.count).toBe(14502)
  })

  it('3 × 3: particle by particle left, back, two diagonals, two bend springs (order A of CS184)', () => {
    const { ends, families } = gridOf({ segments: [2, 2] }).springs
    const [s, h, b] = [SpringFamily.structural, SpringFamily.shear, SpringFamily.bend]
    const expected = [
      ...[[1, 0, s]],
      ...[
        [2, 1, s],
        [2, 0, b],
      ],
      ...[
        [3, 0, s],
        [3, 1, h],
      ],
      ...[
        [4, 3, s],
        [4, 1, s],
        [4, 0, h],
        [4, 2, h],
      ],
      ...[
        [5, 4, s],
        [5, 2, s],
        [5, 1, h],
        [5, 3, b],
      ],
      ...[
        [6, 3, s],
        [6, 4, h],
        [6, 0, b],
      ],
      ...[
        [7, 6, s],
        [7, 4, s],
        [7, 3, h],
        [7, 5, h],
        [7, 1, b],
      ],
      ...[
        [8, 7, s],
        [8, 5, s],
        [8, 4, h],
        [8, 6, b],
        [8, 2, b],
      ],
    ]
    const actual = Array.from(families, (family, n) => [ends[2 * n], ends[2 * n + 1], family])
    expect(actual).toEqual(expected)
  })

  it('rest lengths on a 3 : 4 cell of 0.3 × 0.4 m: 0.3, 0.4, 0.5 and twice the sides', () => {
    const { springs } = gridOf({ size: [0.9, 0.8], segments: [3, 2] })
    const lengths = [0, 1, 2].map((family) => {
      const own = springs.restLengths.filter((_, n) => springs.families[n] === family)
      return [...new Set([...own].map((length) => length.toFixed(12)))].sort()
    })
    expect(lengths).toEqual([
      ['0.300000000000', '0.400000000000'],
      ['0.500000000000'],
      ['0.600000000000', '0.800000000000'],
    ])
  })

  it('rest lengths are measured after the offset out of the plane', () => {
    const { springs, restPositions } = gridOf({ segments: [5, 5], jitter: 0.01 })
    expect(Math.max(...restPositions.filter((_, i) => i % 3 === 2))).toBeGreaterThan(0.001)
    for (let n = 0; n < springs.count; n++) {
      const [a, b] = [3 * springs.ends[2 * n]!, 3 * springs.ends[2 * n + 1]!]
      const length = Math.hypot(
        ...[0, 1, 2].map((k) => restPositions[a + k]! - restPositions[b + k]!),
      )
      expect(springs.restLengths[n]).toBeCloseTo(length, 15)
    }
    const cloth = new ClothSimulation({ solver: 'pbd', segments: [5, 5], jitter: 0.01 })
    expect(cloth.measure().maxStrain).toBeCloseTo(0, 12)
  })
})

describe('offsets out of the plane', () => {
  it('jitter: up to its amount either way, the same for the same seed', () => {
    const offsets = (seed: number) =>
      [...gridOf({ segments: [20, 20], jitter: 0.01, seed }).restPositions].filter(
        (_, i) => i % 3 === 2,
      )
    const first = offsets(1)
    expect(Math.max(...first)).toBeLessThanOrEqual(0.01)
    expect(Math.min(...first)).toBeGreaterThanOrEqual(-0.01)
    // 441 uniform numbers: the largest is above 0.9 of the range but for a chance of 0.95⁴⁴¹.
    expect(Math.max(...first)).toBeGreaterThan(0.009)
    expect(Math.min(...first)).toBeLessThan(-0.009)
    expect(offsets(1)).toEqual(first)
    expect(offsets(2)).not.toEqual(first)
  })

  it('offsetAt: along z for a vertical sheet, along y for a horizontal one, in place of jitter', () => {
    const offsetAt = (column: number, row: number) => 100 * column + row
    for (const [orientation, axis] of [
      ['vertical', 2],
      ['horizontal', 1],
    ] as const) {
      const { restPositions } = gridOf({ segments: [2, 1], orientation, offsetAt, jitter: 1 })
      expect([...restPositions].filter((_, i) => i % 3 === axis)).toEqual([
        0, 100, 200, 1, 101, 201,
      ])
    }
  })
})

describe('where a sheet of 2 × 1 m lies', () => {
  it.each([
    ['vertical', [-1, -0.5, 0], [1, 0.5, 0]],
    ['horizontal', [-1, 0, -0.5], [1, 0, 0.5]],
  ] as const)('%s: its centre is at the origin', (orientation, min, max) => {
    const bounds = computeBounds(
      gridOf({ size: [2, 1], segments: [8, 4], orientation }).restPositions,
      createBounds(),
    )
    bounds.min.forEach((value, axis) => expect(value).toBeCloseTo(min[axis]!, 12))
    bounds.max.forEach((value, axis) => expect(value).toBeCloseTo(max[axis]!, 12))
  })

  it('origin is where particle (0, 0) lies', () => {
    const { restPositions } = gridOf({ segments: [2, 2], origin: [1, 2, 3] })
    expect([...restPositions.subarray(0, 3)]).toEqual([1, 2, 3])
  })
})

describe('uv', () => {
  it.each([
    ['vertical', [0, 0], [1, 0], [0, 1], [1, 1]],
    ['horizontal', [0, 1], [1, 1], [0, 0], [1, 0]],
  ] as const)('%s: from 0 to 1, v upwards as seen from the front', (orientation, ...corners) => {
    const { uvs } = gridOf({ segments: [4, 2], orientation })
    const at = (particle: number) => [uvs[2 * particle], uvs[2 * particle + 1]]
    expect([at(0), at(4), at(10), at(14)]).toEqual(corners)
    expect(at(6)).toEqual([0.25, 0.5])
  })
})

describe('normals', () => {
  function normalsOf(options: ClothOptions, shape?: (x: number, y: number) => number[]) {
    const { restPositions, triangles } = gridOf(options)
    const positions = Float32Array.from(restPositions)
    if (shape) {
      for (let i = 0; i < positions.length; i += 3)
        positions.set(shape(positions[i]!, positions[i + 1]!), i)
    }
    const normals = new Float32Array(positions.length)
    computeNormals(positions, triangles, normals)
    return { positions, normals }
  }

  it.each([
    ['horizontal', [0, 1, 0]],
    ['vertical', [0, 0, 1]],
  ] as const)('a flat %s sheet has %j everywhere', (orientation, expected) => {
    const { normals } = normalsOf({ segments: [5, 3], orientation })
    for (let i = 0; i < normals.length; i++) expect(normals[i]).toBeCloseTo(expected[i % 3]!, 6)
  })

  it('a sheet rolled onto a cylinder of radius 1 points away from its axis, to 1e-3', () => {
    const { positions, normals } = normalsOf({ size: [2, 1], segments: [64, 8] }, (x, y) => [
      Math.sin(x),
      y,
      Math.cos(x),
    ])
    for (let p = 0; p < positions.length / 3; p++) {
      const column = p % 65
      const [x, , z] = positions.subarray(3 * p)
      const [nx, ny, nz] = normals.subarray(3 * p)
      expect(Math.hypot(nx!, ny!, nz!)).toBeCloseTo(1, 6)
      // At the free edges triangles lie on one side only: half a column of 1/32 rad askew.
      const tolerance = column === 0 || column === 64 ? 1 / 64 + 1e-3 : 1e-2
      expect(Math.abs(nx! - x!)).toBeLessThan(tolerance)
      expect(Math.abs(ny!)).toBeLessThan(tolerance)
      expect(Math.abs(nz! - z!)).toBeLessThan(tolerance)
    }
  })

  it('count triangles by their area: √(a² + b²) for a right angle of areas a and b', () => {
    // Two triangles share an edge: one of area 1 facing +z, one of area 3 facing +x.
    const positions = Float32Array.of(...[0, 0, 0], ...[0, 1, 0], ...[-2, 0, 0], ...[0, 0, -6])
    const normals = new Float32Array(12)
    computeNormals(positions, Uint32Array.of(0, 1, 2, 0, 3, 1), normals)
    const length = Math.hypot(1, 3)
    expect(normals[0]).toBeCloseTo(3 / length, 6)
    expect(normals[1]).toBeCloseTo(0, 6)
    expect(normals[2]).toBeCloseTo(1 / length, 6)
  })

  it('vertices whose triangles have no area keep their last normal', () => {
    const positions = new Float32Array(9)
    const normals = Float32Array.of(...[0, 0, 1], ...[0, 1, 0], ...[1, 0, 0])
    const before = normals.slice()
    computeNormals(positions, Uint32Array.of(0, 1, 2), normals)
    expect(normals).toEqual(before)
  })

  it('scratch space that is shared between meshes leaves nothing behind', () => {
    const large = normalsOf({ segments: [40, 40] }, (x, y) => [x, y, x * y])
    const small = normalsOf({ segments: [3, 3] })
    expect(small.normals.every((value, i) => Math.abs(value - (i % 3 === 2 ? 1 : 0)) < 1e-6)).toBe(
      true,
    )
    expect(normalsOf({ segments: [40, 40] }, (x, y) => [x, y, x * y]).normals).toEqual(
      large.normals,
    )
  })

  it('triangles cover the sheet once: areas sum to 2 × 1.5 m²', () => {
    const { restPositions, triangles } = gridOf({ size: [2, 1.5], segments: [7, 5] })
    expect(triangles).toHaveLength(6 * 7 * 5)
    let area = 0
    for (let t = 0; t < triangles.length; t += 3) {
      const [ax, ay, bx, by, cx, cy] = [0, 1, 2].flatMap((k) => {
        const i = 3 * triangles[t + k]!
        return [restPositions[i]!, restPositions[i + 1]!]
      }) as [number, number, number, number, number, number]
      const signed = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
      expect(signed).toBeGreaterThan(0)
      area += signed
    }
    expect(area).toBeCloseTo(3, 12)
  })
})

describe('bounds', () => {
  it.each([1, 2, 3])('box, centre and radius by brute force on random points, seed %i', (seed) => {
    const random = createRandom(seed)
    const points = Float32Array.from({ length: 300 }, () => 20 * random() - 10)
    const { min, max, center, radius } = computeBounds(points, createBounds())
    for (const axis of [0, 1, 2]) {
      const values = [...points].filter((_, i) => i % 3 === axis)
      expect(min[axis]).toBe(Math.min(...values))
      expect(max[axis]).toBe(Math.max(...values))
      expect(center[axis]).toBeCloseTo((min[axis]! + max[axis]!) / 2, 12)
    }
    let farthest = 0
    for (let i = 0; i < points.length; i += 3) {
      farthest = Math.max(
        farthest,
        Math.hypot(points[i]! - center[0], points[i + 1]! - center[1], points[i + 2]! - center[2]),
      )
    }
    expect(radius).toBeCloseTo(farthest, 12)
  })

  it('one point: a box and a sphere of no size, in the object that was passed', () => {
    const bounds = createBounds()
    expect(computeBounds([1, -2, 3], bounds)).toBe(bounds)
    expect(bounds).toEqual({ min: [1, -2, 3], max: [1, -2, 3], center: [1, -2, 3], radius: 0 })
  })
})

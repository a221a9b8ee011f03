/** Welding by position and by distance, and what reaches the vertices that are drawn. */
import { computeSeamlessNormals, createMeshSheet, writeVertexPositions } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { TripleTable } from '../../packages/core/src/mesh/TripleTable.js'
import { weldVertices } from '../../packages/core/src/mesh/weld.js'
import { CUBE, piecesOf, soupOf } from '../helpers/meshes.js'

describe('equal positions', () => {
  it('−0 is 0, and particles lie at 0', () => {
    const weld = weldVertices(Float64Array.of(0, 1, 0, -0, 1, -0, -0, -0, -0, 0, 0, 0), 0)
    expect([...weld.particleOfVertex]).toEqual([0, 0, 1, 1])
    expect(weld.positions.every((value) => Object.is(value, 0) || value === 1)).toBe(true)
  })

  it('the smallest difference keeps two vertices apart', () => {
    const next = 1 + Number.EPSILON
    expect([...weldVertices(Float64Array.of(1, 0, 0, next, 0, 0), 0).particleOfVertex]).toEqual([
      0, 1,
    ])
  })

  it('a box without shared corners is one piece, not twelve triangles', () => {
    expect(piecesOf(createMeshSheet({ positions: soupOf(CUBE) }))).toBe(1)
  })
})

describe('within a distance', () => {
  const along = (...xs: number[]) => Float64Array.from(xs.flatMap((x) => [x, 0, 0]))

  it('up to and including it', () => {
    expect([...weldVertices(along(0, 0.25, 0.5), 0.25).particleOfVertex]).toEqual([0, 0, 1])
    expect([...weldVertices(along(0, 0.25), 0.2499).particleOfVertex]).toEqual([0, 1])
  })

  it('across the borders of cells, on both sides of 0', () => {
    expect([...weldVertices(along(-1e-4, 1e-4, 1, 0.9999), 1e-3).particleOfVertex]).toEqual([
      0, 0, 1, 1,
    ])
  })

  it('a chain of near vertices does not collapse into one', () => {
    const chain = Array.from({ length: 11 }, (_, n) => n / 10)
    const { particleOfVertex, positions } = weldVertices(along(...chain), 0.15)
    expect([...particleOfVertex]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5])
    expect([...positions.filter((_, n) => n % 3 === 0)]).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  })

  it('the nearest particle, and of two equally near ones the first', () => {
    expect([...weldVertices(along(0, 3, 2), 2).particleOfVertex]).toEqual([0, 1, 1])
    expect([...weldVertices(along(0, 2, 1), 1).particleOfVertex]).toEqual([0, 1, 0])
    expect([...weldVertices(along(2, 0, 1), 1).particleOfVertex]).toEqual([0, 1, 0])
  })

  it('far below the precision of the positions: only equal ones', () => {
    const weld = weldVertices(along(1e6, 1e6, 1e6 + 1e-9, 0), 1e-30)
    expect([...weld.particleOfVertex]).toEqual([0, 0, 1, 2])
  })

  it('a cube with corners off by up to 0.1 mm is whole again with 1 mm', () => {
    const random = createRandom(7)
    const positions = soupOf(CUBE).map((value) => value + 1e-4 * (random() - 0.5))
    expect(createMeshSheet({ positions }).particleCount).toBe(36)
    const sheet = createMeshSheet({ positions, weldDistance: 1e-3 })
    expect(sheet.particleCount).toBe(8)
    expect(sheet.bendPairs).toHaveLength(4 * 18)
  })

  it.each([1, 2, 3, 4, 5, 6])('against all pairs, seed %i', (seed) => {
    const random = createRandom(seed)
    const distance = 10 ** (-3 * random())
    const positions = Float64Array.from({ length: 900 }, () => 2 * random() - 1)
    const expected: number[] = []
    const firsts: number[] = []
    for (let vertex = 0; vertex < 300; vertex++) {
      let nearest = firsts.length
      let least = Infinity
      firsts.forEach((first, particle) => {
        const d = [0, 1, 2].map((k) => positions[3 * first + k]! - positions[3 * vertex + k]!)
        const away = Math.sqrt(d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!)
        if (away > distance || away >= least) return
        nearest = particle
        least = away
      })
      if (nearest === firsts.length) firsts.push(vertex)
      expected.push(nearest)
    }
    expect([...weldVertices(positions, distance).particleOfVertex]).toEqual(expected)
  })
})

describe('the table of triples', () => {
  it('gives 20 000 random triples the numbers that a Map gives, seed 3', () => {
    const random = createRandom(3)
    const table = new TripleTable()
    const known = new Map<string, number>()
    for (let n = 0; n < 20_000; n++) {
      const triple = [0, 1, 2].map(() => Math.floor(20 * random()) - 10) as [number, number, number]
      const key = triple.join()
      if (!known.has(key)) {
        expect(table.find(...triple)).toBe(-1)
        known.set(key, known.size)
      }
      expect(table.add(...triple)).toBe(known.get(key))
      expect(table.find(...triple)).toBe(known.get(key))
    }
    expect(table.count).toBe(known.size)
  })
})

describe('what is drawn', () => {
  it('vertices on a seam have the position and, bit by bit, the normal of their particle', () => {
    const sheet = createMeshSheet({ positions: soupOf(CUBE) })
    const particles = Float32Array.from(sheet.restPositions, (value) => value - 0.5)
    const positions = new Float32Array(3 * 36)
    const normals = new Float32Array(3 * 36)
    writeVertexPositions(particles, sheet.particleOfVertex, positions)
    computeSeamlessNormals(
      particles,
      sheet.triangles,
      sheet.particleOfVertex,
      new Float32Array(particles.length),
      normals,
    )
    expect([...positions]).toEqual(soupOf(CUBE).map((value) => value - 0.5))
    for (let vertex = 0; vertex < 36; vertex++) {
      const normal = normals.slice(3 * vertex, 3 * vertex + 3)
      expect(Math.hypot(...normal)).toBeCloseTo(1, 6)
      // Outwards: to the same side as the corner, seen from the middle of the cube.
      normal.forEach((value, axis) => {
        expect(Math.sign(value)).toBe(Math.sign(positions[3 * vertex + axis]!))
      })
      const twin = sheet.particleOfVertex.indexOf(sheet.particleOfVertex[vertex]!)
      expect([...normal]).toEqual([...normals.slice(3 * twin, 3 * twin + 3)])
    }
  })
})

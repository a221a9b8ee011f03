/**
 * Any mesh as cloth: particles, areas, edges and bend pairs of solids whose numbers are known, and
 * of random meshes against the slow way.
 */
import { createMeshSheet, springsOfEdges, SpringFamily } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import {
  CUBE,
  edgeUses,
  eulerOf,
  piecesOf,
  soupOf,
  sphereOf,
  SQUARE,
  sumOf,
  TETRAHEDRON,
} from '../helpers/meshes.js'

/** The angle between normals across an edge of a regular tetrahedron: π less acos 1/3. */
const TETRAHEDRON_ANGLE = Math.PI - Math.acos(1 / 3)

describe('a square of two triangles', () => {
  const sheet = createMeshSheet(SQUARE)

  it('is 4 particles, 5 edges in the order in which they are met, 1 bend pair, flat', () => {
    expect(sheet.particleCount).toBe(4)
    expect([...sheet.edges]).toEqual([0, 1, 1, 2, 0, 2, 2, 3, 0, 3])
    // Opposite 1 and 3, and the diagonal as the first triangle has it: from 2 to 0.
    expect([...sheet.bendPairs]).toEqual([1, 3, 2, 0])
    expect([...sheet.restAngles]).toEqual([0])
    expect(sheet.warnings).toEqual([])
  })

  it('shares 1 m² by thirds of triangles: 1/3 on the diagonal, 1/6 beside it', () => {
    const expected = [1 / 3, 1 / 6, 1 / 3, 1 / 6]
    sheet.areas.forEach((area, n) => expect(area).toBeCloseTo(expected[n]!, 15))
  })

  it('has structural springs along all edges: sides 1, diagonal √2', () => {
    const springs = springsOfEdges(sheet)
    expect(springs.count).toBe(5)
    expect([...springs.ends]).toEqual([...sheet.edges])
    expect([...springs.families]).toEqual(new Array(5).fill(SpringFamily.structural))
    expect([...springs.restLengths]).toEqual([1, 1, Math.SQRT2, 1, 1])
  })

  it('is copied: later changes of the arrays do not reach it', () => {
    const positions = Float64Array.from(SQUARE.positions)
    const indices = Uint16Array.from(SQUARE.indices)
    const uvs = new Float32Array(8)
    const copy = createMeshSheet({ positions, indices, uvs })
    positions.fill(9)
    indices.fill(0)
    uvs.fill(9)
    expect([...copy.restPositions]).toEqual(SQUARE.positions)
    expect([...copy.vertexTriangles]).toEqual(SQUARE.indices)
    expect([...copy.uvs]).toEqual(new Array(8).fill(0))
  })
})

describe('bend angles', () => {
  it.each([
    [0.5, 'a ridge of the front'],
    [-0.5, 'a valley'],
    [3, 'nearly folded backwards'],
    [-3, 'nearly folded forwards'],
    [1e-9, 'almost flat'],
  ])('%f rad: %s', (angle) => {
    // The hinge along x, one triangle flat in front of it, the other turned down by the angle.
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -Math.cos(angle), -Math.sin(angle)]
    const { restAngles } = createMeshSheet({ positions, indices: [0, 1, 2, 1, 0, 3] })
    expect(restAngles[0]! / angle).toBeCloseTo(1, 12)
  })

  it('folded flat it is π, from either side', () => {
    for (const x of [0.25, 0.75]) {
      const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, x, 1, 0]
      const { restAngles } = createMeshSheet({ positions, indices: [0, 1, 2, 1, 0, 3] })
      expect(restAngles[0]).toBe(Math.PI)
    }
  })

  it('do not depend on the scale of the mesh', () => {
    for (const scale of [1e-4, 1, 1e5]) {
      const { restAngles } = createMeshSheet({
        ...TETRAHEDRON,
        positions: TETRAHEDRON.positions.map((value) => scale * value),
      })
      for (const angle of restAngles) expect(angle).toBeCloseTo(TETRAHEDRON_ANGLE, 12)
    }
  })
})

describe('closed solids', () => {
  it('tetrahedron of edge 2√2: 4 faces, 6 edges that all bend by π − acos 1/3, area 8√3', () => {
    const sheet = createMeshSheet(TETRAHEDRON)
    expect(sheet.triangles).toHaveLength(12)
    expect(sheet.edges).toHaveLength(12)
    expect(sheet.restAngles).toHaveLength(6)
    for (const angle of sheet.restAngles) expect(angle).toBeCloseTo(TETRAHEDRON_ANGLE, 14)
    expect(sumOf(sheet.areas)).toBeCloseTo(8 * Math.sqrt(3), 13)
    expect(sheet.warnings).toEqual([])
  })

  it('inside out the tetrahedron bends the other way', () => {
    const indices = TETRAHEDRON.indices.toReversed()
    for (const angle of createMeshSheet({ ...TETRAHEDRON, indices }).restAngles) {
      expect(angle).toBeCloseTo(-TETRAHEDRON_ANGLE, 14)
    }
  })

  it.each([
    ['8 vertices', CUBE],
    ['36 vertices without indices', { positions: soupOf(CUBE) }],
    ['36 vertices in single precision', { positions: Float32Array.from(soupOf(CUBE)) }],
  ])('unit cube of %s: 8 particles, 18 edges, 12 of them bent by 90°, area 6', (_, mesh) => {
    const sheet = createMeshSheet(mesh)
    expect(sheet.particleCount).toBe(8)
    expect(sheet.edges).toHaveLength(2 * 18)
    expect(sheet.bendPairs).toHaveLength(4 * 18)
    const bent = sheet.restAngles.filter((angle) => angle !== 0)
    expect(bent).toHaveLength(12)
    for (const angle of bent) expect(angle).toBeCloseTo(Math.PI / 2, 14)
    expect(sumOf(sheet.areas)).toBeCloseTo(6, 14)
    expect(piecesOf(sheet)).toBe(1)
    expect(sheet.warnings).toEqual([])
  })

  it('cube of 24 vertices, four per face as a box is drawn: 8 particles, uv and order kept', () => {
    const corners = [0, 3, 6, 9, 12, 15].map((_, face) =>
      CUBE.indices.slice(6 * face, 6 * face + 6),
    )
    const perFace = corners.map((face) => [...new Set(face)])
    const positions = perFace.flat().flatMap((n) => CUBE.positions.slice(3 * n, 3 * n + 3))
    const indices = corners.flatMap((face, n) => face.map((v) => 4 * n + perFace[n]!.indexOf(v)))
    const uvs = Array.from({ length: 48 }, (_, n) => n / 64)
    const sheet = createMeshSheet({ positions, indices, uvs })
    expect(sheet.particleCount).toBe(8)
    expect(sheet.particleOfVertex).toHaveLength(24)
    expect([...sheet.vertexTriangles]).toEqual(indices)
    expect([...sheet.uvs]).toEqual(uvs)
    expect([...sheet.triangles]).toEqual(indices.map((vertex) => sheet.particleOfVertex[vertex]))
    // Particles are numbered by their first vertices.
    expect(sheet.particleOfVertex[0]).toBe(0)
    for (let vertex = 0; vertex < 24; vertex++) {
      const particle = sheet.particleOfVertex[vertex]!
      expect([...sheet.restPositions.slice(3 * particle, 3 * particle + 3)]).toEqual(
        positions.slice(3 * vertex, 3 * vertex + 3),
      )
    }
  })

  it('spheres: V − E + F = 2, every edge bends, area → 4π from below, four times closer per level', () => {
    const missing = [2, 3, 4, 5].map((levels) => {
      const { positions } = sphereOf(levels)
      const sheet = createMeshSheet({ positions })
      expect(sheet.triangles).toHaveLength(3 * 8 * 4 ** levels)
      expect(eulerOf(sheet)).toBe(2)
      expect(sheet.restAngles.length).toBe(sheet.edges.length / 2)
      expect(Math.min(...sheet.restAngles)).toBeGreaterThan(0)
      expect(sheet.warnings).toEqual([])
      return 4 * Math.PI - sumOf(sheet.areas)
    })
    expect(missing[0]).toBeGreaterThan(0)
    for (let n = 1; n < missing.length; n++) {
      // Second order: 4 in the limit.
      expect(missing[n - 1]! / missing[n]!).toBeGreaterThan(3.8)
      expect(missing[n - 1]! / missing[n]!).toBeLessThan(4.2)
    }
    expect(missing[3]! / (4 * Math.PI)).toBeLessThan(0.001)
  })
})

describe('random meshes against the slow way', () => {
  // Few places for many corners: much to weld, repeated and flat triangles, crowded edges.
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i', (seed) => {
    const random = createRandom(seed)
    const vertexCount = 3 * Math.ceil(60 * random())
    const places = 2 + Math.floor(4 * random())
    const positions = Array.from({ length: 3 * vertexCount }, () =>
      Math.floor(places * random() - 1),
    )
    const sheet = createMeshSheet({ positions })
    const at = (n: number) => positions.slice(3 * n, 3 * n + 3)
    const same = (a: number, b: number) => at(a).every((value, axis) => value === at(b)[axis])

    for (let a = 0; a < vertexCount; a++) {
      for (let b = 0; b < a; b++) {
        expect(sheet.particleOfVertex[a] === sheet.particleOfVertex[b]).toBe(same(a, b))
      }
    }

    // Integer corners: the cross product is exact.
    const kept: number[][] = []
    let area = 0
    for (let t = 0; t < vertexCount; t += 3) {
      const corners = [t, t + 1, t + 2].map((vertex) => sheet.particleOfVertex[vertex]!)
      const [u, v] = [1, 2].map((n) => at(t + n).map((value, axis) => value - at(t)[axis]!))
      const cross = [0, 1, 2].map((n) => {
        const [j, k] = [(n + 1) % 3, (n + 2) % 3]
        return u![j]! * v![k]! - u![k]! * v![j]!
      })
      const known = kept.some((other) => corners.every((corner) => other.includes(corner)))
      if (cross.every((value) => value === 0) || known) continue
      kept.push(corners)
      area += Math.hypot(...cross) / 2
    }
    expect([...sheet.triangles]).toEqual(kept.flat())
    expect(sumOf(sheet.areas) / area).toBeCloseTo(1, 13)

    const uses = edgeUses(sheet.triangles)
    const listed = Array.from({ length: sheet.edges.length / 2 }, (_, e) =>
      sheet.edges.slice(2 * e, 2 * e + 2).join('-'),
    )
    expect(listed).toEqual([...uses.keys()])
    const interior = [...uses].filter(([, count]) => count === 2).map(([key]) => key)
    const bent = Array.from({ length: sheet.restAngles.length }, (_, n) =>
      sheet.bendPairs
        .slice(4 * n + 2, 4 * n + 4)
        .sort()
        .join('-'),
    )
    expect(bent).toEqual(interior)
    for (let n = 0; n < bent.length; n++) {
      const [p, q, a, b] = sheet.bendPairs.slice(4 * n, 4 * n + 4)
      for (const opposite of [p!, q!]) {
        expect(kept.some((t) => [opposite, a!, b!].every((corner) => t.includes(corner)))).toBe(
          true,
        )
      }
    }
    expect(sheet.restAngles.every((angle) => angle > -Math.PI && angle <= Math.PI)).toBe(true)
  })

  it('20 000 triangles of a rolled sheet: as many bend pairs as interior edges, mass of the whole (V31)', () => {
    // 100 × 100 cells, every triangle with corners of its own.
    const positions: number[] = []
    const corner = (i: number, j: number) => [Math.cos(i / 40), j / 100, Math.sin(i / 40)]
    for (let j = 0; j < 100; j++)
      for (let i = 0; i < 100; i++)
        for (const step of ['00', '10', '01', '10', '11', '01'])
          positions.push(...corner(i + Number(step[0]), j + Number(step[1])))
    const sheet = createMeshSheet({ positions })
    expect(sheet.particleCount).toBe(101 * 101)
    expect(sheet.edges.length / 2).toBe(2 * 100 * 101 + 100 * 100)
    // All but the 400 edges of the border.
    expect(sheet.restAngles.length).toBe(2 * 100 * 101 + 100 * 100 - 400)
    // 100 flat strips of width 2 sin(1/80), height 1 m.
    const density = 0.2
    const mass = sumOf(sheet.areas.map((area) => density * area))
    expect(mass).toBeCloseTo(density * 200 * Math.sin(1 / 80), 12)
    expect(sheet.warnings).toEqual([])
  })

  it('centre of mass is the centre of area: of a quarter disc 4r/3π, by fans of seeded angles (V31)', () => {
    const random = createRandom(11)
    const angles = Array.from({ length: 3000 }, () => (random() * Math.PI) / 2)
    const rim = [0, ...angles.sort((a, b) => a - b), Math.PI / 2]
    const positions = [0, 0, 0, ...rim.flatMap((angle) => [Math.cos(angle), Math.sin(angle), 0])]
    const indices = rim.slice(1).flatMap((_, n) => [0, n + 1, n + 2])
    const { areas, restPositions } = createMeshSheet({ positions, indices })
    for (const axis of [0, 1]) {
      const moment = sumOf(areas.map((area, n) => area * restPositions[3 * n + axis]!))
      expect(moment / sumOf(areas)).toBeCloseTo(4 / (3 * Math.PI), 5)
    }
  })
})

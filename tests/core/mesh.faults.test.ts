/** Meshes with something wrong: what is refused, what is reported, and that nothing else happens. */
import { BillowError, createMeshSheet, type MeshOptions } from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_PARTICLES } from '../../packages/core/src/mesh/weld.js'
import { SQUARE, sumOf, TETRAHEDRON } from '../helpers/meshes.js'

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0]

describe('refused (F4)', () => {
  // prettier-ignore
  // eslint-disable-next-line no-sparse-arrays
  const sparse = [0, 0, 0, 1, , 0, 0, 1, 0]
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'expected { positions, indices, uvs, weldDistance }, got undefined'],
    ['null', null, 'expected { positions, indices, uvs, weldDistance }, got null'],
    [
      'an option that nobody knows',
      { positions: TRIANGLE, index: [0, 1, 2] },
      'unknown option "index"; the options are positions, indices, uvs, weldDistance',
    ],
    [
      'no positions',
      {},
      'positions must be an array or a typed array (x, y, z per vertex), got undefined',
    ],
    [
      'a string',
      { positions: '0 0 0' },
      'positions must be an array or a typed array (x, y, z per vertex), got "0 0 0"',
    ],
    [
      'a DataView',
      { positions: new DataView(new ArrayBuffer(9)) },
      'positions must be an array or a typed array',
    ],
    ['an empty mesh', { positions: [] }, 'positions must hold at least one triangle, got none'],
    [
      'half a vertex',
      { positions: [0, 0, 0, 1] },
      'positions must have 3 numbers per vertex, got 4 numbers',
    ],
    [
      'half a triangle',
      { positions: [0, 0, 0, 1, 0, 0] },
      'positions without indices must have 3 vertices per triangle, got 2 vertices; give indices, or all three vertices of each triangle',
    ],
    [
      'NaN',
      { positions: TRIANGLE.with(7, NaN) },
      'positions[7] must be a finite number from -1000000 to 1000000 (m), got NaN; correct or remove this vertex',
    ],
    [
      'Infinity',
      { positions: Float32Array.from(TRIANGLE).fill(Infinity, 2, 3) },
      'positions[2] must be a finite number from -1000000 to 1000000 (m), got Infinity',
    ],
    [
      'too far away',
      { positions: TRIANGLE.with(0, 1000001) },
      'positions[0] must be a finite number from -1000000 to 1000000 (m), got 1000001',
    ],
    ['a hole', { positions: sparse }, 'positions[4] must be a finite number'],
    [
      'text among numbers',
      { positions: [...TRIANGLE.slice(1), '1'] },
      'positions[8] must be a finite number from -1000000 to 1000000 (m), got "1"',
    ],
    ['bigints', { positions: new BigInt64Array(9) }, 'positions[0] must be a finite number'],
    [
      'no indices in the list',
      { positions: TRIANGLE, indices: [] },
      'indices must hold at least one triangle, got none; leave indices out when every three vertices are a triangle',
    ],
    [
      'indices that are none',
      { positions: TRIANGLE, indices: 3 },
      'indices must be an array or a typed array (three vertices per triangle), got 3',
    ],
    [
      'two indices',
      { positions: TRIANGLE, indices: [0, 1] },
      'indices must have 3 numbers per triangle, got 2 numbers',
    ],
    [
      'an index too large',
      { positions: TRIANGLE, indices: [0, 1, 3] },
      'indices[2] must be an integer from 0 to 2, got 3; positions has 3 vertices',
    ],
    [
      'a negative index',
      { positions: TRIANGLE, indices: [0, -1, 2] },
      'indices[1] must be an integer from 0 to 2, got -1',
    ],
    [
      'half an index',
      { positions: TRIANGLE, indices: [0.5, 1, 2] },
      'indices[0] must be an integer from 0 to 2, got 0.5',
    ],
    [
      'NaN as an index',
      { positions: TRIANGLE, indices: [0, 1, NaN] },
      'indices[2] must be an integer from 0 to 2, got NaN',
    ],
    [
      'too few uvs',
      { positions: TRIANGLE, uvs: [0, 0, 1, 0] },
      'uvs must have 2 numbers per vertex, 6 in all, got 4; leave uvs out when there is no texture',
    ],
    [
      'uvs that are none',
      { positions: TRIANGLE, uvs: {} },
      'uvs must be an array or a typed array (u, v per vertex), got an object',
    ],
    [
      'NaN as uv',
      { positions: TRIANGLE, uvs: [0, 0, 1, NaN, 0, 1] },
      'uvs[3] must be a finite number in single precision, got NaN',
    ],
    [
      'a uv beyond single precision',
      { positions: TRIANGLE, uvs: [0, 0, 1, 0, 0, 1e300] },
      'uvs[5] must be a finite number in single precision, got 1e+300',
    ],
    [
      'a negative distance',
      { positions: TRIANGLE, weldDistance: -1 },
      'weldDistance must be a finite number >= 0 (m), got -1',
    ],
    [
      'an infinite distance',
      { positions: TRIANGLE, weldDistance: Infinity },
      'weldDistance must be a finite number >= 0 (m), got Infinity',
    ],
    [
      'null as distance',
      { positions: TRIANGLE, weldDistance: null },
      'weldDistance must be a finite number >= 0 (m), got null',
    ],
    [
      'a mesh without area',
      { positions: [0, 0, 0, 1, 1, 1, 2, 2, 2] },
      'the mesh must have at least one triangle with an area, got none among 1; check positions and indices',
    ],
    [
      'a mesh welded to nothing',
      { positions: TRIANGLE, weldDistance: 10 },
      'the mesh must have at least one triangle with an area, got none among 1; lower weldDistance, or check the units',
    ],
  ])('%s', (_, options, message) => {
    const act = () => createMeshSheet(options as MeshOptions)
    expect(act).toThrow(BillowError)
    expect(act).toThrow(`@billow/core: MeshSheet: ${message}`)
  })

  it('more than 2²⁰ particles, by one; 2²⁰ are taken', () => {
    // A lattice of 1024 columns: exact in single precision.
    const positions = new Float32Array(3 * (MAX_PARTICLES + 1))
    for (let n = 0; n <= MAX_PARTICLES; n++) {
      positions[3 * n] = n % 1024
      positions[3 * n + 1] = Math.floor(n / 1024)
    }
    const indices = [0, 1, 1024]
    expect(() => createMeshSheet({ positions, indices })).toThrow(
      'MeshSheet: positions must be those of at most 1048576 particles, got more',
    )
    const sheet = createMeshSheet({ positions: positions.subarray(0, 3 * MAX_PARTICLES), indices })
    expect(sheet.particleCount).toBe(MAX_PARTICLES)
  })
})

describe('reported', () => {
  it('triangles without area and with a particle twice: how many, and the first', () => {
    const positions = [...SQUARE.positions, 2, 2, 0, 1, 1, 0]
    const indices = [
      0, 1, 2, /* line */ 0, 2, 4, 0, 2, 3, /* twice */ 0, 0, 1, /* welded */ 2, 5, 3,
    ]
    const sheet = createMeshSheet({ positions, indices })
    expect([...sheet.vertexTriangles]).toEqual(SQUARE.indices)
    expect(sheet.warnings).toEqual([
      '3 of 5 triangles left out: without area or with the same particle twice; the first is triangle 1',
      '1 of 6 vertices without a triangle that has an area, and so without mass; the first is vertex 4',
    ])
    expect(sumOf(sheet.areas)).toBeCloseTo(1, 15)
  })

  it('slivers that are only rounding: three points on a line in single precision', () => {
    const line = [0.1, 0.2, 0.3, 0.4, 0.8, 1.2, 0.7, 1.4, 2.1].map(Math.fround)
    const sheet = createMeshSheet({ positions: [...TRIANGLE, ...line] })
    expect(sheet.triangles).toHaveLength(3)
  })

  it('a thin triangle of 1 m by 1 µm is cloth', () => {
    const sheet = createMeshSheet({ positions: [0, 0, 0, 1, 0, 0, 0, 1e-6, 0] })
    expect(sumOf(sheet.areas)).toBeCloseTo(0.5e-6, 20)
    expect(sheet.warnings).toEqual([])
  })

  it('a triangle that repeats another, from either side, counts once', () => {
    const sheet = createMeshSheet({ ...SQUARE, indices: [...SQUARE.indices, 2, 1, 0, 1, 2, 0] })
    expect([...sheet.triangles]).toEqual(SQUARE.indices)
    expect(sumOf(sheet.areas)).toBeCloseTo(1, 15)
    expect(sheet.warnings).toEqual([
      '2 of 4 triangles left out: between the same three particles as another; the first is triangle 2. To see cloth from behind, draw both sides',
    ])
  })

  it('an edge of three triangles does not bend; the others do', () => {
    // Three pages on one spine, and a fourth triangle hinged to the first page.
    const positions = [0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 1, 1, 0]
    const sheet = createMeshSheet({ positions, indices: [0, 2, 1, 0, 1, 3, 1, 0, 4, 1, 2, 5] })
    expect(sheet.edges).toHaveLength(2 * 9)
    expect([...sheet.bendPairs]).toEqual([0, 5, 2, 1])
    expect(sheet.warnings).toEqual([
      '1 edge of three or more triangles, left without bending; the first lies between particles 0 and 1',
    ])
  })

  it('neighbours wound differently keep their bend pair, with the sign of the first', () => {
    const indices = TETRAHEDRON.indices.slice()
    indices.splice(9, 3, 1, 2, 3)
    const sheet = createMeshSheet({ ...TETRAHEDRON, indices })
    expect(sheet.warnings).toEqual([
      '3 edges with the front of one triangle beside the back of the other, so that bend angles differ in sign; the first lies between particles 1 and 2. Turn the triangles to one side',
    ])
    // The turned triangle comes last, so each edge is seen from one that is not turned.
    for (const angle of sheet.restAngles) expect(angle).toBeCloseTo(Math.PI - Math.acos(1 / 3), 14)
  })

  it('a vertex of no triangle is drawn, and its particle has no mass', () => {
    const sheet = createMeshSheet({ ...SQUARE, positions: [...SQUARE.positions, 5, 5, 5] })
    expect(sheet.particleCount).toBe(5)
    expect(sheet.particleOfVertex[4]).toBe(4)
    expect(sheet.areas[4]).toBe(0)
    expect(sheet.warnings).toEqual([
      '1 of 5 vertices without a triangle that has an area, and so without mass; the first is vertex 4',
    ])
  })

  it('a spare vertex at the place of a used one moves with it and is no fault', () => {
    const sheet = createMeshSheet({ ...SQUARE, positions: [...SQUARE.positions, 1, 1, 0] })
    expect(sheet.particleOfVertex[4]).toBe(2)
    expect(sheet.warnings).toEqual([])
  })
})

/** Mostly plausible arrays, so that many of them pass, and all kinds of others. */
function anyArray(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const numbers = fc.array(fc.double(), { maxLength: 12 })
  return fc.oneof(
    { weight: 12, arbitrary: fc.array(values, { maxLength: 36 }) },
    { weight: 2, arbitrary: numbers.map((list) => Float64Array.from(list)) },
    { weight: 2, arbitrary: numbers.map((list) => Float32Array.from(list)) },
    { weight: 1, arbitrary: fc.anything() },
  )
}

describe('any arrays', () => {
  const numbers = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: -2, max: 2 }) },
    { weight: 4, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
    { weight: 2, arbitrary: fc.double({ min: -1e-150, max: 1e-150, noNaN: true }) },
  )
  const mesh = fc
    .array(fc.array(numbers, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 6 })
    .chain((triangles) =>
      fc.record(
        {
          positions: fc.constant(triangles.flat()),
          indices: fc
            .array(fc.integer({ min: 0, max: 3 * triangles.length - 1 }), { maxLength: 36 })
            .map((list) => list.slice(0, list.length - (list.length % 3))),
          weldDistance: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2, noNaN: true })),
        },
        { requiredKeys: ['positions'] },
      ),
    )

  const isSheetOrError = (options: unknown): boolean => {
    try {
      const sheet = createMeshSheet(options as MeshOptions)
      const { restPositions, areas, restAngles, edges, particleCount } = sheet
      for (const list of [restPositions, areas, restAngles, sheet.uvs]) {
        if (!list.every(Number.isFinite)) throw new Error('a number that is not finite')
      }
      if (!(sumOf(areas) > 0)) throw new Error('no area')
      for (const list of [edges, sheet.triangles, sheet.bendPairs, sheet.particleOfVertex]) {
        if (!list.every((particle) => particle < particleCount)) throw new Error('no such particle')
      }
      // No edge has length 0: its spring would divide by it.
      for (let e = 0; e < edges.length; e += 2) {
        const [a, b] = [3 * edges[e]!, 3 * edges[e + 1]!]
        const d = [0, 1, 2].map((k) => restPositions[a + k]! - restPositions[b + k]!)
        if (!(d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]! > 0)) throw new Error('no length')
      }
      return true
    } catch (error) {
      if (error instanceof BillowError) return false
      throw error
    }
  }

  it('give a sheet of finite numbers or a BillowError', () => {
    let sheets = 0
    fc.assert(
      fc.property(mesh, (options) => {
        if (isSheetOrError(options)) sheets++
      }),
      { numRuns: 2000 },
    )
    // The property would hold for a function that refuses everything.
    expect(sheets).toBeGreaterThan(500)
  })

  it('of any kind: a sheet or a BillowError, nothing else', () => {
    const wild = fc.record(
      {
        positions: anyArray(fc.oneof({ weight: 9, arbitrary: numbers }, fc.anything())),
        indices: anyArray(fc.oneof({ weight: 9, arbitrary: fc.nat(11) }, fc.anything())),
        uvs: anyArray(fc.oneof({ weight: 9, arbitrary: numbers }, fc.anything())),
        weldDistance: fc.oneof(numbers, fc.anything()),
      },
      { requiredKeys: [] },
    )
    let runs = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: wild }, fc.anything()), (options) => {
        isSheetOrError(options)
        runs++
      }),
      { numRuns: 2000 },
    )
    expect(runs).toBe(2000)
  })
})

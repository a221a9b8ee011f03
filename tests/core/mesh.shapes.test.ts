/** Shapes made in code: the disc and the shirt. */
import { BillowError, createDisc, createMeshSheet, createShirt, type MeshSheet } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { edgeUses, eulerOf, piecesOf, sumOf } from '../helpers/meshes.js'

/** Number of closed lines along the border. */
function holesOf(sheet: MeshSheet): number {
  const border = [...edgeUses(sheet.triangles)].filter(([, uses]) => uses === 1)
  const edges = Uint32Array.from(border.flatMap(([key]) => key.split('-').map(Number)))
  const onBorder = new Set(edges)
  return piecesOf({ ...sheet, edges }) - (sheet.particleCount - onBorder.size)
}

describe('disc', () => {
  it.each([1, 2, 3, 8, 40])(
    '%i rings: 1 + 3n(n + 1) vertices, 6n² triangles, one piece',
    (rings) => {
      const disc = createDisc({ radius: 2, rings })
      expect(disc.positions).toHaveLength(3 * (1 + 3 * rings * (rings + 1)))
      expect(disc.indices).toHaveLength(3 * 6 * rings * rings)
      const sheet = createMeshSheet(disc)
      expect(sheet.particleCount).toBe(disc.positions.length / 3)
      expect(eulerOf(sheet)).toBe(1)
      expect(holesOf(sheet)).toBe(1)
      expect(sheet.warnings).toEqual([])
      // A polygon of 6n corners on the circle: ½·6n·r²·sin(2π/6n).
      const area = 3 * rings * 4 * Math.sin(Math.PI / (3 * rings))
      expect(sumOf(sheet.areas) / area).toBeCloseTo(1, 6)
    },
  )

  it('area → πr² from below', () => {
    const short = [4, 8, 16, 32].map(
      (rings) => 1 - sumOf(createMeshSheet(createDisc({ radius: 1, rings })).areas) / Math.PI,
    )
    expect(short[3]).toBeGreaterThan(0)
    // 1 − sin(x)/x for x = π/96.
    expect(short[3]).toBeCloseTo(1.785e-4, 6)
    for (let n = 1; n < 4; n++) expect(short[n - 1]! / short[n]!).toBeCloseTo(4, 1)
  })

  it('triangles are near uniform: edges within 0.8 and 1.5 of the ring distance', () => {
    const rings = 20
    const { edges, restPositions } = createMeshSheet(createDisc({ radius: 1, rings }))
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [3 * edges[e]!, 3 * edges[e + 1]!]
      const length = Math.hypot(
        ...[0, 1, 2].map((k) => restPositions[a + k]! - restPositions[b + k]!),
      )
      expect(length * rings).toBeGreaterThan(0.8)
      expect(length * rings).toBeLessThan(1.5)
    }
  })

  it.each([
    ['vertical', 2],
    ['horizontal', 1],
  ] as const)('%s: faces the positive axis %i, and the texture is upright', (orientation, axis) => {
    const { positions, indices, uvs } = createDisc({ radius: 3, rings: 4, orientation })
    const up = orientation === 'vertical' ? 1 : 2
    const upwards = orientation === 'vertical' ? 1 : -1
    for (let v = 0; v < positions.length / 3; v++) {
      expect(positions[3 * v + axis]! + 0).toBe(0)
      expect(uvs[2 * v]).toBeCloseTo(0.5 + positions[3 * v]! / 6, 6)
      expect(uvs[2 * v + 1]).toBeCloseTo(0.5 + (upwards * positions[3 * v + up]!) / 6, 6)
    }
    for (let t = 0; t < indices.length; t += 3) {
      const corner = (n: number, k: number) => positions[3 * indices[t + n]! + k]!
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3]
      const side = (n: number, m: number) => corner(n, m) - corner(0, m)
      expect(side(1, j) * side(2, k) - side(1, k) * side(2, j)).toBeGreaterThan(0)
    }
  })

  it.each([
    [{ radius: 0 }, 'radius must be a finite number > 0 and <= 1000000 (m), got 0'],
    [{ radius: NaN }, 'radius must be a finite number > 0 and <= 1000000 (m), got NaN'],
    [{ rings: 0 }, 'rings must be an integer from 1 to 590, got 0'],
    [{ rings: 591 }, 'rings must be an integer from 1 to 590, got 591'],
    [{ rings: 2.5 }, 'rings must be an integer from 1 to 590, got 2.5'],
    [
      { orientation: 'flat' as 'vertical' },
      'orientation must be one of "vertical", "horizontal", got "flat"',
    ],
  ])('refuses %o', (options, message) => {
    expect(() => createDisc(options)).toThrow(BillowError)
    expect(() => createDisc(options)).toThrow(`@billow/core: createDisc: ${message}`)
  })

  it('the largest number of rings still is a sheet: 1 046 071 of 1 048 576 particles', () => {
    expect(createDisc({ rings: 590 }).positions).toHaveLength(3 * 1_046_071)
  })
})

describe('shirt', () => {
  it.each([4, 5, 7, 16, 33])(
    '%i quads across: one piece, open at hem, neck and two sleeves',
    (segments) => {
      const shirt = createShirt({ segments })
      const sheet = createMeshSheet(shirt)
      expect(piecesOf(sheet)).toBe(1)
      expect(holesOf(sheet)).toBe(4)
      // A sphere with four holes.
      expect(eulerOf(sheet)).toBe(2 - 4)
      expect(sheet.warnings).toEqual([])
      expect(sheet.vertexTriangles).toEqual(shirt.indices)
    },
  )

  it('is sewn: seam vertices exist twice, with uvs in the two halves of the texture', () => {
    const shirt = createShirt()
    const sheet = createMeshSheet(shirt)
    const vertexCount = shirt.positions.length / 3
    const panel = vertexCount / 2
    let sewn = 0
    for (let v = 0; v < panel; v++) {
      expect(shirt.uvs[2 * v]).toBeLessThanOrEqual(0.5)
      expect(shirt.uvs[2 * (panel + v)]).toBeGreaterThanOrEqual(0.5)
      if (sheet.particleOfVertex[v] === sheet.particleOfVertex[panel + v]) sewn++
    }
    expect(sewn).toBe(vertexCount - sheet.particleCount)
    expect(sewn).toBeGreaterThan(50)
    for (const value of shirt.uvs) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  })

  it('faces outwards: its signed volume is positive, and the front is at +z', () => {
    const { positions, indices } = createShirt()
    let volume = 0
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((n) => {
        const v = 3 * indices[t + n]!
        return positions.slice(v, v + 3)
      }) as [Float32Array, Float32Array, Float32Array]
      volume +=
        (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
          a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
          a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
        6
    }
    // A body of about 0.5 × 0.7 × 0.15 m and two sleeves.
    expect(volume).toBeGreaterThan(0.02)
    expect(volume).toBeLessThan(0.1)
    expect(positions.slice(0, positions.length / 2).filter((_, n) => n % 3 === 2 && _ < 0)).toEqual(
      new Float32Array(0),
    )
  })

  it('keeps its proportions: twice the length, four times the area', () => {
    const areaOf = (length: number) => sumOf(createMeshSheet(createShirt({ length })).areas)
    expect(areaOf(1.4) / areaOf(0.7)).toBeCloseTo(4, 5)
  })

  it.each([
    [{ length: 0 }, 'length must be a finite number > 0 and <= 1000 (m), got 0'],
    [{ segments: 3 }, 'segments must be an integer from 4 to 256, got 3'],
    [{ segments: 257 }, 'segments must be an integer from 4 to 256, got 257'],
    [{ segments: NaN }, 'segments must be an integer from 4 to 256, got NaN'],
  ])('refuses %o', (options, message) => {
    expect(() => createShirt(options)).toThrow(BillowError)
    expect(() => createShirt(options)).toThrow(`@billow/core: createShirt: ${message}`)
  })
})

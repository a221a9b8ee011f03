/**
 * What is drawn of a cloth: WebAssembly and TypeScript bit by bit, and both beside brute force in double
 * precision over positions, triangles and vertices.
 */
import {
  ClothDrawing,
  type ClothOptions,
  ClothSimulation,
  type ClothView,
  createShirt,
} from '@billow/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A drawing without WebAssembly. */
function plainDrawingOf({ sheet }: ClothView): ClothDrawing {
  vi.stubGlobal('WebAssembly', undefined)
  const drawing = new ClothDrawing(sheet)
  vi.unstubAllGlobals()
  return drawing
}

const bitsOf = (array: Float32Array): number[] => [...new Uint32Array(array.slice().buffer)]

/** Everything that a drawing has, as bits: a comparison of numbers would take -0 for 0. */
function resultsOf(drawing: ClothDrawing) {
  const { positions, normals, particles, bounds } = drawing
  return {
    positions: bitsOf(positions),
    normals: bitsOf(normals),
    particles: bitsOf(particles),
    bounds: structuredClone(bounds),
  }
}

/** Particles at random places around those of the rest, in both states, and a clock between steps. */
function crumpled(options: ClothOptions, seed: number): ClothSimulation {
  const cloth = new ClothSimulation(options)
  const random = createRandom(seed)
  for (const array of [cloth.positions, cloth.previousPositions])
    array.forEach((x, i) => (array[i] = x + 0.2 * (random() - 0.5)))
  cloth.advance(random() * cloth.timeStep * 0.999)
  expect(cloth.alpha).toBeGreaterThan(0)
  return cloth
}

/** Counts of particles with every remainder by four, one cell, a mesh with seams, double precision. */
const SHEETS: Record<string, ClothOptions> = {
  '4 × 4': { segments: [3, 3] },
  '5 × 5': { segments: [4, 4] },
  '6 × 7': { segments: [5, 6] },
  '3 × 5': { segments: [2, 4] },
  '2 × 2': { segments: [1, 1] },
  'shirt with seams': { mesh: createShirt() },
  'mass-spring': { solver: 'mass-spring', segments: [6, 6] },
  'pbd, far away': { solver: 'pbd', segments: [6, 6], origin: [1000, -2000, 3000] },
}

const SEEDS = [1, 2, 3]

describe.each(Object.entries(SHEETS))('%s', (_, options) => {
  it.each(SEEDS)('WebAssembly = TypeScript, bit by bit, seed %i', (seed) => {
    const cloth = crumpled(options, seed)
    const [wasm, plain] = [new ClothDrawing(cloth.sheet), plainDrawingOf(cloth)]
    expect(wasm.positions.buffer.byteLength % 65536).toBe(0)
    for (const interpolate of [true, false]) {
      for (const drawing of [wasm, plain]) drawing.update(cloth, interpolate)
      expect(resultsOf(wasm)).toEqual(resultsOf(plain))
    }
  })

  it.each(SEEDS)(
    'normals are sums of cross products in double precision to 1e-5, seed %i',
    (seed) => {
      const cloth = crumpled(options, seed)
      const drawing = new ClothDrawing(cloth.sheet)
      drawing.update(cloth)
      const { triangles, particleOfVertex } = cloth.sheet
      const sums = normalSums(drawing.particles, triangles)
      for (let vertex = 0; vertex < drawing.normals.length / 3; vertex++) {
        const particle = particleOfVertex?.[vertex] ?? vertex
        const sum = sums.slice(3 * particle, 3 * particle + 3)
        // Where triangles all but cancel out, rounding is as large as what is left.
        const length = Math.hypot(...sum)
        if (length < 1e-3) continue
        for (let k = 0; k < 3; k++) {
          expect(drawing.normals[3 * vertex + k]! - sum[k]! / length).toBeCloseTo(0, 5)
        }
      }
    },
  )

  it.each(SEEDS)('positions are those between both states to single precision, seed %i', (seed) => {
    const cloth = crumpled(options, seed)
    const drawing = new ClothDrawing(cloth.sheet)
    drawing.update(cloth)
    const { positions, previousPositions, alpha, sheet } = cloth
    drawing.positions.forEach((drawn, i) => {
      const particle = sheet.particleOfVertex?.[Math.floor(i / 3)] ?? Math.floor(i / 3)
      const [a, b] = [previousPositions, positions].map((array) => array[3 * particle + (i % 3)]!)
      // Both ends, their difference and the sum are rounded: four halves of a unit.
      const unit = 2 ** -23 * Math.max(Math.abs(a!), Math.abs(b!))
      expect(Math.abs(drawn - (a! + alpha * (b! - a!)))).toBeLessThanOrEqual(2 * unit)
    })
    drawing.update(cloth, false)
    drawing.particles.forEach((drawn, i) => {
      expect(drawn).toBe(Math.fround(positions[i]!))
    })
  })

  it.each(SEEDS)('box and sphere hold all vertices and touch some, seed %i', (seed) => {
    const cloth = crumpled(options, seed)
    const drawing = new ClothDrawing(cloth.sheet)
    drawing.update(cloth)
    const { positions, bounds } = drawing
    const corners = [0, 1, 2].map((k) => positions.filter((_, i) => i % 3 === k))
    expect(bounds.min).toEqual(corners.map((own) => Math.min(...own)))
    expect(bounds.max).toEqual(corners.map((own) => Math.max(...own)))
    bounds.center.forEach((c, k) => {
      expect(c).toBe((bounds.min[k]! + bounds.max[k]!) / 2)
    })
    const distances = Array.from({ length: positions.length / 3 }, (_, p) =>
      Math.hypot(...bounds.center.map((c, k) => positions[3 * p + k]! - c)),
    )
    expect(bounds.radius / Math.max(...distances) - 1).toBeCloseTo(0, 14)
  })
})

it('vertices along a seam have the place and the normal of their particle', () => {
  const cloth = crumpled({ mesh: createShirt() }, 4)
  const drawing = new ClothDrawing(cloth.sheet)
  drawing.update(cloth)
  const { particleOfVertex } = cloth.sheet
  expect(drawing.positions.length).toBeGreaterThan(drawing.particles.length)
  const seen = new Map<number, number[]>()
  particleOfVertex!.forEach((particle, vertex) => {
    const own = [drawing.positions, drawing.normals].flatMap((array) => [
      ...array.slice(3 * vertex, 3 * vertex + 3),
    ])
    expect(own.slice(0, 3)).toEqual([...drawing.particles.slice(3 * particle, 3 * particle + 3)])
    expect(seen.get(particle) ?? own).toEqual(own)
    seen.set(particle, own)
  })
})

it.each([
  ['wasm', (cloth: ClothView) => new ClothDrawing(cloth.sheet)],
  ['plain', plainDrawingOf],
])('%s: particles whose triangles have no area keep their last normal', (_, create) => {
  // 5 × 7 particles in rows of 5: those of the first two rows come to lie in one point. The second row
  // may have triangles with the third.
  const cloth = crumpled({ segments: [4, 6] }, 5)
  const drawing = create(cloth)
  drawing.update(cloth, false)
  const before = drawing.normals.slice()
  for (let i = 0; i < 30; i++) cloth.positions[i] = cloth.positions[i % 3]!
  for (let i = 30; i < cloth.positions.length; i += 3) cloth.positions[i]! *= 1.1
  drawing.update(cloth, false)
  expect([...drawing.normals.slice(0, 15)]).toEqual([...before.slice(0, 15)])
  for (let p = 10; p < 35; p++) {
    const normal = drawing.normals.slice(3 * p, 3 * p + 3)
    expect(Math.hypot(...normal)).toBeCloseTo(1, 6)
    expect([...normal]).not.toEqual([...before.slice(3 * p, 3 * p + 3)])
  }
})

it('a cloth that tears: the same bits on both paths, unit normals wherever there is a triangle', () => {
  const cloth = new ClothSimulation({
    segments: [6, 8],
    size: [0.6, 0.8],
    pins: ['top'],
    tear: true,
  })
  const drawings = [new ClothDrawing(cloth.sheet), plainDrawingOf(cloth)]
  let revision = 0
  let torn = 0
  for (let frame = 0; frame < 90; frame++) {
    for (let p = 0; p < 7; p++) {
      const [x, y] = [cloth.sheet.restPositions[3 * p]!, cloth.sheet.restPositions[3 * p + 1]!]
      cloth.grab(p, [x, y - cloth.time, 0])
    }
    cloth.advance(1.1 / 60)
    for (const drawing of drawings) {
      if (cloth.topologyRevision !== revision) drawing.topologyChanged()
      drawing.update(cloth)
    }
    if (cloth.topologyRevision !== revision) torn++
    revision = cloth.topologyRevision
    expect(resultsOf(drawings[0]!)).toEqual(resultsOf(drawings[1]!))
    const lengths = Array.from(cloth.sheet.triangles, (particle) =>
      Math.hypot(...drawings[0]!.normals.subarray(3 * particle, 3 * particle + 3)),
    )
    expect(Math.min(...lengths)).toBeCloseTo(1, 5)
    expect(Math.max(...lengths)).toBeCloseTo(1, 5)
  }
  expect(torn).toBeGreaterThan(0)
})

it('arrays stay the same ones', () => {
  const cloth = crumpled({ mesh: createShirt() }, 6)
  const drawing = new ClothDrawing(cloth.sheet)
  const { positions, normals, particles, bounds } = drawing
  cloth.advance(0.1)
  drawing.update(cloth)
  expect(drawing.positions).toBe(positions)
  expect(drawing.normals).toBe(normals)
  expect(drawing.particles).toBe(particles)
  expect(drawing.bounds).toBe(bounds)
})

/** Per particle, in double precision. */
function normalSums(positions: Float32Array, triangles: Uint32Array): number[] {
  const sums = Array.from(positions, () => 0)
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => 3 * triangles[t + n]!) as [number, number, number]
    const u = [0, 1, 2].map((k) => positions[b + k]! - positions[a + k]!)
    const v = [0, 1, 2].map((k) => positions[c + k]! - positions[a + k]!)
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      const n = u[i]! * v[j]! - u[j]! * v[i]!
      for (const corner of [a, b, c]) sums[corner + k]! += n
    }
  }
  return sums
}

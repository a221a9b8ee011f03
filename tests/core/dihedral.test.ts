/**
 * Bending by angle: gradients against finite differences, energies against those of bent sheets,
 * and what a hinge must not do.
 */
import { ClothSimulation, createDisc, dihedralAngle } from '@billow/core'
import { describe, expect, it } from 'vitest'
import {
  angleOf,
  type HingeMemory,
  LEAST_GIVE,
  MAX_TURN,
  solveHinges,
} from '../../packages/core/src/cloth/solvers/xpbd/dihedral.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import type { ClothSheet } from '../../packages/core/src/mesh/ClothSheet.js'
import { findHinges } from '../../packages/core/src/mesh/hinges.js'
import { createMeshCloth } from '../../packages/core/src/mesh/meshCloth.js'

describe('the angle of a sine and cosine', () => {
  it('is that of the arc tangent, to 2e-7 anywhere and to 1e-12 below 1 rad', () => {
    for (let n = -1000; n <= 1000; n++) {
      const angle = (n / 1000) * Math.PI
      const found = angleOf(Math.sin(angle), Math.cos(angle))
      const wrapped = Math.atan2(Math.sin(angle), Math.cos(angle))
      expect(Math.abs(found - wrapped)).toBeLessThan(Math.abs(angle) < 1 ? 1e-12 : 2e-7)
    }
  })

  it.each([
    [0, 1, 0],
    [0, -1, Math.PI],
    [-1e-300, -1, -Math.PI],
    [1e-300, 1, 1e-300],
    [1, 0, Math.PI / 2],
    [-1, 0, -Math.PI / 2],
  ])('sine %f and cosine %f give %f', (sine, cosine, angle) => {
    expect(angleOf(sine, cosine)).toBeCloseTo(angle, 6)
  })
})

/** One hinge with masses; solved in double precision, to see what is exact. */
function hingeOf(
  positions: readonly number[],
  restAngle: number,
  inverseMasses: readonly number[] = [1, 1, 1, 1],
): { readonly x: Float32Array; readonly solve: (stiffness: number, h: number) => void } {
  const x = new Float64Array(16)
  for (let p = 0; p < 4; p++) {
    x.set(positions.slice(3 * p, 3 * p + 3), 4 * p)
    x[4 * p + 3] = inverseMasses[p]!
  }
  const offsets = new Float64Array(16)
  // The kernel does not care for the precision of the memory.
  const memory = {
    particles: x,
    offsets,
    hingeEnds: Int32Array.of(0, 4, 8, 12),
    restCosines: Float64Array.of(Math.cos(restAngle)),
    restSines: Float64Array.of(Math.sin(restAngle)),
    shapes: Float64Array.of(1),
  } as unknown as HingeMemory
  return {
    x: memory.particles,
    solve: (stiffness, h) => {
      solveHinges(memory, 1, 1 / (stiffness * h * h))
      for (let i = 0; i < 16; i++) x[i]! += offsets[i]!
      offsets.fill(0)
    },
  }
}

const angleNow = (x: ArrayLike<number>): number => {
  const xyz = [0, 1, 2, 3].flatMap((p) => [x[4 * p]!, x[4 * p + 1]!, x[4 * p + 2]!])
  return dihedralAngle(xyz, 0, 1, 2, 3)
}

/** A hinge in general position, from a seeded generator. */
function randomHinge(seed: number): number[] {
  const random = createRandom(seed)
  const jitter = (): number => 0.6 * (random() - 0.5)
  const base = [-1, 0.5, 0, 1, 0.5, 0, 0, 0, 0, 0, 1, 0]
  return base.map((value) => value + jitter())
}

const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1)

describe.each(SEEDS)('one hinge, crumpled (seed %i)', (seed) => {
  const positions = randomHinge(seed)
  const masses = [1, 0.5, 2, 0.25]
  const angle = dihedralAngle(positions, 0, 1, 2, 3)

  it('moves each particle along the gradient of the angle (central differences), by its inverse mass', () => {
    const { x, solve } = hingeOf(positions, angle - 1e-4, masses)
    const before = [...x]
    solve(1e12, 1)
    const gradient = positions.map((_, i) => {
      const at = (by: number): number =>
        dihedralAngle(
          positions.map((value, j) => (j === i ? value + by : value)),
          0,
          1,
          2,
          3,
        )
      return (at(1e-6) - at(-1e-6)) / 2e-6
    })
    const inertia = gradient.reduce((sum, g, i) => sum + masses[Math.floor(i / 3)]! * g * g, 0)
    positions.forEach((_, i) => {
      const p = Math.floor(i / 3)
      const moved = x[4 * p + (i % 3)]! - before[4 * p + (i % 3)]!
      // As stiff as can be, half of the error is taken away.
      expect(moved).toBeCloseTo((-0.5e-4 * masses[p]! * gradient[i]!) / inertia, 9)
    })
    expect(angleNow(x)).toBeCloseTo(angle - 0.5e-4, 7)
  })

  it('conserves momentum and angular momentum (V10): Σ m Δx = 0, Σ m x × Δx = 0', () => {
    const { x, solve } = hingeOf(positions, angle - 0.2, masses)
    const before = [...x]
    solve(1e12, 1)
    const sums = [0, 0, 0, 0, 0, 0]
    for (let p = 0; p < 4; p++) {
      const m = 1 / masses[p]!
      const [a, b, c] = [0, 1, 2].map((k) => before[4 * p + k]!) as [number, number, number]
      const [u, v, w] = [0, 1, 2].map((k) => x[4 * p + k]! - before[4 * p + k]!) as [
        number,
        number,
        number,
      ]
      const parts = [u, v, w, b * w - c * v, c * u - a * w, a * v - b * u]
      parts.forEach((part, n) => {
        sums[n]! += m * part
      })
    }
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-14)
  })

  it('gives way by its compliance: turn = error / (1 + α̃ / Σ w |∇θ|²), as XPBD has it', () => {
    const stiff = hingeOf(positions, angle - 1e-5, masses)
    stiff.solve(1e15, 1)
    const soft = hingeOf(positions, angle - 1e-5, masses)
    const [k, h] = [0.05, 0.5]
    soft.solve(k, h)
    // From the stiff solution, which takes half of the error: Σ w |∇θ|² = (error / 2)² / Σ Δx² / w.
    let squares = 0
    for (let p = 0; p < 4; p++)
      for (let i = 4 * p; i < 4 * p + 3; i++)
        squares += (stiff.x[i]! - [...hingeOf(positions, 0).x][i]!) ** 2 / masses[p]!
    const inertia = 0.25e-10 / squares
    const give = 1 / (k * h * h) / inertia
    expect(give).toBeGreaterThan(LEAST_GIVE)
    const turn = 1e-5 / (1 + give)
    expect((angle - angleNow(soft.x)) / turn).toBeCloseTo(1, 4)
  })
})

describe('one hinge', () => {
  const FLAT = [-1, 0.5, 0, 1, 0.5, 0, 0, 0, 0, 0, 1, 0]

  it('that is stretched or sheared in its plane does nothing at all', () => {
    const deformed = FLAT.map((value, i) =>
      i % 3 === 0 ? 1.7 * value + 0.3 * FLAT[i + 1]! : value,
    )
    const { x, solve } = hingeOf(deformed, 0)
    const before = [...x]
    solve(1e12, 1)
    expect([...x]).toEqual(before)
  })

  it('without area does nothing, and stays finite', () => {
    for (const flat of [FLAT.map(() => 0), FLAT.map((value, i) => (i % 3 === 1 ? value : 0))]) {
      const { x, solve } = hingeOf(flat, 1)
      const before = [...x]
      solve(1e12, 1)
      expect([...x]).toEqual(before)
    }
  })

  it('that is held everywhere does nothing', () => {
    const { x, solve } = hingeOf(FLAT, 1, [0, 0, 0, 0])
    const before = [...x]
    solve(1e12, 1)
    expect([...x]).toEqual(before)
  })

  it(`far from its rest angle goes the shorter way round, by ${MAX_TURN} rad at most`, () => {
    const turned = (degrees: number): number[] => {
      const angle = (degrees / 180) * Math.PI
      return [...FLAT.slice(0, 3), Math.cos(angle), 0.5, Math.sin(angle), ...FLAT.slice(6)]
    }
    // At rest folded by −170°, now by +170°: 20° are missing, not 340°.
    const now = dihedralAngle(turned(170), 0, 1, 2, 3)
    const { x, solve } = hingeOf(turned(170), -now)
    solve(1e12, 1)
    const left = Math.abs(Math.abs(angleNow(x)) - Math.abs(now))
    expect(Math.abs(angleNow(x))).toBeGreaterThan(Math.abs(now))
    expect(left).toBeLessThan(1.1 * MAX_TURN)
  })
})

/** ½ Σ k (θ − θ0)² over the bending stiffness, of a sheet whose particles are put elsewhere. */
function energyOf(sheet: ClothSheet, place: (x: number, y: number) => readonly number[]): number {
  const { count, particles, restAngles, shapes } = findHinges(sheet)
  const { restPositions, particleCount } = sheet
  // A horizontal sheet lies in the xz plane.
  const bent = Array.from({ length: particleCount }, (_, p) => [
    ...place(restPositions[3 * p]!, restPositions[3 * p + 1]! + restPositions[3 * p + 2]!),
  ]).flat()
  let energy = 0
  for (let n = 0; n < count; n++) {
    const [a, b, c, d] = particles.slice(4 * n, 4 * n + 4) as unknown as [
      number,
      number,
      number,
      number,
    ]
    energy += (0.5 * (dihedralAngle(bent, a, b, c, d) - restAngles[n]!) ** 2) / shapes[n]!
  }
  return energy
}

/** Bent to a cylinder of a radius, in a direction of the plane. */
const cylinder =
  (radius: number, direction: number) =>
  (x: number, y: number): readonly number[] => {
    const u = x * Math.cos(direction) + y * Math.sin(direction)
    const v = y * Math.cos(direction) - x * Math.sin(direction)
    return [radius * Math.sin(u / radius), v, radius * Math.cos(u / radius)]
  }

describe('the energy of a sheet bent to a cylinder: ½ B κ² per area', () => {
  const expected = (radius: number, area: number): number => (0.5 * area) / radius ** 2

  it.each([
    [20, 20],
    [60, 60],
    [40, 15],
    [15, 40],
  ])('of a grid of %i × %i cells, along either thread', (columns, rows) => {
    for (const orientation of ['vertical', 'horizontal'] as const) {
      const { sheet } = new ClothSimulation({ segments: [columns, rows], orientation })
      for (const [direction, cells] of [
        [0, columns],
        [Math.PI / 2, rows],
      ] as const) {
        const energy = energyOf(sheet, cylinder(0.5, direction))
        // The outermost half cells have no hinge.
        const inner = 1 - 1 / cells
        expect(energy / (inner * expected(0.5, 1))).toBeCloseTo(1, 2)
      }
    }
  })

  it.each([
    [60, 60],
    [60, 40],
  ])('of a grid of %i × %i cells, in every direction (but for the rim)', (columns, rows) => {
    const { sheet } = new ClothSimulation({ segments: [columns, rows] })
    for (let n = 0; n < 24; n++) {
      const energy = energyOf(sheet, cylinder(2, (n * Math.PI) / 24))
      expect(Math.abs(energy / expected(2, 1) - 1)).toBeLessThan(1 / columns + 1 / rows)
    }
  })

  it.each([
    ['a disc', () => createMeshCloth(createDisc({ radius: 0.5, rings: 24 }))],
    ['equilateral triangles', () => createMeshCloth(honeycomb(24))],
    ['scattered triangles', () => createMeshCloth(scattered(24))],
  ])('of %s, on average over directions', (_, create) => {
    const sheet = create()
    const directions = Array.from({ length: 12 }, (_, n) => (n * Math.PI) / 12)
    const ratios = directions.map(
      (direction) => energyOf(sheet, cylinder(2, direction)) / expected(2, sheet.area),
    )
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
    // Hinges are compared with the whole area, up to the rim.
    expect(mean).toBeCloseTo(1, 2)
  })

  // The sum of cos⁴ over three directions 60° apart is the same whichever way they are turned.
  it('of equilateral triangles, in every direction (within the rim, 1 / 24 of it)', () => {
    const sheet = createMeshCloth(honeycomb(24))
    for (let n = 0; n < 12; n++) {
      const energy = energyOf(sheet, cylinder(2, (n * Math.PI) / 12))
      expect(Math.abs(energy / expected(2, sheet.area) - 1)).toBeLessThan(1 / 24)
    }
  })
})

/** A parallelogram of equilateral triangles. */
function honeycomb(cells: number): { positions: number[]; indices: number[] } {
  const positions: number[] = []
  const indices: number[] = []
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      positions.push((i + j / 2) / cells, (j * Math.sqrt(0.75)) / cells, 0)
      if (i === cells || j === cells) continue
      const a = j * (cells + 1) + i
      indices.push(a, a + 1, a + cells + 1, a + 1, a + cells + 2, a + cells + 1)
    }
  }
  return { positions, indices }
}

/** A square whose particles are scattered within their cells and whose diagonals turn at random. */
function scattered(cells: number): { positions: number[]; indices: number[] } {
  const random = createRandom(5)
  const positions: number[] = []
  const indices: number[] = []
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const shift = (): number => 0.25 * (random() - 0.5)
      positions.push((i + shift()) / cells, (j + shift()) / cells, 0)
      if (i === cells || j === cells) continue
      const a = j * (cells + 1) + i
      const [b, c, d] = [a + 1, a + cells + 1, a + cells + 2]
      indices.push(...(random() < 0.5 ? [a, b, c, b, d, c] : [a, b, d, a, d, c]))
    }
  }
  return { positions, indices }
}

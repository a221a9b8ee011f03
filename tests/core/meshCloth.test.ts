/** Cloth made of any mesh: it moves as one piece, has the right mass, hangs by any particle. */
import { BillowError, ClothSimulation, createDisc, createShirt } from '@billow/core'
import { describe, expect, it } from 'vitest'

/** A square of 2 × 2 cells without shared vertices, as `toNonIndexed()` gives it. */
function loose(): number[] {
  const corners: number[] = []
  for (let j = 0; j < 2; j++) {
    for (let i = 0; i < 2; i++) {
      const [a, b, c, d] = [
        [i, j],
        [i + 1, j],
        [i, j + 1],
        [i + 1, j + 1],
      ] as const
      for (const [x, y] of [a, b, c, b, d, c]) corners.push(x / 2, y / 2, 0)
    }
  }
  return corners
}

const SOLVERS = ['xpbd', 'pbd', 'mass-spring'] as const

describe.each(SOLVERS)('%s', (solver) => {
  it('a mesh whose triangles share no vertices moves as one piece (F37)', () => {
    const cloth = new ClothSimulation({ solver, mesh: { positions: loose() }, pins: [0] })
    expect(cloth.particleCount).toBe(9)
    for (let n = 0; n < 60; n++) cloth.step()
    const { maxStrain, unstableSteps } = cloth.measure()
    expect(unstableSteps).toBe(0)
    expect(maxStrain).toBeLessThan(0.11)
    expect([...cloth.positions].every(Number.isFinite)).toBe(true)
  })

  it('a disc falls as far as anything: ½ g t² after 0.5 s, 1.22625 m', () => {
    const { positions, indices } = createDisc({ radius: 0.5, rings: 6 })
    const cloth = new ClothSimulation({
      solver,
      mesh: { positions, indices },
      damping: 0,
      airDensity: 0,
      substeps: 20,
    })
    const start = cloth.positions.slice()
    for (let n = 0; n < 30; n++) cloth.step()
    // Verlet from rest is ahead by half a substep: n (n + 1) in place of n².
    const ahead = solver === 'xpbd' ? 1 : 1 + 1 / 600
    for (let p = 0; p < cloth.particleCount; p++) {
      expect(start[3 * p + 1]! - cloth.positions[3 * p + 1]!).toBeCloseTo(1.22625 * ahead, 4)
    }
  })
})

describe('mass', () => {
  it('weight of a disc: density · area · g · height', () => {
    const { positions, indices } = createDisc({ radius: 0.5, rings: 40, orientation: 'horizontal' })
    const lifted = positions.map((value, i) => (i % 3 === 1 ? value + 2 : value))
    const cloth = new ClothSimulation({ mesh: { positions: lifted, indices }, density: 0.3 })
    // An inscribed polygon is a little smaller than the circle.
    expect(cloth.measure().gravitational / (0.3 * Math.PI * 0.25 * 9.81 * 2)).toBeCloseTo(1, 2)
  })

  it('a vertex without triangles has none, and stays where it is', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5]
    const cloth = new ClothSimulation({ mesh: { positions, indices: [0, 1, 2] } })
    expect(cloth.sheet.warnings).toHaveLength(1)
    for (let n = 0; n < 30; n++) cloth.step()
    expect([...cloth.positions.slice(9)]).toEqual([5, 5, 5])
    expect(cloth.positions[1]).toBeLessThan(-0.5)
  })
})

describe('pins', () => {
  it('by place: a shirt hung by its shoulders keeps them, and its hem comes down by less than its strain', () => {
    const { positions, indices, uvs } = createShirt()
    const top = Math.max(...positions.filter((_, i) => i % 3 === 1))
    const cloth = new ClothSimulation({
      mesh: { positions, indices, uvs },
      pins: [(_x, y) => y > top - 0.01],
    })
    const pinned = Array.from({ length: cloth.particleCount }, (_, p) => p).filter((p) =>
      cloth.isPinned(p),
    )
    expect(pinned.length).toBeGreaterThan(1)
    const start = cloth.positions.slice()
    for (let n = 0; n < 120; n++) cloth.step()
    for (const p of pinned) {
      expect([...cloth.positions.slice(3 * p, 3 * p + 3)]).toEqual([
        ...start.slice(3 * p, 3 * p + 3),
      ])
    }
    expect(cloth.measure().maxStrain).toBeLessThanOrEqual(0.1 + 1e-5)
  })

  it('names of corners mean nothing on a mesh', () => {
    const mesh = { positions: loose() }
    expect(() => new ClothSimulation({ mesh, pins: ['top-left'] })).toThrow(
      '@billow/core: ClothSimulation: pins[0] must be a particle index below 9 or a function on a mesh, got "top-left"',
    )
    expect(() => new ClothSimulation({ mesh }).grid).toThrow(BillowError)
  })
})

it('a rebuild goes from a grid to a mesh, and a snapshot belongs to its mesh', () => {
  const cloth = new ClothSimulation({ segments: [4, 4] })
  const ofGrid = cloth.snapshot()
  cloth.rebuild({ mesh: { positions: loose() } })
  expect(cloth.particleCount).toBe(9)
  cloth.step()
  const saved = cloth.snapshot()
  const hash = cloth.hash()
  for (let n = 0; n < 10; n++) cloth.step()
  cloth.restore(saved)
  expect(cloth.hash()).toBe(hash)
  expect(() => {
    cloth.restore(ofGrid)
  }).toThrow(BillowError)
})

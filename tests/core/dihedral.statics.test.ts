/**
 * Bending by angle in a running cloth: cantilevers against the elastica (V27, V28), the scaling of a
 * small deflection (V29), folded rest poses (V30), and stability. Numbers as in the verification
 * list: x'' of the elastica integrated for G = w L³ / B.
 */
import { type ClothOptions, ClothSimulation, dihedralAngle } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { findHinges } from '../../packages/core/src/mesh/hinges.js'

/** Free length of the strip, m, and its rows. */
const LENGTH = 2
const ROWS = 3
const GRAVITY = 9.81

/**
 * A strip that is clamped between its first two columns. Every particle has a cell of mass around it,
 * so that the strip ends half a cell after its last column, and is wider by one cell than the
 * hinges that carry it: the density makes up for that.
 *
 * One sweep per substep resolves what swings slowly beside it: (ω h)² ~ cells⁴ g h² / (L G) ≪ 1. So the
 * strip has few cells, and the stiffer it is the fewer.
 *
 * @param load G = w L³ / B
 */
function cantilever(
  load: number,
  stiffness: number,
  cells: number,
  options: ClothOptions = {},
): ClothSimulation {
  const cell = LENGTH / cells
  const carried = ROWS / (ROWS - 1)
  return new ClothSimulation({
    size: [(cells + 1) * cell, ROWS * cell],
    segments: [cells, ROWS - 1],
    spacing: 'points',
    orientation: 'horizontal',
    origin: [0, 0, 0],
    pins: [(x) => x < 1.5 * cell],
    bendModel: 'dihedral',
    bendStiffness: stiffness,
    density: (load * stiffness) / LENGTH ** 3 / GRAVITY / carried,
    gravity: [0, -GRAVITY, 0],
    substeps: 60,
    damping: 4,
    airDensity: 0,
    stretchCompliance: 1e-6,
    shearCompliance: 1e-5,
    limitStrain: false,
    tethers: false,
    ...options,
  })
}

interface Tip {
  /** Of the middle row, half a cell after the last column, in parts of the length. */
  readonly x: number
  readonly y: number
  /** Degrees below the horizon. */
  readonly angle: number
  readonly sideways: number
}

function settle(cloth: ClothSimulation, seconds = 5): Tip {
  for (let n = 0; n < 60 * seconds; n++) cloth.step()
  const { positions, grid } = cloth
  const [cell] = grid.cell
  const i = 3 * (2 * grid.columns - 1)
  const [dx, dy] = [positions[i]! - positions[i - 3]!, positions[i + 1]! - positions[i - 2]!]
  return {
    x: (positions[i]! + dx / 2 - cell / 2) / LENGTH,
    y: -(positions[i + 1]! + dy / 2) / LENGTH,
    angle: (Math.atan2(-dy, dx) * 180) / Math.PI,
    sideways: (positions[i + 2]! - cell) / LENGTH,
  }
}

describe('V27: a cantilever strip is the elastica of G = w L³ / B', () => {
  it.each([
    [1, 0.12347, 9.46],
    [2, 0.23851, 18.426],
    [5, 0.4959, 39.935],
    [8, 0.64063, 53.865],
    [10, 0.7002, 60.312],
    [20, 0.82988, 76.748],
  ])('G = %d: y / L = %d, tip %d°', (load, height, angle) => {
    const tip = settle(cantilever(load, 1e-3, 10))
    expect(Math.abs(tip.y / height - 1)).toBeLessThan(0.015)
    expect(Math.abs(tip.angle - angle)).toBeLessThan(1)
    expect(Math.abs(tip.sideways)).toBeLessThan(2e-3)
  })
})

it('V28: the chord to the tip falls by 41.49° when the bending length (B / w)^⅓ is half the strip', () => {
  const { x, y } = settle(cantilever(8, 1e-3, 10))
  expect(Math.abs((Math.atan2(y, x) * 180) / Math.PI - 41.49)).toBeLessThan(0.8)
})

it('V29: a small deflection times the stiffness is the same for 100, 300 and 900: G / 8 of the length', () => {
  const { density } = cantilever(0.6, 1e-4, 6).params
  const deflections = [1, 3, 9].map(
    (factor) => factor * settle(cantilever(1, factor * 1e-4, 6, { density })).y,
  )
  // Links of a sixth of the length, solved by hand (each turns by its load's moment): 2.8 to 3.2 % less.
  const links = [0.96798, 0.97175, 0.97217]
  deflections.forEach((deflection, n) => {
    expect(Math.abs(deflection / (links[n]! * (0.6 / 8)) - 1)).toBeLessThan(0.012)
  })
})

it('hangs the same on a grid of twice as many cells (height of the tip within 2 %)', () => {
  const [coarse, fine] = [settle(cantilever(8, 1e-3, 10)), settle(cantilever(8, 1e-3, 20))]
  expect(Math.abs(fine.y / coarse.y - 1)).toBeLessThan(0.02)
})

describe('V30: two triangles return to their rest pose, of which three corners are held', () => {
  const REST = [
    [0, 0, 1],
    [0, 1, 0],
    [0, -1, 0],
    [0, 1, 1],
    [0, -1, -1],
    [0, 0, -1],
  ] as const

  describe.each(REST)('with the fourth at (%d, %d, %d)', (x, y, z) => {
    it.each([0, 90, 180, 270])('after it was at half of that, turned by %i°', (degrees) => {
      const cloth = new ClothSimulation({
        // The other triangle is a little longer, so that one folded onto it is another particle.
        mesh: {
          positions: [-0.5, 0, 0, 0.5, 0, 0, 0, 0, -1.1, x, y, z],
          indices: [0, 1, 2, 1, 0, 3],
        },
        pins: [0, 1, 2],
        bendModel: 'dihedral',
        bendStiffness: 1e12,
        stretchCompliance: 0,
        gravity: [0, 0, 0],
        airDensity: 0,
        damping: 0,
        tethers: false,
        limitStrain: false,
      })
      const angle = (degrees / 180) * Math.PI
      const [c, s] = [Math.cos(angle) / 2, Math.sin(angle) / 2]
      cloth.pin(3, [0, c * y - s * z, s * y + c * z])
      for (let n = 0; n < 30; n++) cloth.step()
      cloth.unpin(3)
      for (let n = 0; n < 15; n++) cloth.step()
      const [px, py, pz] = cloth.positions.slice(9, 12) as unknown as [number, number, number]
      expect(Math.hypot(px - x, py - y, pz - z)).toBeLessThan(1e-3)
    })
  })
})

describe('a crumpled sheet that becomes stiff comes to rest, however stiff', () => {
  it.each([0, 1e-6, 1e-3, 1, 1e3, 1e12])('B = %d N·m', (bendStiffness) => {
    const random = createRandom(3)
    const cloth = new ClothSimulation({
      segments: [12, 12],
      pins: ['top-left', 'top-right'],
      bendModel: 'dihedral',
      bendStiffness: 0,
      wind: [3, 0, 6],
      turbulence: 1,
    })
    for (let n = 0; n < 90; n++) {
      if (n % 20 === 0) cloth.grab(Math.floor(random() * 169), [random(), random(), random()])
      cloth.step()
    }
    cloth.release()
    cloth.setParams({ bendStiffness, damping: 3, wind: [0, 0, 0] })
    for (let n = 0; n < 360; n++) cloth.step()
    const { unstableSteps, maxSpeed, maxStrain, infeasibleStrain } = cloth.measure()
    expect(unstableSteps).toBe(0)
    expect(infeasibleStrain).toBe(0)
    expect(maxStrain).toBeLessThanOrEqual(cloth.params.strainLimit + 1e-6)
    // What swings with 2 Hz or less has lost exp(−3 · 6 / 2) of its speed.
    expect(maxSpeed).toBeLessThan(0.05)
  })
})

it('rests where it was made, folds and all: pleats keep their angles', () => {
  const cloth = new ClothSimulation({
    segments: [16, 8],
    offsetAt: (column) => 0.04 * (column % 4 < 2 ? 1 : -1),
    bendModel: 'dihedral',
    bendStiffness: 1e-3,
    gravity: [0, 0, 0],
  })
  for (let n = 0; n < 120; n++) cloth.step()
  const { count, particles, restAngles } = findHinges(cloth.sheet)
  expect(Math.max(...restAngles)).toBeGreaterThan(0.5)
  for (let n = 0; n < count; n++) {
    const [a, b, c, d] = particles.slice(4 * n, 4 * n + 4) as unknown as [
      number,
      number,
      number,
      number,
    ]
    // Single precision: a cell of 6 cm half a metre from the origin has its angles to 1e-6 in a substep,
    // of which there are 960.
    expect(Math.abs(dihedralAngle(cloth.positions, a, b, c, d) - restAngles[n]!)).toBeLessThan(1e-3)
  }
})

it('a torn sheet has no hinge across the tear, and stays finite', () => {
  const cloth = new ClothSimulation({
    segments: [6, 8],
    size: [0.6, 0.8],
    pins: ['top'],
    tear: true,
    bendModel: 'dihedral',
    bendStiffness: 1e-4,
  })
  const { restPositions } = cloth.sheet
  for (let n = 0; n < 90; n++) {
    for (let p = 0; p < 7; p++)
      cloth.grab(p, [restPositions[3 * p]!, restPositions[3 * p + 1]! - cloth.time, 0])
    cloth.step()
  }
  expect(cloth.measure().tears).toBeGreaterThan(0)
  expect(cloth.positions.every(Number.isFinite)).toBe(true)
})

/**
 * Tearing in a running cloth: what opens, what does not, and that nothing else notices. Expected
 * values are counted, or those of a cloth that cannot tear.
 */
import { ClothSimulation, type ClothOptions, type ClothParams } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { edgeUses, sumOf } from '../helpers/meshes.js'
import { topologyOf } from '../helpers/tornSheets.js'

const SOLVERS = ['xpbd', 'pbd', 'mass-spring'] as const

const COLUMNS = 9
const ROWS = 13
const at = (column: number, row: number): number => row * COLUMNS + column

/** A banner of 8 × 12 cells of 10 cm that hangs from its top row. */
const BANNER: ClothOptions = {
  size: [0.8, 1.2],
  segments: [COLUMNS - 1, ROWS - 1],
  pins: ['top'],
  tear: true,
  ks: 100,
  substeps: 16,
  damping: 2,
}

/** Pulls the bottom row down by hand, at 1 m/s. */
function pull(cloth: ClothSimulation, steps: number): void {
  for (let n = 0; n < steps; n++) {
    for (let column = 0; column < COLUMNS; column++) {
      const i = 3 * at(column, 0)
      const rest = cloth.sheet.restPositions
      cloth.grab(at(column, 0), [rest[i]!, rest[i + 1]! - cloth.time, rest[i + 2]!])
    }
    cloth.step()
  }
}

const usedParticles = (cloth: ClothSimulation): Set<number> => new Set(cloth.sheet.triangles)

describe.each(SOLVERS)('%s', (solver) => {
  const torn = new ClothSimulation({ ...BANNER, solver })
  const whole = new ClothSimulation({ ...BANNER, solver })
  pull(torn, 90)
  const { tears, unstableSteps, kinetic } = torn.measure()

  it('tears a banner that is pulled 1.5 m at its lower edge, and stays finite', () => {
    expect(tears).toBeGreaterThan(0)
    expect(unstableSteps).toBe(0)
    expect(Number.isFinite(kinetic)).toBe(true)
    expect(torn.positions.every(Number.isFinite)).toBe(true)
    expect(torn.particleCount).toBeGreaterThan(whole.particleCount)
  })

  it('keeps every triangle, each between three particles that there are', () => {
    const { triangles } = torn.sheet
    expect(triangles.length).toBe(whole.sheet.triangles.length)
    expect(Math.max(...triangles)).toBeLessThan(torn.particleCount)
    expect(usedParticles(torn).size).toBe(torn.particleCount)
    expect(Math.max(...edgeUses(triangles).values())).toBe(2)
    expect(sumOf(torn.sheet.areas)).toBeCloseTo(sumOf(whole.sheet.areas), 12)
  })

  it('keeps pins on what they held: the top row does not move', () => {
    for (let column = 0; column < COLUMNS; column++) {
      const i = 3 * at(column, ROWS - 1)
      expect(torn.isPinned(at(column, ROWS - 1))).toBe(true)
      expect(torn.positions.slice(i, i + 3)).toEqual(whole.positions.slice(i, i + 3))
    }
  })

  it('after a reset is the start bit by bit, and tears the same way again', () => {
    const again = new ClothSimulation({ ...BANNER, solver })
    pull(again, 90)
    expect(again.hash()).toBe(torn.hash())
    again.reset()
    expect(again.hash()).toBe(whole.hash())
    expect(again.measure().tears).toBe(0)
    expect(again.particleCount).toBe(whole.particleCount)
    expect(again.sheet.triangles).toEqual(whole.sheet.triangles)
    pull(again, 90)
    expect(again.hash()).toBe(torn.hash())
  })

  it('goes on from a snapshot bit by bit, in another cloth, and back before the tears', () => {
    const first = new ClothSimulation({ ...BANNER, solver })
    pull(first, 5)
    const before = first.snapshot()
    pull(first, 60)
    expect(first.measure().tears).toBeGreaterThan(before.tears.length / 2)
    const middle = first.snapshot()
    pull(first, 25)

    const second = new ClothSimulation({ ...BANNER, solver })
    second.restore(middle)
    expect(second.particleCount).toBeGreaterThan(whole.particleCount)
    pull(second, 25)
    expect(second.hash()).toBe(first.hash())
    second.restore(before)
    pull(second, 85)
    expect(second.hash()).toBe(first.hash())
  })

  it('without a tear is the cloth that cannot tear, bit by bit', () => {
    const strong = { ...BANNER, solver, tearStrain: 3, limitStrain: false }
    const can = new ClothSimulation({ ...strong, tearReserve: 1, wind: [0, 0, 5] })
    const cannot = new ClothSimulation({ ...strong, tear: false, tethers: false, wind: [0, 0, 5] })
    pull(can, 30)
    pull(cannot, 30)
    expect(can.measure()).toEqual(cannot.measure())
    const { length } = cannot.positions
    expect(can.positions.slice(0, length)).toEqual(cannot.positions)
    // The reserve lies where the first particle is.
    const first = [...can.positions.slice(0, 3)]
    for (let i = length; i < can.positions.length; i += 3)
      expect([...can.positions.slice(i, i + 3)]).toEqual(first)
  })
})

it('self-collision does not see the particles in reserve', () => {
  const folded: ClothOptions = {
    ...BANNER,
    selfCollision: true,
    thickness: 0.06,
    limitStrain: false,
    tearStrain: 3,
  }
  const can = new ClothSimulation({ ...folded, tearReserve: 2 })
  const cannot = new ClothSimulation({ ...folded, tear: false, tethers: false })
  // The lower edge is folded up in front of the upper one.
  const places = can.sheet.restPositions
  for (let column = 0; column < COLUMNS; column++) {
    const i = 3 * at(column, ROWS - 3)
    const target = [places[i]!, places[i + 1]!, 0.02] as const
    for (const cloth of [can, cannot]) cloth.grab(at(column, 0), target)
  }
  for (let n = 0; n < 90; n++) {
    can.step()
    cannot.step()
  }
  expect(cannot.measure().contacts).toBeGreaterThan(0)
  expect(can.positions.slice(0, cannot.positions.length)).toEqual(cannot.positions)
})

describe('strengthAt', () => {
  it('keeps a part whole that withstands anything, and tears the rest', () => {
    const cloth = new ClothSimulation({
      ...BANNER,
      strengthAt: (_, y) => (y > 0 ? Infinity : 1),
    })
    pull(cloth, 90)
    const { origins } = cloth.sheet as unknown as { origins: Uint32Array }
    expect(cloth.measure().tears).toBeGreaterThan(0)
    for (let p = COLUMNS * ROWS; p < cloth.particleCount; p++)
      expect(cloth.sheet.restPositions[3 * p + 1]).toBeLessThanOrEqual(0)
    expect(origins.length).toBe(cloth.sheet.particleCount)
  })

  it('opens along a weak row first: the strip below falls in one piece', () => {
    const weak = 6
    const cloth = new ClothSimulation({
      ...BANNER,
      strengthAt: (_x, _y, _z, particle) =>
        Math.floor(particle / COLUMNS) === weak ? 0.3 : Infinity,
    })
    pull(cloth, 60)
    const { pieces, bowTies } = topologyOf(cloth.sheet.triangles)
    expect({ pieces, bowTies }).toEqual({ pieces: 2, bowTies: 0 })
    // Once it is let go, nothing holds it: no spring, no tether. ½ g t² after 0.3 s, less damping.
    cloth.release()
    cloth.setParams({ damping: 0, airDensity: 0, tethers: true })
    const heights = (): number[] =>
      [...usedParticles(cloth)]
        .filter((p) => p < at(0, weak))
        .map((p) => cloth.positions[3 * p + 1]!)
    const mean = (values: readonly number[]): number => sumOf(values) / values.length
    for (let n = 0; n < 6; n++) cloth.step()
    const speed = (mean(heights()) - (cloth.step(), mean(heights()))) / cloth.timeStep
    for (let n = 0; n < 29; n++) cloth.step()
    const later = (mean(heights()) - (cloth.step(), mean(heights()))) / cloth.timeStep
    expect((later - speed) / (30 * cloth.timeStep)).toBeCloseTo(9.81, 1)
  })

  it.each([
    [{ strengthAt: 3 }, /strengthAt must be a function, got 3/],
    [
      { strengthAt: () => 0 },
      /strengthAt must give a number > 0 or Infinity, got 0 for particle 0/,
    ],
    [{ strengthAt: () => NaN }, /strengthAt must give a number > 0 or Infinity, got NaN/],
  ])('%o is refused', (options, message) => {
    expect(() => new ClothSimulation({ ...BANNER, ...(options as object) })).toThrow(message)
  })
})

describe('bounds', () => {
  it('never makes more particles than the reserve has', () => {
    const cloth = new ClothSimulation({ ...BANNER, tearReserve: 0.1, tearStrain: 0.05 })
    pull(cloth, 120)
    const most = COLUMNS * ROWS + Math.ceil(0.1 * COLUMNS * ROWS)
    expect(cloth.particleCount).toBeLessThanOrEqual(most)
    expect(cloth.positions.length).toBe(3 * most)
    expect(cloth.positions.every(Number.isFinite)).toBe(true)
  })

  it('does not split more than 16 particles, two neighbours each, in a step', () => {
    const cloth = new ClothSimulation({ ...BANNER, tearStrain: 0.01 })
    let most = 0
    for (let n = 0; n < 90; n++) {
      const { tears } = cloth.measure()
      pull(cloth, 1)
      most = Math.max(most, cloth.measure().tears - tears)
    }
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(16)
  })

  it('a cloth that cannot tear has no reserve, and refuses a torn snapshot', () => {
    const cannot = new ClothSimulation({ ...BANNER, tear: false })
    expect(cannot.positions.length).toBe(3 * COLUMNS * ROWS)
    expect(cannot.measure().tears).toBe(0)
    expect(cannot.snapshot().tears).toEqual([])
    expect(() => cannot.setParams({ tear: true } as Partial<ClothParams>)).toThrow(/rebuild/)
    cannot.rebuild({ tear: true })
    expect(cannot.positions.length).toBeGreaterThan(3 * COLUMNS * ROWS)
  })

  it('refuses tears that are none of this cloth, and keeps its own', () => {
    const cloth = new ClothSimulation(BANNER)
    pull(cloth, 90)
    const hash = cloth.hash()
    const snapshot = { ...cloth.snapshot(), tears: [0, 1, 2, -3] }
    expect(() => cloth.restore(snapshot)).toThrow(/the snapshot's tears must be/)
    expect(cloth.hash()).toBe(hash)
  })

  it('refuses to pin what is still in reserve', () => {
    const cloth = new ClothSimulation(BANNER)
    expect(() => cloth.pin(COLUMNS * ROWS)).toThrow(/particle must be an integer from 0 to 116/)
  })
})

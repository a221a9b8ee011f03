/**
 * Self-collision of pbd and xpbd, pair by pair: distance, momentum, friction by its law, recovery at
 * a bounded speed. Expected values follow from masses and geometry.
 */
import { describe, expect, it } from 'vitest'
import { RECOVERY_SPEED } from '../../packages/core/src/collision/PairContacts.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { createLayer, settle } from '../helpers/layers.js'

const T = 0.01
const distance = (p: Float64Array): number =>
  Math.hypot(p[0]! - p[3]!, p[1]! - p[4]!, p[2]! - p[5]!)

describe('two particles that have come nearer than two thicknesses', () => {
  it.each([
    ['at the origin', [0, 0, 0]],
    ['on both sides of the borders of cells', [0.02, -0.02, 0.04]],
    ['at negative coordinates', [-3.21, -0.4, -17]],
    ['1e6 m away', [1e6, -1e6, 1e6]],
  ] as const)('%s: exactly two thicknesses apart, momentum stays (V57)', (_, [x, y, z]) => {
    const now = [x - 0.003, y, z, x + 0.004, y + 0.002, z - 0.001]
    const last = [x - 0.013, y, z, x + 0.014, y, z]
    const layer = createLayer(now, last, { thickness: T })
    const before = [0, 1, 2].map((k) => layer.positions[k]! + layer.positions[k + 3]!)
    expect(settle(layer)).toBe(2)
    // Units in the last place of a coordinate.
    const rounding = 4 * Number.EPSILON * Math.max(1, Math.abs(x), Math.abs(z))
    expect(Math.abs(distance(layer.positions) - 2 * T)).toBeLessThan(Math.max(1e-15, rounding))
    for (const k of [0, 1, 2]) {
      const after = layer.positions[k]! + layer.positions[k + 3]!
      expect(Math.abs(after - before[k]!)).toBeLessThanOrEqual(rounding)
    }
  })

  it('masses 1 : 3 move as 3 : 1', () => {
    const layer = createLayer([-0.006, 0, 0, 0.006, 0, 0], [-0.011, 0, 0, 0.011, 0, 0], {
      thickness: T,
      masses: [1, 3],
    })
    settle(layer)
    expect(layer.positions[0]).toBeCloseTo(-0.006 - 0.75 * 0.008, 14)
    expect(layer.positions[3]).toBeCloseTo(0.006 + 0.25 * 0.008, 14)
  })

  it('one that is held stays, two that are held stay too near', () => {
    for (const masses of [
      [Infinity, 1],
      [Infinity, Infinity],
    ]) {
      const layer = createLayer([0, 0, 0, 0.012, 0, 0], [0, 0, 0, 0.03, 0, 0], {
        thickness: T,
        masses,
      })
      settle(layer)
      expect(layer.positions[0]).toBe(0)
      expect(layer.positions[3]).toBeCloseTo(masses[1] === 1 ? 0.02 : 0.012, 14)
    }
  })

  it('gone through each other: back on the sides they came from', () => {
    const layer = createLayer([0.004, 0, 0, -0.004, 0, 0], [-0.012, 0, 0, 0.012, 0, 0], {
      thickness: T,
    })
    settle(layer)
    expect([...layer.positions]).toEqual(
      [-0.01, 0, 0, 0.01, 0, 0].map((x) => expect.closeTo(x, 14) as number),
    )
  })

  it('in one point: apart, and finite', () => {
    const layer = createLayer([1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 2, 3], { thickness: T })
    settle(layer)
    expect(layer.positions.every(Number.isFinite)).toBe(true)
    expect(distance(layer.positions)).toBeGreaterThan(0)
  })

  it('pushed down by one, a collider holds the other: it is the first that gives way', () => {
    const layer = createLayer([0, 0.001, 0, 0, 0.012, 0], [0, 0.001, 0, 0, 0.03, 0], {
      thickness: T,
      collide({ positions }) {
        let moved = 0
        for (const y of [1, 4]) {
          if (positions[y]! >= 0.001) continue
          positions[y] = 0.001
          moved++
        }
        return moved
      },
    })
    settle(layer)
    expect(layer.positions[1]).toBe(0.001)
    expect(layer.positions[4]).toBeCloseTo(0.021, 14)
  })
})

describe('Coulomb friction between layers', () => {
  // Normal way 2 mm each, so 4 mm apart in all; along each other the way is 2 s.
  const rub = (slide: number, friction: number): Float64Array => {
    const layer = createLayer(
      [slide, -0.008, 0, -slide, 0.008, 0],
      [0, -0.01, 0, 0, 0.01, 0],
      // The direction between them turns with the slide; far apart in y it hardly does.
      { thickness: T, friction },
    )
    settle(layer)
    return layer.positions
  }

  it('below its bound nothing slides', () => {
    const positions = rub(1e-5, 0.5)
    // What is left along the other is what turned the direction: (slide / 8 mm)² of the slide.
    expect(Math.abs(positions[0]! - positions[3]!)).toBeLessThan(1e-6)
  })

  it('beyond it the way gets shorter by friction times the way apart', () => {
    const positions = rub(2e-3, 0.1)
    const without = rub(2e-3, 0)
    const shortened = Math.hypot(
      positions[0]! - positions[3]! - (without[0]! - without[3]!),
      positions[1]! - positions[4]! - (without[1]! - without[4]!),
    )
    // Nearest to 2 · thickness along the direction between them: depth = 2 T − distance.
    const depth = 2 * T - Math.hypot(4e-3, 0.016)
    expect(shortened).toBeCloseTo(0.1 * depth, 5)
  })

  it('keeps momentum', () => {
    const positions = rub(2e-3, 0.3)
    expect(Math.abs(positions[0]! + positions[3]!)).toBeLessThan(1e-16)
    expect(Math.abs(positions[1]! + positions[4]!)).toBeLessThan(1e-16)
  })
})

describe('what is too near from the start', () => {
  it('gets apart at the speed of recovery, and comes to two thicknesses', () => {
    const layer = createLayer([0, 0, 0, 0.004, 0, 0], [0, 0, 0, 0.004, 0, 0], { thickness: T })
    const dt = 1 / 480
    settle(layer, dt)
    expect(distance(layer.positions)).toBeCloseTo(0.004 + RECOVERY_SPEED * dt, 14)
    for (let n = 0; n < 100; n++) {
      layer.lastPositions.set(layer.positions)
      settle(layer, dt)
    }
    expect(distance(layer.positions)).toBeCloseTo(2 * T, 14)
  })

  it('300 particles in a clump: none is faster than recovery (F18)', () => {
    const seed = 18
    const random = createRandom(seed)
    const clump = Array.from({ length: 900 }, () => 0.02 * random())
    const layer = createLayer(clump, clump, { thickness: T })
    const dt = 1 / 480
    expect(settle(layer, dt), `seed ${seed}`).toBeGreaterThan(250)
    for (let i = 0; i < clump.length; i += 3) {
      const way = Math.hypot(...[0, 1, 2].map((k) => layer.positions[i + k]! - clump[i + k]!))
      expect(way / dt).toBeLessThanOrEqual(RECOVERY_SPEED * (1 + 1e-9))
    }
  })
})

/**
 * What coarse levels do for cloth of any mesh: less strain at the same substeps, nothing where nothing
 * is held, and no energy. Each with and without them.
 */
import {
  type ClothOptions,
  ClothSimulation,
  createDisc,
  createShirt,
  SpringFamily,
} from '@billow/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CoarseLevels } from '../../packages/core/src/cloth/solvers/xpbd/CoarseLevels.js'
import { IDEAL, run } from '../helpers/xpbdMotion.js'

afterEach(() => {
  vi.restoreAllMocks()
})

function withoutLevels<Result>(act: () => Result): Result {
  const cycle = vi.spyOn(CoarseLevels.prototype, 'cycle').mockImplementation(() => undefined)
  const result = act()
  cycle.mockRestore()
  return result
}

/** Mean over edges of the strain of what is stretched. */
function meanStretch({ positions: x, sheet: { springs } }: ClothSimulation): number {
  let [sum, count] = [0, 0]
  for (let s = 0; s < springs.count; s++) {
    if (springs.families[s] !== SpringFamily.structural) continue
    const [a, b] = [3 * springs.ends[2 * s]!, 3 * springs.ends[2 * s + 1]!]
    const length = Math.hypot(x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!)
    sum += Math.max(0, length / springs.restLengths[s]! - 1)
    count++
  }
  return sum / count
}

describe('4 substeps at 60 Hz, 2 s', () => {
  /** Mean over all steps of the mean stretch, and the largest strain of any step. */
  function stretchOf(options: ClothOptions): { mean: number; max: number } {
    const cloth = new ClothSimulation({ ...options, substeps: 4, timeStep: 1 / 60 })
    let [mean, max] = [0, 0]
    for (let n = 0; n < 120; n++) {
      cloth.step()
      mean += meanStretch(cloth) / 120
      max = Math.max(max, cloth.measure().maxStrain)
    }
    return { mean, max }
  }

  const high = 0.34
  // Without levels and with them. Grids gain as much: 50 × 50, held at a corner, 0.98 and 0.66 %.
  it.each<[string, ClothOptions]>([
    [
      'a disc of 2 437 particles held at one point of its rim, 0.98 and 0.65 %',
      { mesh: createDisc({ rings: 28, orientation: 'horizontal' }), pins: [(x) => x > 0.499] },
    ],
    [
      'a shirt of 2 774 held at its shoulders, 1.11 and 0.73 %',
      { mesh: createShirt({ segments: 28 }), pins: [(_x, y) => y > high] },
    ],
  ])(
    '%s: a quarter less stretch at least, within the limit',
    (_, options) => {
      const without = withoutLevels(() => stretchOf(options))
      const levels = stretchOf(options)
      expect(levels.mean).toBeLessThan(0.75 * without.mean)
      expect(levels.max).toBeLessThan(0.1 + 1e-5)
    },
    60_000,
  )
})

describe('a disc', () => {
  const mesh = createDisc({ rings: 12 })

  it('free, blown about, is moved by no level: the same bits', () => {
    const fly = (): string => {
      const cloth = new ClothSimulation({ mesh, wind: [0, 0, 5], stretchCompliance: 1e-6 })
      run(cloth, 60)
      return cloth.hash()
    }
    expect(fly()).toBe(withoutLevels(fly))
  })

  it('held, the levels do something', () => {
    const hang = (): string => {
      const cloth = new ClothSimulation({ mesh, pins: [200], substeps: 2 })
      run(cloth, 30)
      return cloth.hash()
    }
    expect(hang()).not.toBe(withoutLevels(hang))
  })

  it.each([1, 2, 3, 5, 8])(
    'inextensible, swings from its rim in a vacuum, %i substeps: energy never grows',
    (substeps) => {
      const cloth = new ClothSimulation({
        ...IDEAL,
        mesh: createDisc({ rings: 12, orientation: 'horizontal' }),
        pins: [(x) => x > 0.499],
        stretchCompliance: 0,
        bend: false,
        tethers: true,
        substeps,
      })
      const { density, gravity } = cloth.params
      const weight = density * cloth.sheet.area * Math.hypot(...gravity)
      // Velocities are ahead of positions by a half of a substep; below 6 m/s that is so much at most.
      const ahead = (weight * 6) / 60 / substeps / 2
      const start = cloth.measure().gravitational
      let highest = -Infinity
      for (let n = 0; n < 300; n++) {
        cloth.step()
        const { kinetic, gravitational } = cloth.measure()
        highest = Math.max(highest, kinetic + gravitational - start)
      }
      expect(highest).toBeLessThan(ahead)
      expect(cloth.measure().unstableSteps).toBe(0)
    },
  )
})

it.each([4, 20])(
  'a strip of 1.2 m between two ends 1 m apart comes to rest, %i substeps: sag 0.292344 m and what a sweep leaves (V24)',
  (substeps) => {
    const columns = 48
    const positions: number[] = []
    const indices: number[] = []
    for (let row = 0; row <= 4; row++)
      for (let column = 0; column <= columns; column++)
        positions.push(-0.6 + (1.2 * column) / columns, 0, 0.025 * row)
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < columns; column++) {
        const a = row * (columns + 1) + column
        const c = a + columns + 1
        indices.push(a, c, a + 1, a + 1, c, c + 1)
      }
    }
    const cloth = new ClothSimulation({
      ...IDEAL,
      mesh: { positions, indices },
      stretchCompliance: 0,
      bend: false,
      tethers: true,
      damping: 1,
      substeps,
    })
    expect(cloth.particleCount).toBe(5 * 49)
    for (let row = 0; row <= 4; row++) {
      cloth.pin(49 * row, [-0.5, 0, 0.025 * row])
      cloth.pin(49 * row + 48, [0.5, 0, 0.025 * row])
    }
    run(cloth, 600)
    const { kinetic, maxSpeed } = cloth.measure()
    expect(kinetic).toBeLessThan(1e-4)
    expect(maxSpeed).toBeLessThan(0.05)
    const sag = -Math.min(...cloth.positions.filter((_, i) => i % 3 === 1))
    // As in xpbd.statics: half of the links are too long by 2 T dt² / m.
    const link = 1.2 / columns
    const tension = (9.81 * Math.hypot(0.469542, 0.6)) / link
    const bound = 0.8 * columns * tension * (1 / (60 * substeps)) ** 2
    // 0.1 mm for links in place of a curve.
    expect(sag - 0.292344).toBeGreaterThan(-1e-4)
    expect(sag - 0.292344).toBeLessThan(bound + 1e-4)
  },
)

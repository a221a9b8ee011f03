/**
 * The motion of tips: the closed form against a fine numerical integration, the loops over arrays
 * against the functions of one blade, and what must never come out.
 */
import { describe, expect, it } from 'vitest'
import type { Vector } from '../../packages/core/src/grass/blade/curve.js'
import {
  gravityOn,
  recoveryRate,
  windAlignment,
} from '../../packages/core/src/grass/blade/forces.js'
import { stepByEuler, turnToEquilibrium } from '../../packages/core/src/grass/blade/motion.js'
import { validateFully, validateOnce } from '../../packages/core/src/grass/blade/validate.js'
import { GrassSimulation } from '../../packages/core/src/grass/GrassSimulation.js'
import { createRandom } from '../../packages/core/src/math/random.js'

const add = (a: Vector, b: Vector, share = 1): Vector => [
  a[0] + share * b[0],
  a[1] + share * b[1],
  a[2] + share * b[2],
]
const scaled = (a: Vector, share: number): Vector => [share * a[0], share * a[1], share * a[2]]

/** A vector of a flat list. */
const at = (list: ArrayLike<number>, n: number): Vector => [
  list[3 * n]!,
  list[3 * n + 1]!,
  list[3 * n + 2]!,
]

describe('a tip that turns to its equilibrium', () => {
  it('is where 20 000 small steps of constant length take it (seed 6)', () => {
    const random = createRandom(6)
    const vector = (): Vector => [random() - 0.5, random() - 0.5, random() - 0.5]
    for (let n = 0; n < 10; n++) {
      const idle = vector()
      const force = scaled(vector(), 5)
      const start = vector()
      const length = Math.hypot(...start)
      const rate = 1 + 5 * random()
      let tip = start
      const small = 20_000
      for (let step = 0; step < small; step++) {
        const next = stepByEuler(tip, idle, rate, force, 0.3 / small)
        tip = scaled(next, length / Math.hypot(...next))
      }
      const exact = turnToEquilibrium(start, idle, rate, force, 0.3)
      expect(Math.hypot(...exact)).toBeCloseTo(length, 12)
      expect(Math.hypot(...add(exact, tip, -1))).toBeLessThan(2e-4 * length)
    }
  })

  it('stays where it is in equilibrium, without a force, and exactly opposite', () => {
    expect(turnToEquilibrium([0, 2, 0], [0, 1, 0], 3, [0, 4, 0], 1)).toEqual([0, 2, 0])
    expect(turnToEquilibrium([1, 0, 0], [0, 1, 0], 2, [0, -2, 0], 1)).toEqual([1, 0, 0])
    expect(turnToEquilibrium([0, -1, 0], [0, 1, 0], 3, [0, 0, 0], 1)).toEqual([0, -1, 0])
  })
})

describe.each(['stable', 'paper'] as const)('the loops of the %s model', (model) => {
  it('do what the functions of one blade say, over 60 steps', () => {
    const dt = 1 / 60
    const grass = new GrassSimulation({
      model,
      size: [2, 2],
      density: 25,
      height: 1,
      droop: 0.9,
      wind: [3, 0.5, -2],
      turbulence: 0.6,
      precision: 'float64',
    })
    const { blades, bladeCount } = grass
    const { gravity, droop } = grass.params
    for (let step = 0; step < 60; step++) {
      const before = grass.state.tips.slice()
      grass.step()
      for (let n = 0; n < bladeCount; n++) {
        const height = blades.heights[n]!
        const up = at(blades.ups, n)
        const tip = at(before, n)
        const wind = new Float64Array(3)
        const root = at(blades.roots, n)
        grass.wind.sample(...root, (step + 0.5) * dt, wind)
        const air: Vector = [wind[0]!, wind[1]!, wind[2]!]
        const rate = recoveryRate((blades.firmness[n]! * 9.81) / droop / height, 0)
        const idle = scaled(up, height)
        const weight = gravityOn(gravity, at(blades.axes, 2 * n + 1))
        const forceAt = (place: Vector): Vector =>
          add(weight, air, windAlignment(place, up, height, air))
        let expected
        if (model === 'paper') {
          expected = validateOnce(stepByEuler(tip, idle, rate, forceAt(tip), dt), up, height)
        } else {
          const middle = turnToEquilibrium(tip, idle, rate, forceAt(tip), dt / 2)
          const end = turnToEquilibrium(tip, idle, rate, forceAt(middle), dt)
          expected = validateFully(end, up, height)
        }
        const error = Math.hypot(...add(expected.tip, at(grass.state.tips, n), -1))
        expect(error).toBeLessThan(1e-9 * height)
        expect(Math.hypot(...expected.guide)).toBeCloseTo(grass.state.guides[n]!, 9)
      }
    }
  })

  it.each([
    ['no gravity', { gravity: [0, 0, 0] }],
    ['no wind', { wind: [0, 0, 0] }],
    ['a storm', { wind: [1e6, -1e6, 1e6] }],
    ['wind straight down', { wind: [0, -50, 0] }],
    ['wind straight up', { wind: [0, 50, 0] }],
    ['gravity aside', { gravity: [1e5, 0, 0] }],
    ['a second per step', { timeStep: 1 }],
    ['next to no stiffness', { stiffness: 1e-12 }],
    ['next to no stiffness in a storm', { stiffness: 1e-12, wind: [1e6, -1e6, 1e6] }],
    ['no stiffness worth a number', { stiffness: 1e-30 }],
    ['a wind beyond any', { wind: [1e25, 0, 1e25] }],
    ['gravity beyond any', { gravity: [0, -1e25, 1e25] }],
    ['all the stiffness there is', { stiffness: 1e12 }],
  ] as const)('give numbers and keep tips above the ground with %s (G24)', (_, options) => {
    const wrong =
      model === 'paper' &&
      ('timeStep' in options || (options as { stiffness?: number }).stiffness === 1e12)
    const grass = new GrassSimulation({
      model,
      size: [1, 1],
      density: 30,
      wind: [2, 0, 0],
      ...options,
    } as never)
    for (let n = 0; n < 50; n++) grass.step()
    for (let n = 0; n < grass.bladeCount; n++) {
      const [x, y, z] = at(grass.state.tips, n)
      expect(Number.isFinite(x + y + z)).toBe(true)
      expect(y).toBeGreaterThanOrEqual(-1e-12)
      if (!wrong) expect(Math.hypot(x, y, z)).toBeLessThanOrEqual(1.3 * blades(grass, n))
    }
  })

  it('are as good in single precision: 1e-5 of the height after 1 200 steps', () => {
    const make = (precision: 'float32' | 'float64'): GrassSimulation => {
      const grass = new GrassSimulation({
        model,
        precision,
        size: [3, 3],
        density: 20,
        wind: [3, 0, 1],
        height: 1,
        seed: 9,
      })
      for (let n = 0; n < 1200; n++) grass.step()
      return grass
    }
    const [single, double] = [make('float32'), make('float64')]
    let worst = 0
    for (let n = 0; n < single.bladeCount; n++) {
      const error = add(at(single.state.tips, n), at(double.state.tips, n), -1)
      worst = Math.max(worst, Math.hypot(...error) / single.blades.heights[n]!)
    }
    expect(worst).toBeLessThan(1e-5)
    expect(worst).toBeGreaterThan(0)
  })
})

function blades(grass: GrassSimulation, n: number): number {
  return grass.blades.heights[n]!
}

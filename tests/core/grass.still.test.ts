/** A field at rest, sources of wind, and readings of one blade. */
import { CapsuleCollider, inspectBlade, SphereCollider } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { validateOnce } from '../../packages/core/src/grass/blade/validate.js'
import type { Vector } from '../../packages/core/src/grass/blade/curve.js'
import {
  type GrassOptions,
  GrassSimulation,
} from '../../packages/core/src/grass/GrassSimulation.js'

const lawn = (options: GrassOptions = {}): GrassSimulation =>
  new GrassSimulation({ size: [2, 2], density: 50, ...options })

const BLOWN = {
  ...{ model: 'paper', wind: [2, 0, -1], turbulence: 0, windHold: 1.5 },
  precision: 'float64',
} as const satisfies GrassOptions

function run(grass: GrassSimulation, steps: number): GrassSimulation {
  for (let n = 0; n < steps; n++) grass.step()
  return grass
}

describe('a field at rest', () => {
  it.each<[string, GrassOptions]>([
    ['without wind', {}],
    ['in steady wind', { wind: [3, 0, 1], turbulence: 0 }],
    ['as published', { model: 'paper', stiffness: 20 }],
  ])('%s: no longer moves, and time goes on', (_, options) => {
    const grass = run(lawn(options), 600)
    expect(grass.isResting).toBe(true)
    const { moves, time } = grass
    const hash = grass.hash()
    run(grass, 60)
    expect(grass.moves).toBe(moves)
    expect(grass.hash()).toBe(hash)
    expect(grass.time).toBeCloseTo(time + 1, 12)
    expect(grass.previousTips).toEqual(grass.state.tips)
  })

  it('rests where it would be after any number of steps', () => {
    const [grass, other] = [run(lawn(), 600), lawn()]
    for (let n = 0; n < 600; n++) {
      // A parameter that is set ends the rest; set to what it is, it changes nothing else.
      other.setParams({ droop: other.params.droop })
      other.step()
    }
    for (let i = 0; i < grass.state.tips.length; i++)
      expect(Math.abs(grass.state.tips[i]! - other.state.tips[i]!)).toBeLessThan(5e-7 * 0.3)
  })

  it.each<[string, GrassOptions]>([
    ['turbulence', { wind: [3, 0, 0], turbulence: 0.2 }],
    ['gusts', { wind: [3, 0, 0], turbulence: 0, gusts: 0.5 }],
  ])('does not rest in %s', (_, options) => {
    const grass = run(lawn(options), 600)
    expect(grass.isResting).toBe(false)
    const before = grass.hash()
    run(grass, 1)
    expect(grass.hash()).not.toBe(before)
  })

  it.each<[string, (grass: GrassSimulation, ball: SphereCollider) => void]>([
    ['wind', (grass) => grass.setParams({ wind: [5, 0, 0] })],
    [
      'a source of wind',
      (grass) => {
        grass.setWindSources([{ position: [0, 0.2, 0], strength: 5 }])
      },
    ],
    ['droop', (grass) => grass.setParams({ droop: 0.9 })],
    [
      'a body that comes',
      (grass) => void grass.addCollider(new CapsuleCollider({ radius: 0.4, height: 1 })),
    ],
    ['a body that moves', (_, ball) => ball.set({ center: [0.2, 0.1, 0] })],
    ['a body that goes', (grass, ball) => grass.removeCollider(ball)],
    ['a reset', (grass) => grass.reset()],
  ])('is woken by %s', (_, wake) => {
    const grass = lawn()
    const ball = grass.addCollider(new SphereCollider({ center: [0, 0.1, 0], radius: 0.2 }))
    run(grass, 900)
    expect(grass.isResting).toBe(true)
    const before = grass.hash()
    wake(grass, ball)
    run(grass, 3)
    expect(grass.isResting).toBe(false)
    expect(grass.hash()).not.toBe(before)
  })

  it.each(['stable', 'paper'] as const)(
    'does not rest while blades are held down, however hard: they rise again (%s)',
    (model) => {
      const options: GrassOptions = { model, stiffness: 60, recovery: 1 }
      const grass = run(lawn(options), 1)
      // Until it is 1 again, more holds down no harder than 1, and blades lie still.
      grass.state.strengths.fill(4)
      run(grass, 150)
      const held = grass.measure().meanLean
      expect(grass.isResting).toBe(false)
      run(grass, 600)
      expect(grass.isResting).toBe(true)
      const free = run(lawn(options), 600).measure().meanLean
      expect(held).toBeGreaterThan(2 * free)
      expect(grass.measure().meanLean).toBeCloseTo(free, 3)
    },
  )

  it('is woken by what was frozen and is put back', () => {
    const grass = lawn()
    run(grass, 1)
    const moment = grass.snapshot()
    run(grass, 900)
    grass.restore(moment)
    run(grass, 1)
    const other = lawn()
    run(other, 2)
    expect(grass.hash()).toBe(other.hash())
  })
})

describe('sources of wind', () => {
  it('blow blades away from them, and draw them in', () => {
    for (const strength of [4, -4]) {
      const windSources = [{ position: [0, 0.2, 0], strength }] as const
      const grass = run(lawn({ windSources, gravity: [0, 0, 0] }), 120)
      const { roots } = grass.blades
      for (let n = 0; n < grass.bladeCount; n++) {
        const [x, z] = [roots[3 * n]!, roots[3 * n + 2]!]
        const away = x * grass.state.tips[3 * n]! + z * grass.state.tips[3 * n + 2]!
        expect(Math.sign(away)).toBe(Math.sign(strength))
      }
    }
  })

  it('stay through changes of parameters and a rebuild, and go when they are taken away', () => {
    const grass = lawn({ windSources: [{ position: [0, 0.2, 0], strength: 4 }] })
    const speed = (): number => {
      const out = new Float64Array(3)
      grass.wind.sample(1, 0.2, 0, 0, out)
      return out[0]!
    }
    expect(speed()).toBeCloseTo(4, 12)
    grass.setParams({ droop: 0.3 })
    expect(speed()).toBeCloseTo(4, 12)
    grass.rebuild({ density: 10 })
    expect(speed()).toBeCloseTo(4, 12)
    grass.setWindSources([])
    expect(speed()).toBe(0)
  })

  it('are checked before anything changes', () => {
    const grass = lawn()
    expect(() => {
      grass.setWindSources([{ position: [0, NaN, 0], strength: 1 }])
    }).toThrow('GrassSimulation: windSources[0].position')
    expect(() => lawn({ windSources: 4 as never })).toThrow('windSources must be an array')
  })
})

describe('a blade by itself', () => {
  it('adds up to its step: v2 + (gravity + recovery + wind) dt, validated once (section 4)', () => {
    const grass = lawn(BLOWN)
    run(grass, 20)
    const dt = grass.timeStep
    for (const n of [0, 17, 101]) {
      const { root, tip, up, height, gravity, recovery, wind } = inspectBlade(grass, n)
      const moved = tip.map(
        (at, k) => at - root[k]! + dt * (gravity[k]! + recovery[k]! + wind[k]!),
      ) as unknown as Vector
      const expected = validateOnce(moved, up, height).tip
      const copy = lawn(BLOWN)
      run(copy, 21)
      for (let k = 0; k < 3; k++) expect(copy.state.tips[3 * n + k]).toBeCloseTo(expected[k]!, 9)
    }
  })

  it('says which there are', () => {
    expect(() => inspectBlade(lawn(), 200)).toThrow(
      'blade must be an integer from 0 to 199, got 200',
    )
    expect(() => inspectBlade(lawn(), 0.5)).toThrow('got 0.5')
  })
})

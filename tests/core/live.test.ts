/**
 * Live changes of every parameter while a sheet flies freely, unstrained, in one direction: nothing
 * acts on it, so by Newton's first law its velocity stays, whatever is changed; forces that come with
 * a change are those of one step. After that the run is reproducible, and `reset` brings it back.
 */
import {
  type ClothOptions,
  ClothSimulation,
  clothParams,
  type LiveClothParams,
  triangleCollision,
  triangleContact,
} from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import type { Parameter } from '../../packages/core/src/params/Parameter.js'
import { setMotion, velocitiesOf } from '../helpers/states.js'
import { run, setXpbdMotion } from '../helpers/xpbdMotion.js'

const SOLVERS = ['xpbd', 'mass-spring', 'pbd'] as const
const SEED = 4711
const TRIALS = 6

const VELOCITY = [1.25, -0.5, 2] as const
const SPEED = Math.hypot(...VELOCITY)

type LiveKey = keyof LiveClothParams
const liveKeys = (Object.keys(clothParams) as LiveKey[]).filter(
  (key) => clothParams[key].change === 'live',
)

/** Changes that bring a force or a loss with them; all others must not be felt. */
const FELT = new Set<LiveKey>(['gravity', 'damping', 'stepDamping', 'airDensity'])

function randomValue(parameter: Parameter, random: () => number): unknown {
  switch (parameter.kind) {
    case 'boolean':
      return random() < 0.5
    case 'choice':
      return parameter.choices[Math.floor(random() * parameter.choices.length)]
    case 'vector':
      return parameter.axes.map(() => parameter.min + random() * (parameter.max - parameter.min))
    case 'integer':
      return parameter.min + Math.floor(random() * (parameter.max - parameter.min + 1))
    case 'number':
      return parameter.min + random() * (parameter.max - parameter.min)
  }
}

const FLYING: ClothOptions = {
  // Code of values that any parameter may take.
  ...{ triangleCollision, triangleContact },
  segments: [5, 4],
  gravity: [0, 0, 0],
  airDensity: 0,
  damping: 0,
  turbulence: 0,
}

function createFlying(solver: (typeof SOLVERS)[number]): ClothSimulation {
  const cloth = new ClothSimulation({ ...FLYING, solver })
  cloth.step()
  const set = solver === 'xpbd' ? setXpbdMotion : setMotion
  set(cloth, () => ({ velocity: VELOCITY }))
  run(cloth, 5)
  return cloth
}

/** Largest difference of any particle's velocity from `expected`, m/s. */
function deviation(cloth: ClothSimulation, expected: readonly number[]): number {
  const dt = cloth.snapshot().lastSubstep
  const { positions, lastPositions } = cloth.snapshot()
  let worst = 0
  for (let i = 0; i < positions.length; i++) {
    const velocity = (positions[i]! - lastPositions[i]!) / dt
    worst = Math.max(worst, Math.abs(velocity - expected[i % 3]!))
  }
  return worst
}

describe.each(SOLVERS)('live changes in free flight, %s', (solver) => {
  /** What rounding of positions near 1 m, a few units in the last place, is as a velocity, m/s. */
  const roundingOf = (cloth: ClothSimulation): number =>
    ((solver === 'xpbd' ? 4e-7 : 1e-12) * cloth.params.substeps) / cloth.timeStep

  it.each(liveKeys)(`%s: no jump in velocity, seed ${SEED}`, (key) => {
    const random = createRandom(SEED)
    for (let trial = 0; trial < TRIALS; trial++) {
      const cloth = createFlying(solver)
      expect(deviation(cloth, VELOCITY)).toBeLessThan(roundingOf(cloth))
      // Stable up to about 700 N/m here.
      const value = key === 'ks' ? 500 * random() : randomValue(clothParams[key], random)
      const change = { [key]: value } as Partial<LiveClothParams>
      const [before, speed] = [velocitiesOf(cloth), cloth.measure().maxSpeed]
      cloth.setParams(change)
      expect(cloth.measure().maxSpeed).toBe(speed)
      if (key !== 'timeStep' && key !== 'substeps') expect(velocitiesOf(cloth)).toEqual(before)
      const label = JSON.stringify(change)
      const rounding = roundingOf(cloth)
      // Explicit forces that are too stiff for the step make a storm of rounding errors; it says so.
      if (cloth.validate().some(({ code }) => code === 'stiffness-unstable')) continue
      for (let n = 1; n <= 3; n++) {
        cloth.step()
        const { timeStep, substeps, gravity, damping, stepDamping } = cloth.params
        if (!FELT.has(key)) {
          expect(deviation(cloth, VELOCITY), label).toBeLessThan(rounding)
        } else if (key === 'gravity') {
          // What a step of it adds, give or take half a substep.
          const expected = VELOCITY.map((v, axis) => v + gravity[axis]! * timeStep * n)
          const half = (Math.hypot(...gravity) * timeStep) / substeps
          expect(deviation(cloth, expected), label).toBeLessThan(half + rounding)
        } else if (key === 'airDensity') {
          // Still air takes speed away and gives none.
          expect(cloth.measure().maxSpeed, label).toBeLessThan(SPEED + rounding)
        } else {
          const kept =
            Math.exp(-damping * timeStep * n) *
            (solver === 'xpbd' ? 1 : (1 - stepDamping / 100) ** (substeps * n))
          const expected = VELOCITY.map((v) => v * kept)
          expect(deviation(cloth, expected), label).toBeLessThan(rounding + 0.01)
        }
      }
    }
  })

  it(`all at once, again and again: finite, the same bits twice, and reset is the start, seed ${SEED}`, () => {
    const settings: ClothOptions = {
      ...{ solver, triangleCollision, triangleContact },
      segments: [7, 6],
      pins: ['top-left'],
      colliders: [{ type: 'sphere', center: [0, -0.3, 0], radius: 0.3, friction: 0.4 }],
    }
    const play = (): { hashes: string[]; cloth: ClothSimulation } => {
      const random = createRandom(SEED)
      const cloth = new ClothSimulation(settings)
      const hashes: string[] = []
      for (let n = 0; n < 40; n++) {
        const changes: Record<string, unknown> = {}
        for (const key of liveKeys) {
          if (random() < 0.2) changes[key] = randomValue(clothParams[key], random)
        }
        // A thousand iterations of sixty substeps say nothing more.
        cloth.setParams({ ...changes, substeps: 1 + Math.floor(8 * random()), iterations: 4 })
        run(cloth, 3)
        expect(cloth.positions.every(Number.isFinite)).toBe(true)
        hashes.push(cloth.hash())
      }
      return { hashes, cloth }
    }
    const [first, second] = [play(), play()]
    expect(second.hashes).toEqual(first.hashes)
    const { cloth } = first
    cloth.reset()
    const fresh = new ClothSimulation({ ...settings, ...cloth.params })
    expect(cloth.hash()).toBe(fresh.hash())
    run(cloth, 20)
    run(fresh, 20)
    expect(cloth.hash()).toBe(fresh.hash())
  })
})

describe.each(SOLVERS)('reset after numbers ran out, %s', (solver) => {
  it.each<[string, Partial<LiveClothParams>]>([
    ['gravity 1e300 m/s²', { gravity: [1e300, -1e300, 1e300] }],
    ['gravity 1e12 m/s²', { gravity: [0, 1e12, 0] }],
    ['wind of 1e300 m/s in air of 1e300 kg/m³', { wind: [1e300, 0, 1e300], airDensity: 1e300 }],
    ['density 1e-300 kg/m²', { density: 1e-300, wind: [9, 0, 0] }],
    ['stiffness 1e300 N/m', { ks: 1e300, stiffness: 1, stretchCompliance: 0 }],
    ['thickness of half its width', { thickness: 0.5, selfCollision: true }],
    ['collider offset 1e300 m', { colliderOffset: 1e300 }],
  ])('%s: the start again, bit by bit, and the same run', (_, change) => {
    const settings: ClothOptions = {
      solver,
      segments: [7, 6],
      jitter: 0.002,
      pins: ['top-left', { particle: 'top-right', target: (time) => [0.5, 0.5, time] }],
      wind: [2, 0, 3],
      gusts: 0.5,
      colliders: [{ type: 'sphere', center: [0, -0.3, 0], radius: 0.3 }],
    }
    const cloth = new ClothSimulation(settings)
    const start = cloth.snapshot()
    const hash = cloth.hash()
    run(cloth, 20)
    const later = cloth.hash()
    const before = Object.fromEntries(
      Object.keys(change).map((key) => [key, cloth.params[key as LiveKey]]),
    )
    cloth.grab(10, [9, 9, 9])
    cloth.setParams(change)
    run(cloth, 10)
    cloth.unpin(0)
    cloth.pin(20, [1, 1, 1])
    run(cloth, 10)
    cloth.setParams(before)
    cloth.reset()
    expect(cloth.hash()).toBe(hash)
    expect(cloth.snapshot()).toEqual({ ...start, rest: cloth.snapshot().rest })
    run(cloth, 20)
    expect(cloth.hash()).toBe(later)
  })
})

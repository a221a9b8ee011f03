/**
 * The bounded strain limit of the xpbd solver (V33): no constraint ends a step longer than 1 + limit of
 * its rest length, where that is possible at all, and `measure()` tells where it is not. Scenes are random;
 * each test names its seed.
 */
import { type ClothOptions, ClothSimulation, materialPresets } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { largestDifference, run } from '../helpers/xpbdMotion.js'

/** A scene whose pins are at rest distances, so that the limit can always hold. */
function createScene(seed: number, changes: ClothOptions): ClothSimulation {
  const random = createRandom(seed)
  const integer = (low: number, high: number): number =>
    low + Math.floor((high - low + 1) * random())
  const segments = [integer(1, 20), integer(1, 20)] as const
  const particles = (segments[0] + 1) * (segments[1] + 1)
  const speed = 50 * random()
  return new ClothSimulation({
    segments,
    orientation: random() < 0.5 ? 'horizontal' : 'vertical',
    pins: Array.from({ length: integer(1, 4) }, () => integer(0, particles - 1)),
    strainLimit: 0.01 + 0.29 * random(),
    wind: [speed * (random() - 0.5), 0, speed],
    substeps: integer(1, 10),
    seed,
    ...changes,
  })
}

const SEEDS = Array.from({ length: 8 }, (_, n) => 301 + n)

describe.each([
  ['stiff', 1e-5],
  ['soft', 1e-2],
])('every step, %s, random pins, wind to 50 m/s', (_, stretchCompliance) => {
  describe.each([true, false])('tethers %s', (tethers) => {
    it.each(SEEDS)('within the limit, seed %i (V33)', (seed) => {
      const cloth = createScene(seed, { stretchCompliance, tethers })
      const { strainLimit } = cloth.params
      for (let n = 0; n < 120; n++) {
        cloth.step()
        const { maxStrain, infeasibleStrain, unstableSteps } = cloth.measure()
        expect(maxStrain, `step ${n}`).toBeLessThanOrEqual(strainLimit + 1e-6)
        expect([infeasibleStrain, unstableSteps]).toEqual([0, 0])
      }
    })
  })
})

describe('a hand drags a corner 5 m away at 15 m/s', () => {
  it.each(SEEDS)('never passes the limit unreported, finite and calm after, seed %i', (seed) => {
    const cloth = createScene(seed, {})
    const { strainLimit } = cloth.params
    run(cloth, 20)
    cloth.grab(cloth.particleCount - 1, [3, 3, 3])
    for (let n = 0; n < 90; n++) {
      if (n === 60) cloth.release()
      cloth.step()
      const { maxStrain, infeasibleStrain, unstableSteps } = cloth.measure()
      expect(maxStrain > strainLimit + 1e-6, `step ${n}`).toBe(infeasibleStrain > 0)
      expect(unstableSteps).toBe(0)
    }
    run(cloth, 120)
    expect(cloth.measure().maxStrain).toBeLessThanOrEqual(strainLimit + 1e-6)
  })
})

it.each([
  ['without tethers', { tethers: false }],
  ['in a wind of 10 m/s', { wind: [3, 0, 10] as const }],
])('50 × 50, pinned2, %s: ≤ 10 % after every step of 1 s', (_, changes) => {
  const cloth = new ClothSimulation({
    segments: [49, 49],
    orientation: 'horizontal',
    pins: ['top-left', 'top-right'],
    substeps: 10,
    ...changes,
  })
  for (let n = 0; n < 60; n++) {
    cloth.step()
    expect(cloth.measure().maxStrain, `step ${n}`).toBeLessThanOrEqual(0.1 + 1e-6)
  }
})

it.each([100, 200])(
  'a strip of %i rows that falls from the horizontal: at most 10 % (F15)',
  (rows) => {
    const cloth = new ClothSimulation({
      size: [0.2, 1],
      segments: [8, rows],
      pins: 'top',
      orientation: 'horizontal',
    })
    for (let n = 0; n < 90; n++) {
      cloth.step()
      expect(cloth.measure().maxStrain, `step ${n}`).toBeLessThanOrEqual(0.1 + 1e-6)
    }
  },
)

describe('two top corners held twice as far apart as at rest', () => {
  it.each([
    [10, 10, true],
    [20, 20, false],
    [20, 5, true],
    [1, 1, false],
  ])(
    '%i × %i, tethers %s: finite, calm, and says what is infeasible (V33)',
    (columns, rows, tethers) => {
      const cloth = new ClothSimulation({
        segments: [columns, rows],
        pins: ['top-left', 'top-right'],
        tethers,
      })
      const left = (columns + 1) * rows
      cloth.pin(left, [-1, 0.5, 0])
      cloth.pin(left + columns, [1, 0.5, 0])
      run(cloth, 180)
      const { infeasibleStrain, maxStrain, unstableSteps, maxSpeed } = cloth.measure()
      // The pins have stood still for 2.9 s, and moved at 15 m/s at most.
      expect(maxSpeed).toBeLessThan(15)
      expect(cloth.positions.every(Number.isFinite)).toBe(true)
      expect(unstableSteps).toBe(0)
      // The row between the pins is stretched by 1 in the mean, whatever the solver does.
      expect(infeasibleStrain).toBeGreaterThanOrEqual(1 - 1e-3)
      expect(Math.abs(infeasibleStrain - maxStrain)).toBeLessThan(0.1 * maxStrain)

      // And which part: the two pins, 2 m apart on 1 m of cloth, whose row is the shortest chain.
      const { infeasible } = cloth.measure()
      expect(infeasible).toMatchObject({ cause: 'pins', particles: [left, left + columns] })
      expect(infeasible!.distance).toBeCloseTo(2, 6)
      expect(infeasible!.length).toBeCloseTo(1, 9)
      expect(infeasible!.strain).toBeCloseTo(1, 6)
      const finding = cloth.validate().find(({ code }) => code === 'strain-infeasible')
      expect(finding!.message).toContain(`pins ${left} and ${left + columns} are 2 m apart`)
      expect(finding!.message).toContain('reaches 1.1 m')

      // Back in reach, the limit holds again.
      cloth.pin(left, [-0.5, 0.5, 0])
      cloth.pin(left + columns, [0.5, 0.5, 0])
      run(cloth, 120)
      expect(cloth.measure().infeasibleStrain).toBe(0)
      expect(cloth.measure()).not.toHaveProperty('infeasible')
      expect(cloth.validate()).toEqual([])
      expect(cloth.measure().maxStrain).toBeLessThanOrEqual(0.1 + 1e-6)
    },
  )
})

it.each([0, 5e-4])('a limit of %d shortens nothing that is at rest: no particle moves', (limit) => {
  const cloth = new ClothSimulation({ segments: [8, 8], gravity: [0, 0, 0], strainLimit: limit })
  const start = cloth.positions.slice()
  run(cloth, 10)
  // Rounding of places up to 0.5 m.
  expect(largestDifference(cloth.positions, start)).toBeLessThan(1e-7)
})

it.each([
  ['soft', 0.1, 0.1, true],
  ['soft', 0.1, 0.1, false],
  ['very soft', 0.1, 0.01, false],
  ['not so soft', 0.01, 0.01, true],
] as const)(
  '%s cloth, %d m/N, hangs at its limit of %d, tethers %s: within it, at 70 %% or more, and still (1 mm/s)',
  (_, stretchCompliance, strainLimit, tethers) => {
    const cloth = new ClothSimulation({
      segments: [16, 16],
      pins: ['top-left', 'top-right'],
      damping: 2,
      stretchCompliance,
      strainLimit,
      tethers,
    })
    run(cloth, 600)
    for (let n = 0; n < 60; n++) {
      cloth.step()
      const { maxStrain, maxSpeed } = cloth.measure()
      expect(maxStrain).toBeLessThanOrEqual(strainLimit + 1e-6)
      expect(maxStrain).toBeGreaterThan(0.7 * strainLimit)
      expect(maxSpeed).toBeLessThan(1e-3)
    }
  },
)

it('a strip wound about two pins out of three: the pair that is too far apart is named', () => {
  const cloth = new ClothSimulation({ size: [2, 0.2], segments: [20, 2], pins: ['left', 'right'] })
  const [middle, right] = [21 + 10, 21 + 20]
  cloth.pin(middle, [0.2, 0, 0])
  for (const p of [20, right, 62]) cloth.pin(p, [1.4, (p - right) / 210, 0])
  run(cloth, 120)
  // The middle is 1.2 m from a right end that is 1 m away over the sheet; the left end could stretch to both.
  const { infeasible } = cloth.measure()
  expect(infeasible!.cause).toBe('pins')
  expect(infeasible!.particles).toContain(middle)
  expect(infeasible!.strain).toBeCloseTo(0.2, 2)
})

describe('a limit of 0.2 %, steps of 1 s: passes are too few, yet nothing stands against the limit', () => {
  it.each([
    ['from one pin', [0], true],
    ['from one pin, without bend', [0], false],
    ['free', [], true],
  ] as const)(
    '%s: it holds after every step, and energy never grows (V11, V33)',
    (_, pins, bend) => {
      const cloth = new ClothSimulation({
        segments: [12, 1],
        gravity: [0, -0.03, 0],
        airDensity: 0,
        damping: 0,
        timeStep: 1,
        substeps: 1,
        bend,
        bendCompliance: 0,
        tethers: false,
        structural: false,
        shear: false,
        strainLimit: 0.002,
        pins,
      })
      let most = cloth.measure().gravitational
      for (let n = 0; n < 30; n++) {
        cloth.step()
        const { maxStrain, infeasibleStrain, kinetic, gravitational } = cloth.measure()
        expect(maxStrain, `step ${n}`).toBeLessThanOrEqual(0.002 + 1e-6)
        expect(infeasibleStrain).toBe(0)
        // Of 6e-3 J that the weight could give at all.
        expect(kinetic + gravitational, `step ${n}`).toBeLessThanOrEqual(most + 1e-5)
        most = kinetic + gravitational
      }
    },
  )
})

it('held apart by a collider between two pins: the spring that is stretched the most says where', () => {
  // Two pins 1 m apart, and a ball of 0.6 m between them: the way around it is 1.4 m.
  const cloth = new ClothSimulation({
    size: [1, 0.2],
    segments: [20, 4],
    gravity: [0, 0, 0],
    airDensity: 0,
    pins: ['left', 'right'],
    colliders: [{ type: 'sphere', center: [0, 0, 0.05], radius: 0.35 }],
  })
  run(cloth, 60)
  const { infeasibleStrain, infeasible, maxStrain } = cloth.measure()
  expect(infeasibleStrain).toBeGreaterThan(0.1)
  expect(infeasible!.cause).toBe('spring')
  expect(infeasible!.strain).toBeCloseTo(maxStrain, 5)
  expect(cloth.validate()[0]!.message).toContain(`between particles ${infeasible!.particles[0]}`)
})

it('a sheet that is wavy at rest: bend constraints, which span an angle, are within the limit too', () => {
  const cloth = new ClothSimulation({
    segments: [12, 12],
    jitter: 0.02,
    pins: ['top-left'],
    stretchCompliance: 0.1,
    strainLimit: 0.02,
    wind: [2, 0, 4],
  })
  for (let n = 0; n < 120; n++) {
    cloth.step()
    expect(cloth.measure().maxStrain, `step ${n}`).toBeLessThanOrEqual(0.02 + 1e-6)
  }
})

it('cells 600 times as long as wide, limit 0.2 %, one pin: never faster than a free fall', () => {
  const gravity = 0.062
  const cloth = new ClothSimulation({
    ...{ segments: [23, 1], size: [0.036, 1], orientation: 'horizontal', pins: [0] },
    ...{ gravity: [0, 0, -gravity], substeps: 1, density: 1, damping: 1 },
    ...{ stretchCompliance: 1, shearCompliance: 1, strainLimit: 0.002 },
  })
  const mass = cloth.params.density * cloth.sheet.area
  for (let n = 1; n <= 120; n++) {
    cloth.step()
    const { kinetic, maxStrain } = cloth.measure()
    expect(maxStrain, `step ${n}`).toBeLessThanOrEqual(0.002 + 1e-4)
    expect(Math.sqrt((2 * kinetic) / mass), `step ${n}`).toBeLessThanOrEqual(gravity * (n / 60))
  }
})

it('cells 1500 times as long as wide, steps of 1 s in turbulent wind: no faster than twice its gusts', () => {
  const [wind, turbulence] = [0.32, 0.94]
  const cloth = new ClothSimulation({
    ...{ segments: [23, 1], size: [1, 63.7], seed: 3425, pins: [0], gravity: [0, 0, 0] },
    ...{ wind: [-wind, 0, 0], turbulence, airDensity: 1, drag: 1, damping: 1 },
    ...{ timeStep: 1, substeps: 1, strainLimit: 0.002 },
  })
  const mass = cloth.params.density * cloth.sheet.area
  // Turbulence is six deviations in each direction at most.
  const gust = wind * (1 + 6 * Math.sqrt(3) * turbulence)
  for (let n = 1; n <= 60; n++) {
    cloth.step()
    const { kinetic, maxStrain } = cloth.measure()
    expect(maxStrain, `step ${n}`).toBeLessThanOrEqual(0.002 + 1e-3)
    expect(Math.sqrt((2 * kinetic) / mass), `step ${n}`).toBeLessThanOrEqual(2 * gust)
  }
})

describe('gathered between its corners, which come closer at some decimetres a second', () => {
  it.each([
    ['cotton', 0.05, 64, 0.4, 120],
    ['cotton', 0.05, 256, 0.2, 24],
    ['silk', 0.1, 64, 0.45, 120],
    ['paper', 0.01, 32, 0.2, 120],
  ] as const)(
    '%s, limit %d, %i², each by %d m: within it after every step',
    { timeout: 120_000 },
    (...scene) => {
      const [material, limit, cells, way, steps] = scene
      const corner = (time: number): number => 0.5 - way * Math.min(1, time)
      const cloth = new ClothSimulation({
        ...materialPresets[material],
        strainLimit: limit,
        segments: [cells, cells],
        orientation: 'vertical',
        substeps: 4,
        pins: [
          { particle: 'top-left', target: (time) => [-corner(time), 0.5, 0] },
          { particle: 'top-right', target: (time) => [corner(time), 0.5, 0] },
        ],
      })
      for (let n = 0; n < steps; n++) {
        cloth.step()
        const { maxStrain, infeasible } = cloth.measure()
        expect(maxStrain, `step ${n}`).toBeLessThanOrEqual(limit + 1e-6)
        expect(infeasible).toBeUndefined()
      }
    },
  )
})

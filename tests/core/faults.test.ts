/**
 * Faults that people have reported of other cloth engines, each as a test. F numbers are those of the list
 * of public faults; tests/README.md says where the others are.
 */
import { type ClothOptions, ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { largestDifference, run, strainsOf } from '../helpers/xpbdMotion.js'

const SOLVERS = ['mass-spring', 'pbd', 'xpbd'] as const

describe('light cloth explodes (F1)', () => {
  const hang = (density: number): ClothSimulation => {
    const cloth = new ClothSimulation({
      segments: [49, 49],
      density,
      stretchCompliance: 0,
      shearCompliance: 0,
      bend: false,
      airDensity: 0,
      damping: 2,
      pins: ['top-left', 'top-right'],
    })
    run(cloth, 60)
    return cloth
  }
  const expected = hang(1)

  it.each([1e-6, 1e-4, 1e-2, 100])(
    '50 × 50, pinned2, %d kg: as with 1 kg, within 1e-3 m, after 1 s',
    (density) => {
      expect(largestDifference(hang(density).positions, expected.positions)).toBeLessThan(1e-3)
    },
  )
})

it('cloth oscillates for ever: at default settings 1e-6 J are left after 20 s (F2)', () => {
  const cloth = new ClothSimulation({ pins: ['top-left', 'top-right'] })
  run(cloth, 20 * 60)
  expect(cloth.measure().kinetic).toBeLessThan(1e-6)
})

it('half an hour in a hidden tab: eight steps, and the same as after the longest frame (F9)', () => {
  const options: ClothOptions = { segments: [6, 6], pins: ['top-left'], wind: [2, 0, 3] }
  const [hidden, slow] = [new ClothSimulation(options), new ClothSimulation(options)]
  expect(hidden.advance(1800)).toBe(8)
  slow.advance(0.25)
  expect(hidden.hash()).toBe(slow.hash())
})

it('a frame of 1e6 s hangs the page: it takes the eight steps of any long frame (F10)', () => {
  const cloth = new ClothSimulation({ segments: [6, 6] })
  expect(cloth.advance(1e6)).toBe(8)
  expect(cloth.measure().steps).toBe(8)
  expect(cloth.advance(1 / 60)).toBeLessThanOrEqual(2)
})

it.each([11, 12])('frames of any length, back in time too: never NaN, seed %i (F11)', (seed) => {
  const random = createRandom(seed)
  const cloth = new ClothSimulation({ segments: [6, 6], pins: ['top-left'], wind: [2, 0, 3] })
  const drawn = new Float32Array(cloth.positions.length)
  for (let n = 0; n < 300; n++) {
    const steps = cloth.advance(10 ** (6 * random() - 3) * (random() < 0.2 ? -1 : 1))
    cloth.writePositions(drawn)
    expect(steps).toBeLessThanOrEqual(8)
    expect(drawn.every(Number.isFinite)).toBe(true)
  }
})

describe.each(['pbd', 'xpbd'] as const)(
  'cloth falls through the floor at high rates, %s (F14)',
  (solver) => {
    it.each([30, 60, 120, 240, 480])('%i Hz: never below its distance from the floor', (hertz) => {
      const cloth = new ClothSimulation({
        solver,
        segments: [6, 6],
        orientation: 'horizontal',
        timeStep: 1 / hertz,
        colliders: [{ type: 'plane', point: [0, -0.5, 0], friction: 0.5 }],
      })
      const { colliderOffset } = cloth.params
      for (let n = 0; n < 2 * hertz; n++) {
        cloth.step()
        const lowest = Math.min(...cloth.positions.filter((_, i) => i % 3 === 1))
        expect(lowest).toBeGreaterThanOrEqual(-0.5 + colliderOffset - 1e-6)
      }
      expect(cloth.measure().contacts).toBe(cloth.particleCount)
    })
  },
)

// 100 and 200 rows are among the targets.
it.each([10, 50])('the more rows the more stretch: %i rows, at most 10 % (F15)', (rows) => {
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
})

describe('stiffness does nothing (F16)', () => {
  /** Sag of the lower edge of a sheet that hangs from its upper one, at rest, m. */
  function sag(options: ClothOptions): number {
    const cloth = new ClothSimulation({
      segments: [6, 6],
      pins: 'top',
      limitStrain: false,
      tethers: false,
      damping: 4,
      ...options,
    })
    const start = cloth.positions[1]!
    run(cloth, 600)
    return start - cloth.positions[1]!
  }

  it.each<[string, readonly ClothOptions[]]>([
    ['ks', [10, 20, 40, 80].map((ks) => ({ solver: 'mass-spring', ks }))],
    ['stiffness', [0.05, 0.1, 0.4, 1].map((stiffness) => ({ solver: 'pbd', stiffness }))],
    [
      'stretchCompliance',
      [0.1, 0.01, 1e-3, 1e-5].map((stretchCompliance) => ({ stretchCompliance })),
    ],
  ])('%s: the stiffer the less sag', (_, settings) => {
    const sags = settings.map(sag)
    for (let n = 1; n < sags.length; n++) expect(sags[n]).toBeLessThan(sags[n - 1]!)
    expect(sags.at(-1)).toBeGreaterThan(0)
  })
})

it('cloth is as stiff in shear as along its threads: a pull at 45° stretches it more (F17)', () => {
  /** Strain of a long strip that a hand's weight pulls, cut along the threads or at 45°. */
  function strain(angle: number): number {
    const pull: [number, number, number] = [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0]
    const cloth = new ClothSimulation({
      segments: [10, 10],
      density: 20,
      damping: 4,
      gravity: pull,
      airDensity: 0,
      tethers: false,
      limitStrain: false,
      pins: angle === 0 ? 'top' : [[0, 10]],
    })
    run(cloth, 300)
    return Math.max(...strainsOf(cloth, [0, 1]))
  }
  expect(strain(Math.PI / 4)).toBeGreaterThan(2 * strain(0))
})

it.each(SOLVERS)(
  'pausing starts anew: 100 frames without a step change no bit of %s (F27)',
  (solver) => {
    const options: ClothOptions = { solver, segments: [6, 6], pins: ['top-left'], wind: [2, 0, 3] }
    const [paused, running] = [new ClothSimulation(options), new ClothSimulation(options)]
    run(paused, 30)
    run(running, 30)
    const drawn = new Float32Array(paused.positions.length)
    for (let n = 0; n < 100; n++) {
      expect(paused.advance(0)).toBe(0)
      paused.writePositions(drawn)
    }
    expect(paused.hash()).toBe(running.hash())
    run(paused, 30)
    run(running, 30)
    expect(paused.hash()).toBe(running.hash())
  },
)

it.each(SOLVERS)('wind changes masses: calm again, %s falls as it did before (F48)', (solver) => {
  const cloth = new ClothSimulation({ solver, segments: [6, 6], wind: [8, 2, 5] })
  const calm = new ClothSimulation({ solver, segments: [6, 6] })
  const before = cloth.measure().gravitational
  run(cloth, 30)
  cloth.setParams({ wind: [0, 0, 0] })
  cloth.reset()
  expect(cloth.measure().gravitational).toBe(before)
  run(cloth, 30)
  run(calm, 30)
  expect(cloth.hash()).toBe(calm.hash())
})

describe.each(SOLVERS)('cloth that is hardly any, %s (F49)', (solver) => {
  it.each<[string, ClothOptions]>([
    ['no springs', { segments: [2, 2], structural: false, shear: false, bend: false }],
    ['one triangle', { mesh: { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] } }],
    [
      'a triangle beside one without area and a vertex of none',
      {
        mesh: {
          positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 5, 5, 5],
          indices: [0, 1, 2, 0, 1, 3],
        },
      },
    ],
    ['all of it pinned', { segments: [2, 2], pins: ['top', 'bottom', 'left', 'right', [1, 1]] }],
  ])('%s: steps, falls or stays, finite', (_, options) => {
    const cloth = new ClothSimulation({ solver, wind: [3, 0, 4], selfCollision: true, ...options })
    cloth.grab(0, [0.5, 0.5, 0.5])
    run(cloth, 60)
    cloth.release()
    run(cloth, 60)
    expect(cloth.positions.every(Number.isFinite)).toBe(true)
    expect(cloth.measure().unstableSteps).toBe(0)
  })
})

it('0 to 1 means something else in every engine: stiffness and damping have units (F54)', () => {
  // Half of the compliance is half of the sag, and damping is a rate: both by closed form.
  const sag = (stretchCompliance: number): number => {
    const cloth = new ClothSimulation({
      segments: [1, 1],
      stretchCompliance,
      shear: false,
      bend: false,
      tethers: false,
      limitStrain: false,
      airDensity: 0,
      damping: 3,
      substeps: 20,
      pins: 'top',
    })
    const start = cloth.positions[1]!
    run(cloth, 600)
    return start - cloth.positions[1]!
  }
  // A quarter of 0.2 kg hangs on each of two constraints.
  const expected = 0.05 * 9.81
  expect(Math.abs(sag(0.2) / (0.2 * expected) - 1)).toBeLessThan(5e-3)
  expect(Math.abs(sag(0.1) / (0.1 * expected) - 1)).toBeLessThan(5e-3)
})

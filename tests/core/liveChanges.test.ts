/**
 * Parameters that change in mid-run: no jump in velocity and no energy from nowhere. A sheet hangs at
 * rest, stretched by what its settings leave, and is made stiffer. Drawn together it may gain what its
 * weight lost by the stretch, m g · strain · height, and no more; it moves as calmly as
 * `cloth/Easing.ts` says, at any frame rate.
 *
 * One thing is allowed beside that: the stretch of a spring is kept, so ½ k x² is more with a larger k
 * as soon as `measure()` reads it. It does no work, since the spring gets another rest length.
 */
import { type ClothOptions, ClothSimulation, type LiveClothParams } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { gainOf } from '../helpers/liveChange.js'
import { largestDifference, run } from '../helpers/xpbdMotion.js'

const LOOSE = { limitStrain: false, tethers: false } as const
const SOFT = { ...LOOSE, stretchCompliance: 0.1 } as const

const CHANGES: [ClothOptions, Partial<LiveClothParams>][] = [
  [{ timeStep: 0.2 }, { timeStep: 1 / 240 }],
  [{ timeStep: 1 / 30, substeps: 1 }, { substeps: 60 }],
  [SOFT, { limitStrain: true, strainLimit: 0.01 }],
  [SOFT, { stretchCompliance: 0 }],
  [SOFT, { stretchCompliance: 0, tethers: true, limitStrain: true }],
  [SOFT, { tethers: true }],
  [{ ...LOOSE, substeps: 1, stretchCompliance: 1e-3 }, { tethers: true }],
  [{ bendCompliance: 10, pins: ['top-left', 'bottom-right'] }, { bendStiffness: 1e-3 }],
  [
    { bendCompliance: 10, pins: ['top-left', 'bottom-right'] },
    { bendModel: 'dihedral', bendStiffness: 1e-3 },
  ],
  [{ solver: 'pbd', timeStep: 0.2 }, { timeStep: 1 / 240 }],
  [{ solver: 'pbd', stiffness: 0.05, limitStrain: false }, { stiffness: 1 }],
  [{ solver: 'pbd', stiffness: 0.05, limitStrain: false }, { iterations: 40 }],
  [{ solver: 'pbd', stiffness: 0.01, limitStrain: false }, { limitStrain: true }],
  [{ solver: 'mass-spring', ks: 10, limitStrain: false }, { ks: 60 }],
  [{ solver: 'mass-spring', ks: 25, limitStrain: false }, { limitStrain: true }],
]

describe.each(CHANGES)('%j, then %j', (options, change) => {
  it('kinetic energy stays below what the weight lost, and speed within strain · √(g · extent)', () => {
    const { kinetic, most, fastest, calm } = gainOf(options, change)
    expect(kinetic).toBeLessThan(most)
    expect(fastest).toBeLessThan(calm)
  })
})

it.each<[ClothOptions, Partial<LiveClothParams>]>([
  [SOFT, { stretchCompliance: 1e-5 }],
  [SOFT, { limitStrain: true, strainLimit: 0.01 }],
  [{ solver: 'pbd', stiffness: 0.05, limitStrain: false }, { stiffness: 1 }],
  [{ solver: 'mass-spring', ks: 10, limitStrain: false }, { ks: 60 }],
])(
  '%j, then %j: drawn together as fast at 30, 60 and 120 Hz within 0.05 of the way',
  (options, change) => {
    const strains = [30, 60, 120].map((hertz) => {
      const cloth = new ClothSimulation({
        segments: [12, 12],
        pins: 'top',
        damping: 2,
        ...options,
        timeStep: 1 / hertz,
        substeps: 960 / hertz,
      })
      run(cloth, 4 * hertz)
      const before = cloth.measure().maxStrain
      cloth.setParams(change)
      run(cloth, hertz / 2)
      return [before, cloth.measure().maxStrain] as const
    })
    const [before, after] = strains[1]!
    expect(after).toBeLessThan(0.9 * before)
    for (const [, strain] of strains) expect(Math.abs(strain - after)).toBeLessThan(0.05 * before)
  },
)

describe('a change on its way', () => {
  const create = (options: ClothOptions = {}): ClothSimulation => {
    const cloth = new ClothSimulation({
      segments: [10, 10],
      pins: ['top-left', 'top-right'],
      ...SOFT,
      ...options,
    })
    run(cloth, 60)
    return cloth
  }
  const STIFF = { stretchCompliance: 1e-5, limitStrain: true, tethers: true } as const

  it.each(['xpbd', 'pbd', 'mass-spring'] as const)(
    '%s: a snapshot in the middle of it goes on bit by bit, in another cloth too',
    (solver) => {
      const change = { ...STIFF, ks: 50, stiffness: 0.9 }
      const options = { solver, ks: 20, stiffness: 0.1 }
      const cloth = create(options)
      cloth.setParams(change)
      run(cloth, 10)
      const snapshot = cloth.snapshot()
      const go = (one: ClothSimulation): string[] =>
        Array.from({ length: 20 }, () => {
          one.step()
          return one.hash()
        })
      const expected = go(cloth)
      cloth.restore(snapshot)
      expect(go(cloth)).toEqual(expected)
      const other = create(options)
      other.setParams(change)
      other.restore(snapshot)
      expect(go(other)).toEqual(expected)
    },
  )

  it('there and back between two steps is no change, bit by bit', () => {
    const [one, other] = [create(), create()]
    one.setParams(STIFF)
    one.setParams(SOFT)
    run(one, 10)
    run(other, 10)
    expect(one.hash()).toBe(other.hash())
  })

  it('a slider that is drawn from soft to stiff in 30 steps ends where one change does (1 mm)', () => {
    const [slow, sudden] = [create({ damping: 3 }), create({ damping: 3 })]
    for (let n = 1; n <= 30; n++) {
      slow.setParams({ stretchCompliance: 0.1 * (1 - n / 30) })
      const before = slow.measure().maxSpeed
      slow.step()
      // A step at the most that it may be accelerated by, g, beside what it swings by itself.
      expect(slow.measure().maxSpeed).toBeLessThan(before + 9.81 / 60)
    }
    sudden.setParams({ stretchCompliance: 0 })
    run(slow, 600)
    run(sudden, 630)
    expect(largestDifference(slow.positions, sudden.positions)).toBeLessThan(1e-3)
  })

  it('a reset forgets it: the start is made with the parameters as they are', () => {
    const cloth = create()
    cloth.setParams(STIFF)
    run(cloth, 5)
    cloth.reset()
    const fresh = create({ ...STIFF })
    run(cloth, 60)
    expect(cloth.hash()).toBe(fresh.hash())
  })

  it('before the first step parameters are in force at once', () => {
    const changed = new ClothSimulation({ segments: [6, 6], pins: 'top', ...SOFT })
    changed.setParams({ ...STIFF, strainLimit: 0.02 })
    const made = new ClothSimulation({ segments: [6, 6], pins: 'top', ...STIFF, strainLimit: 0.02 })
    run(changed, 30)
    run(made, 30)
    expect(changed.hash()).toBe(made.hash())
  })

  it('after 6 s the limit is held as if it had always been there: ≤ 2 % + 1e-6', () => {
    const cloth = create()
    cloth.setParams({ limitStrain: true, strainLimit: 0.02 })
    run(cloth, 6 * 60)
    expect(cloth.measure().maxStrain).toBeLessThanOrEqual(0.02 + 1e-6)
    const { easing } = cloth.snapshot()
    expect(easing).toBeUndefined()
  })

  it('goes on while a cloth tears', () => {
    const cloth = new ClothSimulation({
      segments: [8, 8],
      pins: 'top',
      tear: true,
      tearStrain: 0.2,
      stretchCompliance: 0.1,
    })
    run(cloth, 20)
    cloth.setParams({ stretchCompliance: 1e-5 })
    for (let p = 0; p < 9; p++) cloth.pin(p, [(p - 4) / 4, -0.9, 0.5])
    run(cloth, 60)
    const { tears, unstableSteps } = cloth.measure()
    expect(tears).toBeGreaterThan(0)
    expect(unstableSteps).toBe(0)
  })
})

it('a larger collider offset moves cloth out gently: 0.1 m at no more than 1 m/s', () => {
  const cloth = new ClothSimulation({
    segments: [16, 16],
    orientation: 'horizontal',
    damping: 2,
    colliders: [{ type: 'sphere', center: [0, -0.35, 0], radius: 0.3, friction: 0.5 }],
  })
  run(cloth, 120)
  const before = cloth.measure().maxSpeed
  cloth.setParams({ colliderOffset: 0.1 })
  let [fastest, nearest] = [0, Infinity]
  for (let n = 0; n < 360; n++) {
    cloth.step()
    fastest = Math.max(fastest, cloth.measure().maxSpeed)
  }
  for (let i = 0; i < cloth.positions.length; i += 3) {
    const [x, y, z] = cloth.positions.subarray(i, i + 3) as unknown as [number, number, number]
    nearest = Math.min(nearest, Math.hypot(x, y + 0.35, z))
  }
  expect(fastest).toBeLessThan(before + 1)
  expect(nearest).toBeGreaterThan(0.4 - 1e-4)
})

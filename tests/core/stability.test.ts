/**
 * How stiff explicit integration may be: Verlet is stable while ω dt < 2 for the fastest oscillation
 * of the grid, for a square grid with all springs ks < m / (2 dt²). CS184: 0.06 kg · 2700² / 2 =
 * 218 700 N/m.
 */
import { type ClothOptions, ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { createCloth, readFixture } from '../helpers/cs184.js'
import { SCENE_TIMEOUT } from '../helpers/reference.js'
import { setMotion } from '../helpers/states.js'

describe('CS184 pinned2 at the limit of 218 700 N/m', () => {
  const fixture = readFixture('pinned2')

  it(
    '218 000 N/m: nothing found, finite for 300 frames, energy never above that of the start (V6)',
    () => {
      const cloth = createCloth(fixture, { ks: 218_000 })
      expect(cloth.validate()).toEqual([])
      const energy = (): number => {
        const { kinetic, gravitational, elastic } = cloth.measure()
        return kinetic + gravitational + elastic
      }
      const start = energy()
      expect(start).toBeCloseTo(1470, 6)
      for (let frame = 1; frame <= 300; frame++) {
        cloth.step()
        expect(energy(), `frame ${frame}`).toBeLessThan(start)
      }
      expect(cloth.measure().unstableSteps).toBe(0)
      expect(cloth.validate()).toEqual([])
    },
    SCENE_TIMEOUT,
  )

  it('225 000 N/m: found before any step, with the limit and a number of substeps that cures it (V6)', () => {
    const cloth = createCloth(fixture, { ks: 225_000 })
    const [finding, ...others] = cloth.validate()
    expect(others).toEqual([])
    expect(finding?.code).toBe('stiffness-unstable')
    expect(finding?.message).toContain('218700 N/m')
    // 30 · √(225 000 / 218 700) = 30.43
    expect(finding?.message).toContain('substeps 31')
    cloth.setParams({ substeps: 31 })
    expect(cloth.validate()).toEqual([])
  })
})

describe('the limit by formula against what a grid does', () => {
  const seed = 20240

  /** The limit, from the message of a ks far above it. */
  function limitOf(options: ClothOptions): number {
    const message = new ClothSimulation({ ...options, ks: 1e9 }).validate()[0]!.message
    return Number(/more than the ([\d.e+]+) N\/m/.exec(message)![1])
  }

  /** Speed after 400 steps from 1 µm/s in the plane of the sheet; infinite once it exploded. */
  function growth(options: ClothOptions, ks: number): number {
    const cloth = new ClothSimulation({ ...options, ks })
    const random = createRandom(seed)
    const component = (): number => 1e-6 * (2 * random() - 1)
    setMotion(cloth, () => ({ velocity: [component(), component(), 0] }))
    for (let n = 0; n < 400; n++) cloth.step()
    const { maxSpeed, unstableSteps } = cloth.measure()
    return unstableSteps > 0 ? Infinity : maxSpeed
  }

  it.each<[string, ClothOptions]>([
    ['all springs', {}],
    ['structural springs', { shear: false, bend: false }],
    ['structural and shear springs', { bend: false }],
    ['structural and bend springs', { shear: false, bendRatio: 1 }],
    ['all springs, bend springs as stiff as the others', { bendRatio: 1 }],
    ['bend springs', { structural: false, shear: false, bendRatio: 1 }],
    ['all springs, cells of 1 : 3', { size: [1, 3] }],
    ['all springs, cells of 1 : 3, bend springs as stiff', { size: [1, 3], bendRatio: 1 }],
    ['shear springs', { structural: false, bend: false }],
    ['shear and bend springs', { structural: false, bendRatio: 0.7 }],
  ])(
    `%s: stable at 0.98 of it, unstable at 1.04, seed ${seed} (V6)`,
    (_, changes) => {
      const options: ClothOptions = {
        solver: 'mass-spring',
        segments: [24, 24],
        substeps: 1,
        damping: 0,
        airDensity: 0,
        limitStrain: false,
        gravity: [0, 0, 0],
        ...changes,
      }
      const limit = limitOf(options)
      expect(growth(options, 0.98 * limit)).toBeLessThan(1e-4)
      expect(growth(options, 1.04 * limit)).toBeGreaterThan(1)
    },
    60_000,
  )
})

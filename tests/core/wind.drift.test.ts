/**
 * Changes of the wind in mid-run: eddies and gusts that are there go on from where they are, at the
 * speed of the new wind (Taylor's frozen turbulence). Nothing jumps that did not change.
 */
import { type ClothOptions, ClothSimulation, type LiveClothParams } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { MODE_COUNT, MODE_STRIDE } from '../../packages/core/src/wind/turbulence.js'
import { WindField, type WindOptions } from '../../packages/core/src/wind/WindField.js'
import { velocitiesOf } from '../helpers/states.js'
import { largestDifference, run } from '../helpers/xpbdMotion.js'

const options: WindOptions = { wind: [4, 0, 0], turbulence: 0.5, gusts: 0.5, seed: 3 }

const phasesOf = (field: WindField, time: number): number[] => {
  const modes = field.modesAt(time)
  return Array.from({ length: MODE_COUNT }, (_, n) => modes[MODE_STRIDE * n + 3]!)
}

/** Difference of two phases in turns, −½ to ½. */
const between = (a: number, b: number): number => a - b - Math.round(a - b)

describe('a change of the wind after 1000 s', () => {
  it.each<[string, WindOptions]>([
    ['a little faster', { wind: [4.01, 0, 0] }],
    ['from the other side', { wind: [-2, 1, 5] }],
    ['calm', { wind: [0, 0, 0] }],
    ['more turbulence', { turbulence: 1 }],
    ['larger eddies', { turbulenceScale: 3 }],
    ['gusts that come faster', { gustPeriod: 1 }],
  ])('%s: phases of eddies and gusts go on from where they are', (_, change) => {
    const field = new WindField(options)
    const before = phasesOf(field, 1000)
    const gust = field.gustAt(1000)
    field.configure(change, 1000)
    const after = phasesOf(field, 1000)
    for (let n = 0; n < MODE_COUNT; n++)
      expect(Math.abs(between(after[n]!, before[n]!))).toBeLessThan(1e-9)
    expect(field.gustAt(1000)).toBeCloseTo(gust, 9)

    // From then on they change as in a field that always had the new settings.
    const same = new WindField({ ...options, ...change })
    const [start, end] = [phasesOf(same, 1000), phasesOf(same, 1001.5)]
    const later = phasesOf(field, 1001.5)
    for (let n = 0; n < MODE_COUNT; n++) {
      const passed = between(later[n]!, after[n]!)
      expect(Math.abs(between(passed, between(end[n]!, start[n]!)))).toBeLessThan(1e-9)
    }
  })

  it('its memory in another field of the same settings is the same air', () => {
    const field = new WindField(options)
    field.configure({ wind: [1, 2, 3] }, 17)
    const other = new WindField({ ...options, wind: [1, 2, 3] })
    other.memory.set(field.memory)
    other.goOn({ time: 20 })
    expect(phasesOf(other, 20)).toEqual(phasesOf(field, 20))
    other.rewind()
    expect(phasesOf(other, 20)).toEqual(
      phasesOf(new WindField({ ...options, wind: [1, 2, 3] }), 20),
    )
  })
})

describe.each(['xpbd', 'mass-spring', 'pbd'] as const)(
  'a flag in a slider’s wind, %s',
  (solver) => {
    const settings: ClothOptions = {
      solver,
      segments: [8, 6],
      pins: 'left',
      wind: [4, 0, 2],
      turbulence: 0.5,
      gusts: 0.3,
    }
    const create = (): ClothSimulation => {
      const cloth = new ClothSimulation(settings)
      run(cloth, 120)
      return cloth
    }

    it.each<Partial<LiveClothParams>>([
      { wind: [4.001, 0, 2] },
      { turbulence: 0.5001 },
      { gustPeriod: 5.001 },
      { turbulenceScale: 1.0001 },
    ])('%o: a step hardly differs from the one without the change', (change) => {
      const [cloth, other] = [create(), create()]
      const before = velocitiesOf(other)
      cloth.setParams(change)
      cloth.step()
      other.step()
      const step = largestDifference(velocitiesOf(other), before)
      expect(step).toBeGreaterThan(0.01)
      expect(largestDifference(velocitiesOf(cloth), velocitiesOf(other))).toBeLessThan(0.01 * step)
    })

    it('a snapshot after changes goes on bit by bit, here and in another cloth; reset starts anew', () => {
      const cloth = create()
      const start = new ClothSimulation({ ...settings, wind: [-2, 0, 3] })
      cloth.setParams({ wind: [1, 0, 5] })
      run(cloth, 10)
      cloth.setParams({ wind: [-2, 0, 3] })
      const snapshot = cloth.snapshot()
      const go = (one: ClothSimulation): string[] =>
        Array.from({ length: 10 }, () => {
          one.step()
          return one.hash()
        })
      const expected = go(cloth)
      cloth.restore(snapshot)
      expect(go(cloth)).toEqual(expected)
      const other = new ClothSimulation({ ...settings, wind: [-2, 0, 3] })
      run(other, 3)
      other.restore(snapshot)
      expect(go(other)).toEqual(expected)
      cloth.reset()
      expect(cloth.hash()).toBe(start.hash())
      expect(go(cloth)).toEqual(go(start))
    })
  },
)

/** The parameter table of grass: ranges, units, texts, and what programs may pass. */
import {
  BillowError,
  defaultsOf,
  GrassSimulation,
  grassParams,
  grassPresetNames,
  grassPresets,
  type Parameter,
} from '@billow/core'
import { grassTexts as german } from '@billow/core/locales/de'
import { grassTexts as english } from '@billow/core/locales/en'
import { describe, expect, it } from 'vitest'
import { wrongValues } from '../helpers/wrongValues.js'

/** SI units and their quotients, and the degree, which is allowed beside them. */
const UNITS = ['', 's', '1/s', 'm', 'm/s', 'm/s²', '1/m²', '°']

const entries = Object.entries(grassParams) as [keyof typeof grassParams, Parameter][]
const SMALL = { size: [0.5, 0.5], density: 20 } as const

describe.each(entries)('%s', (key, parameter) => {
  it('has a group, a kind of change and a default within its range', () => {
    expect(Object.keys(english.groups)).toContain(parameter.group)
    expect(['live', 'rebuild']).toContain(parameter.change)
    if (parameter.kind === 'boolean' || parameter.kind === 'choice') return
    const { min, max, step, unit } = parameter
    expect(min).toBeLessThan(max)
    expect(step).toBeLessThanOrEqual(max - min)
    expect(UNITS).toContain(unit)
    for (const value of [parameter.default].flat()) {
      expect(value).toBeGreaterThanOrEqual(min)
      expect(value).toBeLessThanOrEqual(max)
    }
  })

  it('refuses what it cannot be, and nothing has changed', () => {
    const grass = new GrassSimulation(SMALL)
    const before = [JSON.stringify(grass.params), grass.hash()]
    for (const wrong of wrongValues(parameter)) {
      expect(() => new GrassSimulation({ ...SMALL, [key]: wrong })).toThrow(BillowError)
      expect(() => grass.setParams({ [key]: wrong })).toThrow(`GrassSimulation: ${key} must be`)
      expect(() => grass.rebuild({ [key]: wrong })).toThrow(`GrassSimulation: ${key} must be`)
    }
    expect([JSON.stringify(grass.params), grass.hash()]).toEqual(before)
  })

  it('can be set to its own value at any time', () => {
    const grass = new GrassSimulation(SMALL)
    const hash = grass.hash()
    grass.setParams({ [key]: grass.params[key] })
    expect(grass.hash()).toBe(hash)
  })
})

describe.each([german, english])(
  'texts in $language',
  ({ labels, groups, choices, axes, presets, descriptions }) => {
    it('name everything once', () => {
      for (const texts of [labels, descriptions]) {
        expect(Object.keys(texts).sort()).toEqual(Object.keys(grassParams).sort())
        expect(new Set(Object.values(texts)).size).toBe(entries.length)
        for (const text of Object.values(texts)) expect(text.trim()).not.toBe('')
      }
      expect(Object.keys(groups).sort()).toEqual(
        [...new Set(entries.map(([, p]) => p.group))].sort(),
      )
      expect(Object.keys(choices.model)).toEqual([...grassParams.model.choices])
      expect(Object.keys(presets)).toEqual([...grassPresetNames])
      const vectors = entries.flatMap(([, p]) => (p.kind === 'vector' ? p.axes : []))
      expect(Object.keys(axes).sort()).toEqual([...new Set(vectors)].sort())
    })
  },
)

it('no default lies flat: the field rests at less than 60° (and at more than none)', () => {
  const grass = new GrassSimulation({ ...SMALL })
  expect(grass.params.droop).toBe(defaultsOf(grassParams).droop)
  for (let n = 0; n < 600; n++) grass.step()
  const { maxLean, meanLean } = grass.measure()
  expect(maxLean).toBeLessThan(60)
  expect(meanLean).toBeGreaterThan(2)
})

describe.each(grassPresetNames)('%s', (name) => {
  it('keeps every value within the range of its slider', () => {
    for (const [key, value] of Object.entries(grassPresets[name])) {
      const parameter: Parameter = grassParams[key as keyof typeof grassParams]
      if (parameter.kind !== 'number') throw new Error(`${key} is no number`)
      expect(value, key).toBeGreaterThanOrEqual(parameter.min)
      expect(value, key).toBeLessThanOrEqual(parameter.max)
    }
  })

  it('stands in still air, and bows to a fresh breeze of 8 m/s without lying flat', () => {
    const grass = new GrassSimulation({ ...grassPresets[name], size: [1, 1], density: 100 })
    for (let n = 0; n < 600; n++) grass.step()
    const calm = grass.measure()
    // A droop of 0.4 bows by 9°, 0.45 by 12°; stiffness varies by a fifth from blade to blade.
    expect(calm.meanLean).toBeLessThan(20)
    grass.setParams({ wind: [8, 0, 0], turbulence: 0 })
    for (let n = 0; n < 600; n++) grass.step()
    const windy = grass.measure()
    expect(windy.meanLean).toBeGreaterThan(calm.meanLean + 2)
    expect(windy.meanLean).toBeLessThan(80)
  })
})

it('kinds of grass are as high as they grow: a mown lawn, a meadow, wheat, reed', () => {
  const { lawn, meadow, wheat, reed } = grassPresets
  expect(lawn.height).toBeLessThan(0.1)
  expect(meadow.height).toBeGreaterThan(0.2)
  expect(wheat.height).toBeGreaterThan(0.7)
  expect(wheat.height).toBeLessThan(1)
  expect(reed.height).toBeGreaterThan(1)
})

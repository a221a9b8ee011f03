/** The parameter table: ranges, units, labels, and what programs may pass. */
import {
  BillowError,
  type Bounds,
  checkValues,
  ClothSimulation,
  clothParams,
  defaultsOf,
  type Descriptions,
  flatFields,
  flatten,
  type Labels,
  type Parameter,
  unflatten,
} from '@billow/core'
import { descriptions as german, labels as de } from '@billow/core/locales/de'
import { descriptions as english, labels as en } from '@billow/core/locales/en'
import { describe, expect, it } from 'vitest'
import { wrongValues } from '../helpers/wrongValues.js'

/** SI units, their quotients, and the percent, which SI allows beside them. */
const UNITS = ['', 'm/N', 's', '1/s', 'm', 'm/s', 'm/s²', 'kg/m²', 'kg/m³', 'N', 'N/m', 'N·m', '%']

const entries = Object.entries(clothParams) as [keyof typeof clothParams, Parameter][]

const allows = ({ above, atLeast, atMost }: Bounds, value: number): boolean =>
  !(value <= (above ?? -Infinity)) &&
  !(value < (atLeast ?? -Infinity)) &&
  !(value > (atMost ?? Infinity))

describe.each(entries)('%s', (key, parameter) => {
  it('has a group and a kind of change', () => {
    expect(parameter.group).toMatch(/^[a-z]+$/)
    expect(['live', 'rebuild']).toContain(parameter.change)
  })

  if (parameter.kind === 'choice') {
    it('has a default among its choices, which are all different', () => {
      expect(parameter.choices).toContain(parameter.default)
      expect(new Set(parameter.choices).size).toBe(parameter.choices.length)
    })
  } else if (parameter.kind !== 'boolean') {
    const { min, max, step, unit, valid } = parameter
    it('has a slider that spans a range, in steps, in an SI unit', () => {
      expect(min).toBeLessThan(max)
      expect(step).toBeGreaterThan(0)
      expect(step).toBeLessThanOrEqual(max - min)
      expect(UNITS).toContain(unit)
    })

    it('has a slider within what programs may pass', () => {
      expect(allows(valid, min)).toBe(true)
      expect(allows(valid, max)).toBe(true)
    })

    it('has a default within the slider', () => {
      for (const value of [parameter.default].flat()) {
        expect(value).toBeGreaterThanOrEqual(min)
        expect(value).toBeLessThanOrEqual(max)
      }
    })

    if (parameter.kind === 'vector') {
      it('has as many components as axes', () => {
        expect(parameter.default).toHaveLength(parameter.axes.length)
        if (parameter.mainAxis) {
          expect(parameter.mainAxis).toHaveLength(parameter.axes.length)
          expect(Math.hypot(...parameter.mainAxis)).toBe(1)
        }
      })
    }
  }

  it('refuses what it does not accept, and names key, expectation and unit', () => {
    for (const value of wrongValues(parameter)) {
      expect(() => checkValues('Test', clothParams, { [key]: value }), String(value)).toThrow(
        BillowError,
      )
    }
    expect(() => checkValues('Test', clothParams, { [key]: null })).toThrow(
      new RegExp(`^@billow/core: Test: ${key} must be .*, got null$`),
    )
  })
})

describe.each<[string, Labels]>([
  ['en', en],
  ['de', de],
])('labels in %s', (language, labels) => {
  const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

  it('say their language', () => {
    expect(labels.language).toBe(language)
  })

  it('name every parameter, each differently, and nothing else', () => {
    expect(Object.keys(labels.cloth).sort()).toEqual(Object.keys(clothParams).sort())
    expect(Object.values(labels.cloth).every(isText)).toBe(true)
    expect(new Set(Object.values(labels.cloth)).size).toBe(entries.length)
  })

  it('name every group, each differently, and nothing else', () => {
    const groups = [...new Set(entries.map(([, { group }]) => group))]
    expect(Object.keys(labels.groups).sort()).toEqual(groups.sort())
    expect(Object.values(labels.groups).every(isText)).toBe(true)
    expect(new Set(Object.values(labels.groups)).size).toBe(groups.length)
  })

  it('name every choice, each differently within a parameter, and nothing else', () => {
    const choices = entries.flatMap(([key, parameter]) =>
      parameter.kind === 'choice' ? [[key, parameter.choices.map(String).sort()]] : [],
    )
    const named = Object.entries(labels.choices)
    expect(
      Object.fromEntries(named.map(([key, names]) => [key, Object.keys(names).sort()])),
    ).toEqual(Object.fromEntries(choices))
    for (const [, names] of named) {
      const texts = Object.values<string>(names)
      expect(texts.every(isText)).toBe(true)
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  it('name every axis, each differently, and nothing else', () => {
    const axes = entries.flatMap(([, parameter]) =>
      parameter.kind === 'vector' ? parameter.axes : [],
    )
    expect(Object.keys(labels.axes).sort()).toEqual([...new Set(axes)].sort())
    expect(Object.values(labels.axes).every(isText)).toBe(true)
    expect(new Set(Object.values(labels.axes)).size).toBe(new Set(axes).size)
  })

  it('name the controls', () => {
    expect(Object.keys(labels.controls).sort()).toEqual(['pause', 'play', 'reset', 'step'])
    expect(Object.values(labels.controls).every(isText)).toBe(true)
  })
})

/** Longer ones do not fit a tooltip. */
const MAX_DESCRIPTION = 160

describe.each<[string, Descriptions]>([
  ['en', english],
  ['de', german],
])('descriptions in %s', (language, descriptions) => {
  const texts = Object.values(descriptions.cloth)

  it('say their language', () => {
    expect(descriptions.language).toBe(language)
  })

  it('describe every parameter, each differently, and nothing else', () => {
    expect(Object.keys(descriptions.cloth).sort()).toEqual(Object.keys(clothParams).sort())
    expect(new Set(texts).size).toBe(entries.length)
  })

  it('are sentences, short enough for a tooltip', () => {
    for (const text of texts) {
      expect(text).toMatch(/^[A-ZÄÖÜ].*\S\.$/)
      expect(text.length, text).toBeLessThanOrEqual(MAX_DESCRIPTION)
    }
  })
})

it('descriptions are translated: none is the same in both languages', () => {
  for (const [key] of entries) expect(german.cloth[key], key).not.toBe(english.cloth[key])
})

it('descriptions are not in the table, which every application loads', () => {
  for (const [key, parameter] of entries) expect(parameter, key).not.toHaveProperty('description')
})

describe('derived from the table', () => {
  it('defaults are copies: changing them leaves the table alone', () => {
    const values = defaultsOf(clothParams)
    ;(values.wind as unknown as number[])[0] = 99
    values.density = 99
    expect(defaultsOf(clothParams).wind).toEqual([0, 0, 0])
    expect(clothParams.wind.default).toEqual([0, 0, 0])
    expect(defaultsOf(clothParams).density).toBe(clothParams.density.default)
  })

  it('defaults are what a cloth without options has', () => {
    expect(new ClothSimulation().params).toEqual(defaultsOf(clothParams))
  })

  it('checked vectors are copies: changing the argument leaves the cloth alone', () => {
    const wind: [number, number, number] = [1, 2, 3]
    const cloth = new ClothSimulation({ segments: [2, 2], wind })
    wind[0] = 99
    expect(cloth.params.wind).toEqual([1, 2, 3])
  })

  it('flat fields have one name per component, all different regardless of case', () => {
    const names = flatFields(clothParams).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['windX', 'windY', 'windZ', 'sizeWidth', 'ks']))
    expect(names).not.toContain('wind')
    const all = new Set([...names, ...Object.keys(clothParams)].map((name) => name.toLowerCase()))
    const vectors = entries.filter(([, { kind }]) => kind === 'vector').length
    expect(all.size).toBe(names.length + vectors)
  })

  it('flatten and unflatten are inverse', () => {
    const values = { ...defaultsOf(clothParams), wind: [1, 2, 3] as const, density: 7 }
    expect(flatten(clothParams, values)).toMatchObject({ windX: 1, windY: 2, windZ: 3, density: 7 })
    expect(unflatten(clothParams, flatten(clothParams, values))).toEqual(values)
    expect(unflatten(clothParams, { windY: 5 })).toEqual({ wind: [0, 5, 0] })
  })
})

describe('messages for programs', () => {
  it.each([
    [{ density: NaN }, 'density must be a finite number > 0 (kg/m²), got NaN'],
    [{ density: 0 }, 'density must be a finite number > 0 (kg/m²), got 0'],
    [{ substeps: 1.5 }, 'substeps must be an integer from 1 to 1000, got 1.5'],
    [{ timeStep: 2 }, 'timeStep must be a finite number > 0 and <= 1 (s), got 2'],
    [{ bend: 1 }, 'bend must be true or false, got 1'],
    [{ solver: 'magic' }, 'solver must be one of "xpbd", "pbd", "mass-spring", got "magic"'],
    [{ wind: [1, 2] }, 'wind must be 3 finite numbers (m/s), got [1, 2]'],
    [{ segments: [0, 5] }, 'segments must be 2 integers from 1 to 1023, got [0, 5]'],
    [{ size: { x: 1 } }, 'size must be 2 finite numbers > 0 (m), got an object'],
  ])('%o', (options, message) => {
    const error = (() => {
      try {
        new ClothSimulation(options as object)
        return undefined
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(BillowError)
    expect((error as Error).message).toBe(`@billow/core: ClothSimulation: ${message}`)
  })

  it('an unknown option is named, with those there are', () => {
    expect(() => new ClothSimulation({ denisty: 1 } as object)).toThrow(
      /^@billow\/core: ClothSimulation: unknown option "denisty"; the options are .*density/,
    )
  })

  it('undefined counts as absent, as in React props', () => {
    const cloth = new ClothSimulation({ density: undefined, pins: undefined })
    expect(cloth.params.density).toBe(clothParams.density.default)
  })
})

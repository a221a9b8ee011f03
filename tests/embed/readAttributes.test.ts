// What people write in attributes: clamped, left out or taken, and never more than text.
import { clothParams, materialPresets } from '@billow/core'
import { describe, expect, test } from 'vitest'
import { isForeign } from '../../packages/embed/src/foreignAttributes.js'
import { presetNames, presetParams } from '../../packages/embed/src/presets.js'
import { attributeNames, readAttributes } from '../../packages/embed/src/readAttributes.js'
import { texts as de } from '../../packages/embed/src/texts/de.js'
import { texts as en } from '../../packages/embed/src/texts/en.js'

const read = (attributes: Record<string, string>) => readAttributes(Object.entries(attributes), en)

describe('names', () => {
  test('every parameter and every component of a vector is an attribute, in lower case', () => {
    expect(attributeNames).toEqual(attributeNames.map((name) => name.toLowerCase()))
    for (const key of Object.keys(clothParams)) expect(attributeNames).toContain(key.toLowerCase())
    for (const name of ['windx', 'wind-x', 'segmentsy', 'sizewidth', 'strain-limit', 'lang'])
      expect(attributeNames).toContain(name)
    expect(new Set(attributeNames).size).toBe(attributeNames.length)
  })

  test('what HTML and frameworks put on any element is not taken for a mistyped setting', () => {
    const foreign = ['class', 'style', 'id', 'data-v-1f', 'aria-label', '_ngcontent-x', 'onclick']
    expect(foreign.filter((name) => !isForeign(name))).toEqual([])
    expect(isForeign('widn')).toBe(false)
  })
})

describe('values', () => {
  test('without attributes: the flag, running, as the preset has it', () => {
    expect(read({})).toEqual({
      preset: 'flag',
      theme: undefined,
      autoplay: 'visible',
      params: presetParams('flag'),
      warnings: [],
    })
  })

  test('a material sets what it is made of, and single attributes change that', () => {
    const { params, warnings } = read({ material: 'Denim', density: '0.5' })
    expect(params).toEqual({ ...presetParams('flag'), ...materialPresets.denim, density: 0.5 })
    expect(warnings).toEqual([])
  })

  test('an unknown material is left out, and those there are named', () => {
    const { params, warnings } = read({ material: 'tin' })
    expect(params).toEqual(presetParams('flag'))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('silk')
  })

  test('one number for the wind goes along its main axis', () => {
    expect(read({ wind: '6' }).params.wind).toEqual([6, 0, 0])
  })

  test('a component leaves the others as the preset has them', () => {
    const [x, y] = presetParams('flag').wind
    expect(read({ windz: '2' }).params.wind).toEqual([x, y, 2])
    expect(read({ 'wind-z': '2' }).params.wind).toEqual([x, y, 2])
  })

  test('out of range is clamped, with a warning that names the attribute', () => {
    const { params, warnings } = read({ wind: '1e9', density: '-3', segmentsx: '1e9' })
    expect(params.wind[0]).toBe(clothParams.wind.max)
    expect(params.density).toBe(clothParams.density.min)
    expect(params.segments[0]).toBe(clothParams.segments.max)
    expect(warnings.map((warning) => warning.split(':')[0])).toEqual([
      'wind',
      'density',
      'segmentsx',
    ])
  })

  test.each(['NaN', 'Infinity', '0x10', '', 'four', '4; drop'])('%j is no number', (text) => {
    const { params, warnings } = read({ density: text })
    expect(params.density).toBe(presetParams('flag').density)
    expect(warnings).toHaveLength(1)
  })

  test('an unknown preset, theme or autoplay falls back', () => {
    const result = read({ preset: 'constructor', theme: 'neon', autoplay: 'hover' })
    expect(result).toMatchObject({ preset: 'flag', theme: undefined, autoplay: 'visible' })
    expect(result.warnings).toHaveLength(3)
  })

  test('names of object internals are unknown settings and pollute nothing', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
    const result = readAttributes(
      names.map((name) => [name, '{"polluted":1}'] as const),
      en,
    )
    expect(result.params).toEqual(presetParams('flag'))
    expect(Object.getPrototypeOf(result.params)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(result.warnings).toHaveLength(names.length)
  })

  test('long names and texts are cut in warnings', () => {
    const { warnings } = read({ [`x${'y'.repeat(5000)}`]: '1', density: '9'.repeat(5000) })
    expect(warnings).toHaveLength(2)
    for (const warning of warnings) expect(warning.length).toBeLessThan(200)
  })

  test('warnings are in the language of the element', () => {
    const written = [
      ['widn', '4'],
      ['wind', '99'],
    ] as const
    expect(readAttributes(written, de).warnings).toEqual([
      'wind: 99 liegt nicht im Bereich -15 bis 15 m/s; genommen wird 15',
      'widn: diese Einstellung gibt es nicht; nicht übernommen',
    ])
  })
})

describe('the work of one step', () => {
  test('is bounded, whatever is written', () => {
    const most = { segmentsx: '128', segmentsy: '128', substeps: '60', iterations: '40' }
    const { params, warnings } = read(most)
    expect(params.segments).toEqual([128, 128])
    expect(129 * 129 * params.substeps * params.iterations).toBeLessThanOrEqual(600_000)
    expect(warnings).toEqual([en.tooMuchWork(params.substeps, params.iterations)])
  })

  test.each(presetNames)('is left as it is in %s', (preset) => {
    expect(read({ preset }).warnings).toEqual([])
    expect(read({ preset }).params).toEqual(presetParams(preset))
  })
})

/**
 * Parameters as people write them, in attributes and addresses: clamped to the slider, nonsense left
 * out, each with a warning; never an error, whatever is written.
 */
import { checkValues, ClothSimulation, clothParams, fromText } from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const read = (...entries: [string, string][]) => fromText(clothParams, entries)

describe('values that are understood, without a warning', () => {
  it.each<[string, string, object]>([
    ['density', '0.4', { density: 0.4 }],
    ['density', ' 4e-1 ', { density: 0.4 }],
    ['substeps', '12', { substeps: 12 }],
    ['wind', '4', { wind: [4, 0, 0] }],
    ['wind', '1 -2 3', { wind: [1, -2, 3] }],
    ['wind', '1,-2, 3', { wind: [1, -2, 3] }],
    ['gravity', '9.81', { gravity: [0, -9.81, 0] }],
    ['gravity', '0 -1.62 0', { gravity: [0, -1.62, 0] }],
    ['windX', '4', { wind: [4, 0, 0] }],
    ['wind-x', '4', { wind: [4, 0, 0] }],
    ['windx', '4', { wind: [4, 0, 0] }],
    ['WIND_Y', '4', { wind: [0, 4, 0] }],
    ['gravityY', '-1.62', { gravity: [0, -1.62, 0] }],
    ['segments', '30x20', { segments: [30, 20] }],
    ['size', '2 × 1.5', { size: [2, 1.5] }],
    ['size-width', '2', { size: [2, 1] }],
    ['bend', '', { bend: true }],
    ['bend', 'true', { bend: true }],
    ['bend', 'Yes', { bend: true }],
    ['bend', '1', { bend: true }],
    ['self-collision', 'on', { selfCollision: true }],
    ['self-collision', '', { selfCollision: true }],
    ['self-collision', 'false', { selfCollision: false }],
    ['self-collision', 'Triangles', { selfCollision: 'triangles' }],
    ['bend', 'false', { bend: false }],
    ['bend', '0', { bend: false }],
    ['bend', 'off', { bend: false }],
    ['solver', 'mass-spring', { solver: 'mass-spring' }],
    ['solver', 'MassSpring', { solver: 'mass-spring' }],
    ['orientation', 'Horizontal', { orientation: 'horizontal' }],
  ])('%s="%s"', (name, text, values) => {
    expect(read([name, text])).toEqual({ values, warnings: [], unknown: [] })
  })

  it('components of a vector come together, the others keep their defaults', () => {
    expect(read(['windX', '4'], ['windZ', '-1']).values).toEqual({ wind: [4, 0, -1] })
    expect(read(['gravityX', '1']).values).toEqual({ gravity: [1, -9.81, 0] })
    expect(clothParams.gravity.default).toEqual([0, -9.81, 0])
  })
})

describe('values out of range are clamped to the slider, with a warning', () => {
  it.each<[string, string, object, string]>([
    [
      'density',
      '1e9',
      { density: 500 },
      'density: 1e9 is not in the range 0.05 to 500 kg/m², took 500',
    ],
    [
      'density',
      '-3',
      { density: 0.05 },
      'density: -3 is not in the range 0.05 to 500 kg/m², took 0.05',
    ],
    ['substeps', '0', { substeps: 1 }, 'substeps: 0 is not in the range 1 to 60, took 1'],
    ['substeps', '2.6', { substeps: 3 }, 'substeps: 2.6 is not in the range 1 to 60, took 3'],
    ['wind', '99', { wind: [15, 0, 0] }, 'wind: 99 is not in the range -15 to 15 m/s, took 15'],
    [
      'wind',
      '0 0 -99',
      { wind: [0, 0, -15] },
      'wind: -99 is not in the range -15 to 15 m/s, took -15',
    ],
    [
      'segments',
      '9999 2',
      { segments: [128, 2] },
      'segments: 9999 is not in the range 1 to 128, took 128',
    ],
  ])('%s="%s"', (name, text, values, warning) => {
    expect(read([name, text])).toEqual({ values, warnings: [warning], unknown: [] })
  })
})

describe('nonsense is left out, with a warning', () => {
  it.each<[string, string]>([
    ['density', ''],
    ['density', 'heavy'],
    ['density', '0x10'],
    ['density', '1e999'],
    ['density', 'Infinity'],
    ['density', 'NaN'],
    ['density', '1 2'],
    ['density', '1,5'],
    ['wind', ''],
    ['wind', '1 2'],
    ['wind', '1 2 3 4'],
    ['wind', '1 b 3'],
    ['segments', '20'],
    ['windX', 'strong'],
    ['bend', 'maybe'],
    ['selfCollision', 'maybe'],
    ['solver', 'magic'],
    ['density', '<img src=x onerror=alert(1)>'],
    ['density', '1'.repeat(201)],
  ])('%s="%s"', (name, text) => {
    const { values, warnings, unknown } = read([name, text])
    expect(values).toEqual({})
    expect(unknown).toEqual([])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(new RegExp(`^${name}: .*left out$`))
    expect(warnings[0]!.length).toBeLessThan(120)
  })
})

describe('names that the table does not know', () => {
  it.each([
    'denisty',
    '',
    'windW',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '<b>',
  ])('"%s" is reported and sets nothing', (name) => {
    const result = read([name, '1'])
    expect(result).toEqual({ values: {}, warnings: [], unknown: [name] })
    expect(Object.getPrototypeOf(result.values)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).density).toBeUndefined()
  })
})

describe('any text whatever (fast-check)', () => {
  const names = Object.entries(clothParams).flatMap(([key, parameter]) =>
    parameter.kind === 'vector' ? [key, ...parameter.axes.map((axis) => key + axis)] : [key],
  )
  const name = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' }))
  const number = fc.oneof(fc.double().map(String), fc.integer().map(String))
  const text = fc.oneof(
    number,
    fc.array(number, { maxLength: 4 }).map((list) => list.join(' ')),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('true', 'off', 'pbd', 'horizontal', '1e', '--1', '.', '×', '٣', '１'),
  )

  it('never throws, and gives values that a cloth accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 12 }), (pairs) => {
        const { values, warnings, unknown } = fromText(clothParams, pairs)
        expect(checkValues('Test', clothParams, values)).toEqual(values)
        expect(warnings.length + unknown.length).toBeLessThanOrEqual(3 * pairs.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('builds a cloth from it (small grids)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 12 }), (pairs) => {
        const { values } = fromText(clothParams, pairs)
        const cloth = new ClothSimulation({ ...values, segments: [3, 3] })
        cloth.step()
        expect(cloth.positions.every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

/** Point sources of wind at a cloth: the field's law, every solver, live changes, files and rest. */
import { ClothSimulation, parseScene, type WindSource, writeScene } from '@billow/core'
import { describe, expect, it } from 'vitest'

const FAN: WindSource = { position: [0, 0, 1], strength: 2 }

const hang = (solver: 'xpbd' | 'pbd' | 'mass-spring', windSources?: readonly WindSource[]) =>
  new ClothSimulation({
    solver,
    segments: [8, 8],
    pins: ['top'],
    density: 0.1,
    damping: 1,
    windSources,
  })

/** z of the lower edge's middle, m. */
const lowerEdge = (cloth: ClothSimulation): number => cloth.positions[3 * 4 + 2]!

describe.each(['xpbd', 'pbd', 'mass-spring'] as const)('%s', (solver) => {
  it('is blown away from a source, and drawn to one that takes air in', () => {
    const [blown, drawn, calm] = [
      hang(solver, [FAN]),
      hang(solver, [{ ...FAN, strength: -2 }]),
      hang(solver),
    ]
    for (let n = 0; n < 60; n++) for (const cloth of [blown, drawn, calm]) cloth.step()
    expect(lowerEdge(blown)).toBeLessThan(-0.01)
    expect(lowerEdge(drawn)).toBeGreaterThan(0.01)
    expect(Math.abs(lowerEdge(calm))).toBeLessThan(1e-4)
  })

  it('feels a distant source as the uniform wind that it is there', () => {
    // 1000 m away, 4 m/s at the cloth, along −z; over the 1 m of cloth it changes by 0.2 %.
    const far = hang(solver, [{ position: [0, 0, 1000], strength: 4e6 }])
    const plain = hang(solver)
    plain.setParams({ wind: [0, 0, -4], turbulence: 0 })
    for (let n = 0; n < 30; n++) for (const cloth of [far, plain]) cloth.step()
    expect(lowerEdge(plain)).toBeLessThan(-0.05)
    expect(lowerEdge(far) / lowerEdge(plain)).toBeCloseTo(1, 2)
  })

  it('takes new ones at any time, as if it had had them before', () => {
    const cloth = hang(solver)
    cloth.setWindSources([FAN])
    const other = hang(solver, [FAN])
    for (let n = 0; n < 30; n++) for (const one of [cloth, other]) one.step()
    expect(cloth.hash()).toBe(other.hash())
    cloth.setWindSources([])
    cloth.rebuild()
    expect(cloth.settings.windSources).toEqual([])
  })

  it('writes and reads them', () => {
    const cloth = hang(solver, [FAN, { ...FAN, radius: 0.3 }])
    const { cloth: options } = parseScene(JSON.stringify(writeScene(cloth)))
    expect(options.windSources).toEqual([FAN, { ...FAN, radius: 0.3 }])
    const twin = new ClothSimulation(options)
    for (let n = 0; n < 10; n++) for (const one of [cloth, twin]) one.step()
    expect(twin.hash()).toBe(cloth.hash())
  })

  it('does not rest in front of one, and rests without', () => {
    const cloth = hang(solver, [FAN])
    cloth.setParams({ damping: 5 })
    for (let n = 0; n < 600; n++) cloth.step()
    expect(cloth.sleeping).toBe(false)
    cloth.setWindSources([])
    for (let n = 0; n < 3000 && !cloth.sleeping; n++) cloth.step()
    expect(cloth.sleeping).toBe(true)
  })
})

it('refuses what is no source, and nothing has changed', () => {
  const cloth = hang('xpbd', [FAN])
  const wrong = (source: object) => () => cloth.setWindSources([source as WindSource])
  expect(wrong({ position: [0, 0], strength: 1 })).toThrow(
    '@billow/core: ClothSimulation: windSources[0].position must be 3 finite numbers',
  )
  expect(wrong({ ...FAN, strength: NaN })).toThrow(
    'windSources[0].strength must be a finite number',
  )
  expect(wrong({ ...FAN, radius: 0 })).toThrow(
    'windSources[0].radius must be a finite number > 0 (m)',
  )
  expect(() => cloth.setWindSources('north' as never)).toThrow('windSources must be an array')
  expect(() => hang('pbd', 5 as never)).toThrow('windSources must be an array')
  expect(cloth.settings.windSources).toEqual([FAN])
})

// From settings to a simulation, and from changed settings to a changed one.
import { expect, test } from 'vitest'
import { changeCloth, createCloth } from '../../packages/embed/src/clothOf.js'
import { presetNames, presetParams, presets } from '../../packages/embed/src/presets.js'

test.each(presetNames)('%s is a sound simulation that stays above the ground', (name) => {
  const cloth = createCloth(name, presetParams(name))
  for (let n = 0; n < 60; n++) cloth.step()
  expect(cloth.validate()).toEqual([])
  const heights = cloth.positions.filter((_, i) => i % 3 === 1)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0)
  expect(cloth.measure().unstableSteps).toBe(0)
})

test('the flag streams from its pole, which holds its left edge', () => {
  const cloth = createCloth('flag', presetParams('flag'))
  const { columns, rows } = cloth.grid
  const pole = cloth.grid.restPositions[0]
  for (let n = 0; n < 180; n++) cloth.step()
  for (let row = 0; row < rows; row++) expect(cloth.positions[3 * row * columns]).toBe(pole)
  const middle = 3 * (Math.floor(rows / 2) * columns + columns - 1)
  // A flag of 1.5 m in wind along x: its free edge is well away from the pole.
  expect(cloth.positions[middle]! - pole!).toBeGreaterThan(0.75)
})

test('the drape comes to lie on its sphere', () => {
  const cloth = createCloth('drape', presetParams('drape'))
  for (let n = 0; n < 120; n++) cloth.step()
  const { center, radius } = presets.drape.bodies[0]
  const { columns, rows } = cloth.grid
  const middle = 3 * (Math.floor(rows / 2) * columns + Math.floor(columns / 2))
  const top = center[1] + radius
  expect(cloth.positions[middle + 1]).toBeGreaterThan(top - 0.01)
  expect(cloth.positions[middle + 1]).toBeLessThan(top + 0.05)
  expect(cloth.measure().contacts).toBeGreaterThan(0)
})

test('a live change keeps the sheet as it is, a rebuild starts anew', () => {
  const params = presetParams('flag')
  const cloth = createCloth('flag', params)
  cloth.step()
  changeCloth(cloth, 'flag', { ...params, wind: [9, 0, 0] }, false)
  expect(cloth.params.wind).toEqual([9, 0, 0])
  expect([cloth.revision, cloth.time > 0]).toEqual([1, true])
  changeCloth(cloth, 'flag', { ...params, wind: [9, 0, 0], segments: [8, 6] }, false)
  expect(cloth.particleCount).toBe(9 * 7)
  expect([cloth.revision, cloth.time]).toEqual([2, 0])
})

test('another preset brings its own pins, bodies and shape', () => {
  const cloth = createCloth('curtain', presetParams('curtain'))
  const flag = createCloth('flag', presetParams('flag'))
  changeCloth(cloth, 'flag', presetParams('flag'), true)
  expect(cloth.grid.restPositions).toEqual(flag.grid.restPositions)
  expect(cloth.hash()).toBe(flag.hash())
  changeCloth(cloth, 'drape', presetParams('drape'), true)
  expect(cloth.colliders.map(({ type }) => type)).toEqual(['sphere', 'plane'])
})

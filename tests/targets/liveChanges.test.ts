/**
 * Parameters that change in mid-run give no energy from nowhere: a sheet that hangs is made stiffer. Drawn
 * together it gains what its weight lost by the stretch at most.
 */
import type { ClothOptions, LiveClothParams } from '@billow/core'
import { expect, it } from 'vitest'
import { gainOf } from '../helpers/liveChange.js'

it.each<[ClothOptions, Partial<LiveClothParams>]>([
  [{ timeStep: 0.2 }, { timeStep: 1 / 240 }],
  [{ timeStep: 1 / 30, substeps: 1 }, { substeps: 60 }],
  [{ limitStrain: false, tethers: false, stretchCompliance: 0.1 }, { tethers: true }],
  [{ solver: 'pbd', timeStep: 0.2 }, { timeStep: 1 / 240 }],
  [{ solver: 'pbd', stiffness: 0.05, limitStrain: false }, { stiffness: 1 }],
])('%j, then %j', (options, change) => {
  const { kinetic, most } = gainOf(options, change)
  expect(kinetic).toBeLessThan(most)
})

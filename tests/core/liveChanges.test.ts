/**
 * Parameters that change in mid-run give no energy from nowhere: a sheet that hangs is made stiffer. Drawn
 * together it gains what its weight lost by the stretch at most. What does not hold yet is among the targets.
 */
import type { ClothOptions, LiveClothParams } from '@billow/core'
import { expect, it } from 'vitest'
import { gainOf } from '../helpers/liveChange.js'

it.each<[ClothOptions, Partial<LiveClothParams>]>([
  [
    { limitStrain: false, tethers: false, stretchCompliance: 0.1 },
    { limitStrain: true, strainLimit: 0.01 },
  ],
  [{ limitStrain: false, tethers: false, stretchCompliance: 0.1 }, { stretchCompliance: 0 }],
])('%j, then %j', (options, change) => {
  const { kinetic, most } = gainOf(options, change)
  expect(kinetic).toBeLessThan(most)
})

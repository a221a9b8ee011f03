/**
 * Sheets that fall onto themselves: particles that are no neighbours stay apart, at any thickness from 0.2
 * to 2 spacings (V58, F19). Distances by brute force.
 */
import { ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { FALLING_SHEETS, type FallingSheet } from '../helpers/fallingSheets.js'
import { fastest } from '../helpers/folds.js'
import { leastDistance } from '../helpers/layers.js'

const scenes: readonly (readonly [string, FallingSheet])[] = Object.entries(FALLING_SHEETS)

describe.each(scenes)('%s', (_, { options, spacing, letGo }) => {
  it.each([0.2, 0.5, 1, 2])(
    'layers %d spacings apart: at rest 0.98 of that, never below 3/4, and nothing explodes',
    (share) => {
      const cloth = new ClothSimulation({
        ...options,
        thickness: (share * spacing) / 2,
        selfCollision: true,
        damping: 0.5,
        sleep: false,
      })
      let [least, most] = [Infinity, 0]
      for (let n = 1; n <= 300; n++) {
        if (n === letGo) cloth.setPins([])
        cloth.step()
        least = Math.min(least, leastDistance(cloth))
        most = Math.max(most, fastest(cloth))
      }
      expect(leastDistance(cloth)).toBeGreaterThan(0.98)
      // In an impact at 4 m/s layers give way for some steps.
      expect(least).toBeGreaterThan(0.75)
      // A fall of 2 m ends at 6.3 m/s.
      expect(most).toBeLessThan(6.3)
      expect(cloth.measure().maxStrain).toBeLessThan(0.2)
    },
    120_000,
  )
})

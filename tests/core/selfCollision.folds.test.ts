/**
 * Self-collision of whole sheets: folded ones come to rest with their layers apart, at any thickness.
 * Distances by brute force.
 */
import { describe, expect, it } from 'vitest'
import { fastest, fold, run, SPACING } from '../helpers/folds.js'
import { leastDistance } from '../helpers/layers.js'

describe('a folded sheet', () => {
  it.each([
    ['xpbd', 0.4],
    ['xpbd', 4],
    ['pbd', 4],
  ] as const)(
    '%s, layers %d spacings apart: at rest within 5 s, no pair below 0.98 of what it is kept (V58)',
    (solver, share) => {
      const cloth = fold(share * SPACING, { solver })
      run(cloth, 5)
      expect(fastest(cloth)).toBeLessThan(1e-3)
      expect(leastDistance(cloth)).toBeGreaterThan(0.98)
    },
  )

  it.each([0.2, 0.5, 1, 2, 4])(
    '%d spacings apart: it neither shakes nor explodes, all the way (F19, V58)',
    (share) => {
      const cloth = fold(share * SPACING, {})
      let [least, strain] = [Infinity, 0]
      for (let second = 0; second < 5; second++) {
        run(cloth, 1)
        least = Math.min(least, leastDistance(cloth))
        strain = Math.max(strain, cloth.measure().maxStrain)
      }
      expect(least).toBeGreaterThan(0.98)
      // The limit of the sheet, and nothing near it.
      expect(strain).toBeLessThan(0.2)
      // A fall from its own height would be 0.3 m/s.
      expect(fastest(cloth)).toBeLessThan(0.1)
    },
  )

  it('layers that overlap: distance and rest do not fight, speed goes to 0 (F23)', () => {
    const cloth = fold(1.5 * SPACING, { damping: 3 })
    run(cloth, 8)
    expect(fastest(cloth)).toBeLessThan(5e-3)
  })
})

/** Folded sheets that do not come to rest as they should. */
import { expect, it } from 'vitest'
import { fastest, fold, run, SPACING } from '../helpers/folds.js'

it('layers as far apart as particles: at rest within 5 s (V58)', () => {
  const cloth = fold(SPACING, {})
  run(cloth, 5)
  expect(fastest(cloth)).toBeLessThan(1e-3)
})

it('three times as far: no faster than 0.1 m/s after 5 s (F19)', () => {
  const cloth = fold(3 * SPACING, {})
  run(cloth, 5)
  expect(fastest(cloth)).toBeLessThan(0.1)
})

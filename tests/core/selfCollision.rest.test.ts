/** A flat sheet at rest stays so with self-collision on; thicker than its cells, see the targets. */
import { expect, it } from 'vitest'
import { motionOfFlatSheet } from '../helpers/flatSheet.js'

/** Half the spacing of single-precision numbers at 0.5 m. */
const HALF_SPACING = 2 ** -25

it.each([20, 50, 64])(
  'xpbd, side of %i: no particle moves by more than the rounding of its place (V32)',
  (side) => {
    expect(motionOfFlatSheet('xpbd', side, 0.99, 100)).toBeLessThanOrEqual(HALF_SPACING)
  },
)

it.each([
  ['mass-spring', 20, 600],
  ['mass-spring', 50, 600],
  ['mass-spring', 64, 200],
  ['mass-spring', 128, 60],
  ['pbd', 20, 600],
  ['pbd', 50, 200],
] as const)(
  '%s, side of %i, %i steps, thickness below the distance of neighbours: less than 1e-9 m (V32)',
  (solver, side, steps) => {
    expect(motionOfFlatSheet(solver, side, 0.99, steps)).toBeLessThan(1e-9)
  },
)

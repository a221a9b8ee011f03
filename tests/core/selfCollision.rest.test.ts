/**
 * A flat sheet at rest stays so with self-collision on, however thick it is. The CS184 rule of the
 * mass-spring solver knows no distances at rest: it is for sheets thinner than their cells.
 */
import { expect, it } from 'vitest'
import { motionOfFlatSheet } from '../helpers/flatSheet.js'

/** Half the spacing of single-precision numbers at 0.5 m. */
const HALF_SPACING = 2 ** -25

const SIDES = [20, 50, 64, 128]
/** Steps that take about a second each. */
const STEPS: Readonly<Record<number, number>> = { 20: 600, 50: 200, 64: 100, 128: 30 }

it.each(SIDES.flatMap((side) => [0.99, 1.5, 4].map((share) => [side, share] as const)))(
  'xpbd, side of %i, %d cells thick: no particle moves by more than the rounding of its place (V32)',
  (side, share) => {
    const moved = motionOfFlatSheet('xpbd', side, share, STEPS[side]!)
    expect(moved).toBeLessThanOrEqual(HALF_SPACING)
  },
)

it.each(SIDES.flatMap((side) => [0.99, 1.5, 4].map((share) => [side, share] as const)))(
  'pbd, side of %i, %d cells thick: less than 1e-9 m (V32, F18)',
  (side, share) => {
    expect(motionOfFlatSheet('pbd', side, share, STEPS[side]!)).toBeLessThan(1e-9)
  },
)

it.each([
  [20, 600],
  [50, 600],
  [64, 200],
  [128, 60],
] as const)(
  'mass-spring, side of %i, %i steps, thickness below the distance of neighbours: less than 1e-9 m (V32)',
  (side, steps) => {
    expect(motionOfFlatSheet('mass-spring', side, 0.99, steps)).toBeLessThan(1e-9)
  },
)

/**
 * A flat sheet at rest that nothing acts on, self-collision on (V32): no motion at all, also where the
 * thickness is more than the distance of neighbours, which then are nearer at rest already.
 */
import { describe, expect, it } from 'vitest'
import { motionOfFlatSheet } from '../helpers/flatSheet.js'

describe.each([20, 50, 64, 128])('a side of %i particles', (side) => {
  it.each([
    ['mass-spring', 1.5],
    ['pbd', 1.5],
    ['xpbd', 1.5],
  ] as const)('%s, thickness %d of the distance: less than 1e-9 m (V32)', (solver, share) => {
    expect(motionOfFlatSheet(solver, side, share, 600)).toBeLessThan(1e-9)
  })
})

it('xpbd, a side of 128: no particle moves by more than the rounding of its place (V32)', () => {
  expect(motionOfFlatSheet('xpbd', 128, 0.99, 100)).toBeLessThanOrEqual(2 ** -25)
})

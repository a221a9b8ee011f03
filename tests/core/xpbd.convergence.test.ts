/**
 * More substeps come nearer to one result: the sag of a soft sheet that hangs from two corners, at rest.
 * One sweep per substep leaves an error of the second order in its length (see xpbd.statics); the least
 * that is asked of a method is the first.
 */
import { ClothSimulation } from '@billow/core'
import { expect, it } from 'vitest'
import { IDEAL, run } from '../helpers/xpbdMotion.js'

/** How far the middle of the lower edge has sunk, m. */
function sagOf(substeps: number): number {
  const cells = 8
  const cloth = new ClothSimulation({
    ...IDEAL,
    segments: [cells, cells],
    stretchCompliance: 0.01,
    shearCompliance: 0.02,
    bend: false,
    damping: 6,
    substeps,
    pins: ['top-left', 'top-right'],
  })
  const start = cloth.positions[3 * (cells / 2) + 1]!
  run(cloth, 10 * 60)
  expect(cloth.measure().maxSpeed).toBeLessThan(2e-3)
  return start - cloth.positions[3 * (cells / 2) + 1]!
}

it('sag of pinned2 at 1, 2, 4 and 8 substeps against 32: observed order ≥ 1 (V44)', () => {
  const limit = sagOf(32)
  const errors = [1, 2, 4, 8].map((substeps) => Math.abs(sagOf(substeps) - limit))
  for (let n = 1; n < errors.length; n++)
    expect(Math.log2(errors[n - 1]! / errors[n]!)).toBeGreaterThan(1)
})

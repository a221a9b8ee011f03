/**
 * What single precision and one sweep still cost: speeds of single particles of a stiff cloth in
 * flight, and tethers that constraints after them stretch again.
 */
import { ClothSimulation } from '@billow/core'
import { expect, it } from 'vitest'
import { IDEAL, run, setXpbdMotion } from '../helpers/xpbdMotion.js'

it.each([
  [60, 1],
  [120, 7],
  [240, 7],
])('v0 exp(−c t) within 1e-6 at %i Hz, %i substeps, c 0.7 1/s (V3)', (hertz, substeps) => {
  const cloth = new ClothSimulation({
    ...IDEAL,
    segments: [2, 2],
    gravity: [0, 0, 0],
    damping: 0.7,
    timeStep: 1 / hertz,
    substeps,
  })
  setXpbdMotion(cloth, () => ({ velocity: [2, 0, 0] }))
  run(cloth, hertz)
  const expected = 2 * Math.exp(-0.7)
  expect(Math.abs(cloth.measure().maxSpeed / expected - 1)).toBeLessThan(1e-6)
})

it.each([
  ['as it comes', {}],
  ['soft', { stretchCompliance: 1e-2 }],
  ['without a limit', { limitStrain: false }],
])(
  'tethers hold after every step, %s: no particle is farther than its tether (V66)',
  (_, changes) => {
    const cloth = new ClothSimulation({
      segments: [29, 29],
      orientation: 'horizontal',
      pins: ['top-left', 'top-right'],
      ...changes,
    })
    const { restPositions, cell } = cloth.grid
    // What the whole sheet would stretch one spring by; tethers leave cloth that much.
    const { stretchCompliance, density } = cloth.params
    const slack = (stretchCompliance * density * 9.81) / cell[0]
    const distance = (x: ArrayLike<number>, a: number, b: number): number =>
      Math.hypot(
        x[3 * a]! - x[3 * b]!,
        x[3 * a + 1]! - x[3 * b + 1]!,
        x[3 * a + 2]! - x[3 * b + 2]!,
      )
    for (let n = 0; n < 120; n++) {
      cloth.step()
      for (const pin of [0, 29]) {
        for (let p = 0; p < cloth.particleCount; p++) {
          if (p === 0 || p === 29) continue
          const longest = distance(restPositions, p, pin) * (1 + slack + 1e-5)
          expect(distance(cloth.positions, p, pin), `step ${n}`).toBeLessThanOrEqual(longest)
        }
      }
    }
  },
)

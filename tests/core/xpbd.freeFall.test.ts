/**
 * Integration in time by the xpbd solver against closed forms: free fall ½ g t², which starts half
 * a substep behind so that it is exact at any number of substeps, and one constraint as an implicit
 * Euler oscillator (Macklin et al. 2016, figure 2; V7).
 */
import { ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { velocitiesOf } from '../helpers/states.js'
import { IDEAL, run, setXpbdMotion } from '../helpers/xpbdMotion.js'

const GRAVITY = 9.81
const SUBSTEPS = [1, 2, 8, 80, 320]

/** Largest error of any particle's fall in 1 s, as a share of ½ g t². */
function fallError(cloth: ClothSimulation): number {
  const start = cloth.positions.slice()
  run(cloth, 60)
  let worst = 0
  for (let i = 1; i < start.length; i += 3) {
    const share = (cloth.positions[i]! - start[i]!) / (-GRAVITY / 2)
    worst = Math.max(worst, Math.abs(share - 1))
  }
  return worst
}

describe.each(SUBSTEPS)('free fall of 1 s with %i substeps: ½ g t² = 4.905 m (V2)', (substeps) => {
  const options = { ...IDEAL, substeps, segments: [24, 24] } as const

  // Half the spacing of numbers at the end of the fall is 5e-8 of it, that of velocities 1e-7.
  it('particles alone: within 3e-7', () => {
    const cloth = new ClothSimulation({ ...options, structural: false, shear: false, bend: false })
    expect(fallError(cloth)).toBeLessThan(3e-7)
    // Half a substep behind the end: g (1 s − dt / 2).
    const expected = GRAVITY * (1 - 1 / (120 * substeps))
    expect(Math.abs(cloth.measure().maxSpeed / expected - 1)).toBeLessThan(1e-6)
  })

  // Single-precision numbers near 1000 are 6.1e-5 apart: half of that is 6.2e-6 of the fall.
  it.each([
    ['constraints of 1/4 m, which single precision has', [4, 4]],
    ['constraints of 1/24 m, which it has not', [24, 24]],
  ] as const)('1 km away, %s: within 1e-5', (_, segments) => {
    const cloth = new ClothSimulation({ ...options, segments, origin: [1000, 1000, 1000] })
    expect(fallError(cloth)).toBeLessThan(1e-5)
  })

  it('particles alone keep v0 exp(−c t) within 1e-6 at 60, 120 and 240 Hz, c 0.7 1/s (V3)', () => {
    for (const hertz of [60, 120, 240]) {
      const cloth = new ClothSimulation({
        ...options,
        segments: [2, 2],
        structural: false,
        shear: false,
        bend: false,
        gravity: [0, 0, 0],
        damping: 0.7,
        timeStep: 1 / hertz,
      })
      setXpbdMotion(cloth, () => ({ velocity: [2, 0, 0] }))
      run(cloth, hertz)
      const speed = cloth.measure().maxSpeed
      expect(Math.abs(speed / (2 * Math.exp(-0.7)) - 1), `${hertz} Hz`).toBeLessThan(1e-6)
    }
  })
})

describe('implicit Euler oscillator of one constraint, compliance 0.001 m/N, 1 kg, 1.5 m of 1 m', () => {
  /**
   * One cell of 4 kg, its left particles pinned, structural constraints only: the two right
   * particles move along x alike, each a mass of 1 kg on one constraint.
   */
  function createOscillator(hertz: number): ClothSimulation {
    const cloth = new ClothSimulation({
      ...IDEAL,
      segments: [1, 1],
      density: 4,
      stretchCompliance: 1e-3,
      shear: false,
      bend: false,
      gravity: [0, 0, 0],
      timeStep: 1 / hertz,
      substeps: 1,
      pins: 'left',
      origin: [0, 0, 0],
    })
    setXpbdMotion(cloth, (particle, [x, y, z]) =>
      particle % 2 === 1 ? { position: [x + 0.5, y, z] } : {},
    )
    return cloth
  }

  it.each([
    { hertz: 60, first: 1.3913043, decay: 0.8846517, period: 0.2158949 },
    { hertz: 600, first: 1.498615, decay: 0.998614, period: 0.1988756 },
  ])(
    'at $hertz Hz: x₁ $first m, amplitude × $decay per step, period $period s (V7)',
    ({ hertz, first, decay, period }) => {
      const phase = Math.sqrt(1000) / hertz
      expect(1 + 0.5 / (1 + phase * phase)).toBeCloseTo(first, 7)
      expect(1 / Math.sqrt(1 + phase * phase)).toBeCloseTo(decay, 7)
      expect((2 * Math.PI) / hertz / Math.atan(phase)).toBeCloseTo(period, 7)

      const cloth = createOscillator(hertz)
      cloth.step()
      expect(Math.abs(cloth.positions[3]! - first)).toBeLessThan(2e-7)
      // Implicit Euler from rest. The rounding of a position, 6e-8 m, is an amplitude of 6e-8 / ω dt;
      // a few hundred of them at random add up to 2e-5 at 600 Hz.
      for (let n = 1; n < 2 * hertz && decay ** n > 1e-3; n++) {
        const expected = 0.5 * decay ** n * Math.cos((n * 2 * Math.PI) / hertz / period)
        expect(Math.abs(cloth.positions[3]! - 1 - expected), `step ${n}`).toBeLessThan(2e-5)
        cloth.step()
      }
    },
  )

  it('moves both particles by the same bits, and nothing sideways', () => {
    const cloth = createOscillator(60)
    for (let n = 0; n < 60; n++) {
      cloth.step()
      expect(cloth.positions[9]).toBe(cloth.positions[3])
      expect([cloth.positions[4], cloth.positions[5]]).toEqual([0, 0])
    }
  })

  it('does not depend on `iterations`: one iteration per substep (V8)', () => {
    const [one, ten] = [createOscillator(60), createOscillator(60)]
    one.setParams({ iterations: 1 })
    ten.setParams({ iterations: 10 })
    run(one, 30)
    run(ten, 30)
    expect(ten.hash()).toBe(one.hash())
    expect(velocitiesOf(one).some((v) => v !== 0)).toBe(true)
  })
})

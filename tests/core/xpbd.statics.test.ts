/**
 * Equilibrium of the xpbd solver: chains that hang under their own weight (V20 to V22, the numbers of
 * `cloth.md`), and a strip that hangs between two edges against the catenary (V24, V25).
 *
 * One sweep per substep leaves an error of the second order, known in closed form. At rest every link
 * moves its ends back by what its weight adds in a substep, so it pulls exactly; a link of the first
 * of the two colours is then lengthened by its neighbours, by 2 T dt p / m at a tension T, where p is
 * the time that damping leaves an acceleration: (1 − exp(−c dt)) / c.
 */
import { ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { IDEAL, run } from '../helpers/xpbdMotion.js'

const GRAVITY = 9.8
const LINKS = 20
const LINK = 0.05
const MASS = 0.05

/** Two chains side by side, of 20 links of 0.05 m and particles of 0.05 kg, after 20 s. */
function hang(stretchCompliance: number, substeps: number, damping: number): ClothSimulation {
  const cloth = new ClothSimulation({
    ...IDEAL,
    size: [LINK, LINKS * LINK],
    segments: [1, LINKS],
    origin: [0, -LINKS * LINK, 0],
    density: (2 * (LINKS + 1) * MASS) / (LINK * LINKS * LINK),
    stretchCompliance,
    shear: false,
    bend: false,
    gravity: [0, -GRAVITY, 0],
    damping,
    substeps,
    pins: 'top',
  })
  run(cloth, 20 * 60)
  return cloth
}

/** Extension of each link of the left chain, from the top, m. */
function extensions({ positions }: ClothSimulation): number[] {
  const height = (row: number): number => positions[6 * row + 1]!
  return Array.from({ length: LINKS }, (_, i) => height(LINKS - i) - height(LINKS - i - 1) - LINK)
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

describe('a chain of 20 links of 0.05 m, 0.05 kg each, hangs under its weight', () => {
  const damping = 4
  /** dt · p: dt² in a vacuum. */
  const square = (substeps: number): number => {
    const dt = 1 / (60 * substeps)
    return (dt * -Math.expm1(-damping * dt)) / damping
  }

  // Equilibrium N (N + 1) m g α / 2 = 0.2058 m, whatever the damping. Every other link has 19, 17 … 1
  // particles below it and is 2 g dt p too long for each: 200 g dt p in all.
  it.each([
    [10, 0.2112263],
    [20, 0.2071589],
  ])('compliance 0.002 m/N, %i substeps: %f m, 0.2058 m in the limit (V20, V21)', (n, expected) => {
    const limit = ((LINKS * (LINKS + 1)) / 2) * MASS * GRAVITY * 0.002
    expect(limit).toBeCloseTo(0.2058, 12)
    const total = limit + 200 * GRAVITY * square(n)
    expect(total).toBeCloseTo(expected, 6)
    const links = extensions(hang(0.002, n, damping))
    expect(Math.abs(sum(links) / total - 1)).toBeLessThan(3e-4)
    expect(links[0]! / (LINKS * MASS * 0.002 * GRAVITY)).toBeCloseTo(1, 2)
  })

  // Macklin et al. 2016, section 6: 0.5 % at the most converged of their settings.
  it.each([10, 20])('%i substeps: the support carries N m g, within 0.5 % of 9.8 N (V23)', (n) => {
    const force = extensions(hang(0.002, n, damping))[0]! / 0.002
    expect(Math.abs(force / (LINKS * MASS * GRAVITY) - 1)).toBeLessThan(5e-3)
  })

  it.each([
    [1, 0.5268],
    [10, 5.4263e-3],
    [20, 1.3589e-3],
    [50, 2.1763e-4],
  ])('compliance 0, %i substeps: %d m too long, error of the second order (V22)', (n, expected) => {
    const total = 200 * GRAVITY * square(n)
    expect(Math.abs(total / expected - 1)).toBeLessThan(1e-3)
    const error = sum(extensions(hang(0, n, damping)))
    expect(Math.abs(error / total - 1)).toBeLessThan(0.01)
  })
})

describe('a strip of 1.2 m between two edges 1 m apart hangs as a catenary', () => {
  /** a of 1.2 = 2 a sinh(1 / 2a); tension is density · g · a in the middle. */
  const PARAMETER = 0.469542

  /** Sag of the middle of both rows after 12 s, m. */
  function sag(links: number, substeps: number, tethers: boolean): number[] {
    const link = 1.2 / links
    const cloth = new ClothSimulation({
      ...IDEAL,
      size: [1.2, link],
      segments: [links, 1],
      orientation: 'horizontal',
      origin: [-0.6, 0, 0],
      stretchCompliance: 0,
      shear: false,
      bend: false,
      tethers,
      gravity: [0, -GRAVITY, 0],
      damping: 3,
      substeps,
      pins: ['left', 'right'],
    })
    for (const row of [0, 1]) {
      cloth.pin(row * (links + 1), [-0.5, 0, row * link])
      cloth.pin(row * (links + 1) + links, [0.5, 0, row * link])
    }
    run(cloth, 12 * 60)
    return [0, 1].map((row) => -cloth.positions[3 * (row * (links + 1) + links / 2) + 1]!)
  }

  it('closed form: length 1.2, sag 0.292344 (V24)', () => {
    const a = PARAMETER
    expect(2 * a * Math.sinh(1 / (2 * a))).toBeCloseTo(1.2, 5)
    expect(a * (Math.cosh(1 / (2 * a)) - 1)).toBeCloseTo(0.292344, 5)
  })

  describe.each([false, true])('tethers %s', (tethers) => {
    it.each([
      [10, 40, 0.293864],
      [20, 40, 0.292721],
      [50, 100, 0.292404],
    ])('%i links, %i substeps: sag %d m and what the sweep leaves (V25)', (links, n, expected) => {
      const link = 1.2 / links
      const dt = 1 / (60 * n)
      // Half of the links are too long by 2 T dt² / m, T at most weight per length · √(a² + 0.6²). The
      // sag grows by 0.8 of what the length does (V24: 0.92 from 1.1 to 1.2 m, 0.70 from there to 1.5).
      const tension = (GRAVITY * Math.hypot(PARAMETER, 0.6)) / link
      const tooLong = (links / 2) * 2 * tension * dt * dt
      const bound = 0.8 * tooLong
      const rounding = 1e-5
      for (const found of sag(links, n, tethers)) {
        expect(found - expected).toBeGreaterThan(-rounding)
        expect(found - expected).toBeLessThan(bound + rounding)
        expect(bound / expected).toBeLessThan(1.5e-3)
      }
    })
  })
})

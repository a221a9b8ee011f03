/**
 * Equilibrium of chains with springs (mass-spring) and plain projection (pbd): the hanging chain, the
 * elastic bar under its own weight, the force on its support, and what too few iterations leave. The
 * figures are those of `cloth.md`; xpbd has them in xpbd.statics.
 */
import { type ClothOptions, type ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { type Chain, createHangingChain } from '../helpers/chains.js'
import { run } from '../helpers/xpbdMotion.js'

const GRAVITY = 9.8
const MASS = 0.05
const CHAIN: Chain = { links: 20, link: 0.05, mass: MASS }

/** A chain after `seconds`, at rest. */
function hang(chain: Chain, options: ClothOptions, seconds = 30): ClothSimulation {
  const cloth = createHangingChain(chain, { gravity: [0, -GRAVITY, 0], damping: 4, ...options })
  run(cloth, 60 * seconds)
  expect(cloth.measure().maxSpeed).toBeLessThan(1e-9)
  return cloth
}

/** Extension of each link from the top, of the left chain and of the right one, m. */
function extensions(
  { positions }: ClothSimulation,
  { links, link }: Chain,
  chain: 0 | 1,
): number[] {
  const height = (n: number): number => positions[3 * (2 * n + chain) + 1]!
  return Array.from({ length: links }, (_, i) => height(links - i) - height(links - i - 1) - link)
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

describe('20 links of 500 N/m, 0.05 kg each, mass-spring', () => {
  const ks = 500
  const cloth = hang(CHAIN, { solver: 'mass-spring', ks, substeps: 4 })

  it.each([0, 1] as const)(
    'chain %i: link i from the top is (21 − i) m g / k longer (V20)',
    (n) => {
      const links = extensions(cloth, CHAIN, n)
      links.forEach((extension, i) => {
        expect(Math.abs(extension - ((20 - i) * MASS * GRAVITY) / ks)).toBeLessThan(1e-9)
      })
      expect(links[0]).toBeCloseTo(0.0196, 9)
      expect(links[19]).toBeCloseTo(0.00098, 9)
      expect(sum(links)).toBeCloseTo(0.2058, 8)
    },
  )

  it('the support carries N m g = 9.8 N (V23)', () => {
    expect(ks * extensions(cloth, CHAIN, 0)[0]!).toBeCloseTo(20 * MASS * GRAVITY, 6)
  })
})

describe('an elastic bar of 1 m and 1 kg, EA 100 N, under its own weight (V26)', () => {
  const EA = 100
  const WEIGHT = GRAVITY

  /** Extension of the whole and strain of the top link, of a bar cut into `links`. */
  function measure(links: number): { total: number; strain: number } {
    const chain = { links, link: 1 / links, mass: 1 / links }
    const cloth = hang(chain, { solver: 'mass-spring', ks: EA * links, substeps: links / 2 })
    const found = extensions(cloth, chain, 0)
    return { total: sum(found), strain: found[0]! * links }
  }

  it('w L² / 2 EA = 0.049 m longer, by 10 and 20 links drawn out to none', () => {
    const [coarse, fine] = [measure(10), measure(20)]
    const expected = WEIGHT / (2 * EA)
    // The error is exactly of the first order: N (N + 1) m g / 2k = (1 + 1/N) w L² / 2 EA.
    expect(2 * fine.total - coarse.total).toBeCloseTo(expected, 8)
    expect(coarse.total / expected).toBeCloseTo(1.1, 6)
  })

  it('strain w L / EA = 0.098 at the top', () => {
    expect(measure(20).strain).toBeCloseTo(WEIGHT / EA, 8)
  })
})

/**
 * The chain in one dimension, link after link from the top, by the textbook: prediction, then passes of
 * −C (− α̃ λ) / (w₁ + w₂ + α̃).
 *
 * @param topShare share of its error that the link at the pin takes away: 1 by its inverse masses, ½ in
 * the classic that pbd follows, where a pinned end leaves half of the correction undone
 * @returns extension of the whole at rest, m
 */
function sweep(passes: number, substeps: number, topShare: number, compliance = 0): number {
  const { links, link } = CHAIN
  const dt = 1 / (60 * substeps)
  const softness = compliance / (dt * dt)
  const kept = Math.exp(-4 * dt)
  const places = Array.from({ length: links + 1 }, (_, n) => n * link)
  const last = places.slice()
  for (let step = 0; step < 30 * 60 * substeps; step++) {
    for (let n = 1; n <= links; n++) {
      const velocity = kept * (places[n]! - last[n]!)
      last[n] = places[n]!
      places[n]! += velocity + GRAVITY * dt * dt
    }
    const lambdas = new Float64Array(links)
    for (let pass = 0; pass < passes; pass++) {
      for (let n = 0; n < links; n++) {
        const error = places[n + 1]! - places[n]! - link
        const above = n === 0 ? 0 : 1 / MASS
        const change = (-error - softness * lambdas[n]!) / (above + 1 / MASS + softness)
        const share = n === 0 ? topShare * change : change
        lambdas[n]! += share
        places[n]! -= above * share
        places[n + 1]! += share / MASS
      }
    }
  }
  return places[links]! - links * link
}

describe('what the passes leave of the extension', () => {
  it.each([
    [1, 1, 0.723],
    [10, 1, 0.2132],
    [50, 1, 0.2058],
    [1, 10, 0.211],
    [1, 20, 0.2071],
  ])('reference, compliance 0.002: %i passes, %i substeps: %d m (V21)', (passes, n, expected) => {
    expect(sweep(passes, n, 1, 0.002)).toBeCloseTo(expected, 4)
  })

  it.each([
    [1, 1, 0.5172],
    [20, 1, 0.02457],
    [1, 20, 0.00129],
    [1, 50, 0.00021],
  ])('reference, rigid: %i passes, %i substeps: %d m (V22)', (passes, n, expected) => {
    expect(sweep(passes, n, 1)).toBeCloseTo(expected, 4)
  })

  // A lying sheet has its top row first, so gravity along z makes pbd work from the pins down.
  it.each([
    [1, 1],
    [8, 1],
    [20, 1],
    [1, 8],
    [8, 8],
  ])(
    'pbd, rigid, %i passes, %i substeps: as the reference, within 1e-7 m (V22)',
    (iterations, n) => {
      const { links, link } = CHAIN
      const cloth = createHangingChain(
        { ...CHAIN, apart: 1e6 },
        {
          solver: 'pbd',
          orientation: 'horizontal',
          origin: [0, 0, 0],
          gravity: [0, 0, GRAVITY],
          damping: 4,
          stiffness: 1,
          iterations,
          substeps: n,
        },
      )
      run(cloth, 60 * 30)
      const expected = sweep(iterations, n, 0.5)
      for (const chain of [0, 1]) {
        const bottom = cloth.positions[3 * (2 * links + chain) + 2]!
        expect(Math.abs(bottom - links * link - expected)).toBeLessThan(1e-7)
      }
    },
  )
})

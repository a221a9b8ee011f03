/**
 * Oscillations of chains and strings against closed forms: the hanging chain, whose modes are Laguerre
 * polynomials and in the limit Bessel's J₀ (Bernoulli 1733), the string of beads (Lagrange 1759),
 * waves along and across it, and the pendulum with large swings.
 */
import { type ClothOptions, type ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import {
  createHangingChain,
  createString,
  cyclesOf,
  periodOf,
  place,
  shareOf,
} from '../helpers/chains.js'

const GRAVITY = 9.8

/** Laguerre polynomials L_0 to L_count at x. */
function laguerre(count: number, x: number): number[] {
  const values = [1, 1 - x]
  for (let n = 1; n < count; n++)
    values.push(((2 * n + 1 - x) * values[n]! - n * values[n - 1]!) / (n + 1))
  return values
}

/** The first zeros of L_count, by bisection between changes of sign. */
function laguerreZeros(count: number, wanted: number): number[] {
  const at = (x: number): number => laguerre(count, x)[count]!
  const step = 0.02 / count
  const zeros: number[] = []
  for (let x = 0; zeros.length < wanted; x += step) {
    if (at(x) * at(x + step) > 0) continue
    let [low, high] = [x, x + step]
    for (let n = 0; n < 60; n++) {
      const middle = (low + high) / 2
      if (at(low) * at(middle) > 0) low = middle
      else high = middle
    }
    zeros.push(low)
  }
  return zeros
}

/** As good as rigid with each solver: links that are 1e-3 too long make a period 5e-4 longer. */
const RIGID: readonly ClothOptions[] = [
  { solver: 'xpbd', stretchCompliance: 0, substeps: 10 },
  { solver: 'mass-spring', ks: 2e5, substeps: 100 },
  { solver: 'pbd', stiffness: 1, iterations: 20, substeps: 8 },
]

describe('small swings of a hanging chain of N beads, periods in √(L / g) (V40)', () => {
  it.each([
    [2, 5.80491],
    [5, 5.47337],
    [10, 5.35261],
    [20, 5.2899],
  ])('closed form: %i beads, 2π / √(N λ) = %d, λ the first zero of L_N', (beads, expected) => {
    expect((2 * Math.PI) / Math.sqrt(beads * laguerreZeros(beads, 1)[0]!)).toBeCloseTo(expected, 4)
  })

  it('closed form: 4π / j₀ₙ = 5.22548, 2.27648, 1.45213 for N → ∞', () => {
    const beads = 200
    laguerreZeros(beads, 3).forEach((zero, n) => {
      // λ → j₀² / (4 N + 2), to the second order in 1 / N.
      const limit = (4 * Math.PI) / Math.sqrt((4 * beads + 2) * zero)
      expect(limit).toBeCloseTo([5.22548, 2.27648, 1.45213][n]!, 3)
    })
  })

  describe.each(RIGID)('$solver', (options) => {
    it.each([
      [2, 1],
      [5, 1],
      [10, 1],
      [20, 1],
      [20, 2],
      [20, 3],
    ])('%i beads, mode %i: within 0.2 %', (beads, mode) => {
      const link = 1 / beads
      const cloth = createHangingChain(
        { links: beads, link, mass: 0.05 },
        { gravity: [0, -GRAVITY, 0], timeStep: 1 / 120, ...options },
      )
      const zero = laguerreZeros(beads, mode)[mode - 1]!
      const shape = laguerre(beads, zero).slice(0, beads)
      const amplitude = 0.003
      place(cloth, (particle, [x, y]) => [x, y, amplitude * (shape[particle >> 1] ?? 0)])
      const read = (chain: number): number =>
        shareOf(
          shape,
          shape.map((_, n) => cloth.positions[3 * (2 * n + chain) + 2]!),
        )
      const expected = 2 * Math.PI * Math.sqrt(link / (GRAVITY * zero))
      const period = periodOf(cloth, 4, () => read(0))
      expect(Math.abs(period / expected - 1)).toBeLessThan(2e-3)
      expect(Math.abs(read(1) - read(0))).toBeLessThan(1e-5)
    })
  })
})

/** Springs of 500 N/m with each solver that has a stiffness in SI. */
const ELASTIC: readonly ClothOptions[] = [
  { solver: 'xpbd', stretchCompliance: 1 / 500, substeps: 20 },
  { solver: 'mass-spring', ks: 500, substeps: 8 },
]
const STIFFNESS = 500

describe.each(ELASTIC)('a string of beads of 0.05 kg, springs of 500 N/m, $solver', (options) => {
  const LINK = 0.05
  const MASS = 0.05
  /** Stretched by a fifth. */
  const SPACING = 1.2 * LINK
  const TENSION = STIFFNESS * (SPACING - LINK)

  const create = (links: number, shape: (n: number) => number): ClothSimulation => {
    const cloth = createString({ links, link: LINK, mass: MASS }, { timeStep: 1 / 240, ...options })
    place(cloth, (particle, [, y]) => {
      const n = particle % (links + 1)
      return [n * SPACING, y, shape(n)]
    })
    return cloth
  }

  it.each([1, 2, 3, 7])(
    'mode %i of 20 beads: ω = 2 √(T / (m a)) sin(jπ / 42), within 0.2 % (V41)',
    (mode) => {
      const links = 21
      const wave = (n: number): number => Math.sin((mode * Math.PI * n) / links)
      const cloth = create(links, (n) => 0.001 * wave(n))
      const shape = Array.from({ length: links + 1 }, (_, n) => wave(n))
      const read = (): number =>
        shareOf(
          shape,
          shape.map((_, n) => cloth.positions[3 * n + 2]!),
        )
      const omega =
        2 * Math.sqrt(TENSION / (MASS * SPACING)) * Math.sin((mode * Math.PI) / (2 * links))
      const period = periodOf(cloth, 3, read)
      expect(Math.abs((period * omega) / (2 * Math.PI) - 1)).toBeLessThan(2e-3)
    },
  )

  /** When a bump that started at bead 60 is highest at bead 180, s. */
  function arrival(cloth: ClothSimulation, read: (n: number) => number): number {
    // Half of the bump comes this way.
    const least = read(60) / 4
    let [best, time] = [0, 0]
    for (let n = 0; n < 1e4; n++) {
      cloth.step()
      const now = read(180)
      if (now > best) [best, time] = [now, cloth.time]
      else if (best > least && now < 0.5 * best) break
    }
    return time
  }

  /** Wide beside the beads, so that it hardly spreads. */
  const bump = (n: number): number => Math.exp(-(((n - 60) / 8) ** 2) / 2)

  it('a bump across 240 beads: c = √(T / μ), within 2 % (V41)', () => {
    const cloth = create(240, (n) => 0.001 * bump(n))
    const speed = Math.sqrt(TENSION / (MASS / SPACING))
    const time = arrival(cloth, (n) => cloth.positions[3 * n + 2]!)
    expect(Math.abs((120 * SPACING) / time / speed - 1)).toBeLessThan(0.02)
  })

  it('a bump along 240 beads: c = a √(k / m), a the rest length, within 2 % (V42)', () => {
    // More substeps of xpbd each move too little for single precision several metres from the origin.
    const cloth = createString(
      { links: 240, link: LINK, mass: MASS },
      { timeStep: 1 / 240, ...options, substeps: 4 },
    )
    place(cloth, (particle, [x, y, z]) => [x + 0.5 * LINK * bump(particle % 241), y, z])
    const speed = LINK * Math.sqrt(STIFFNESS / MASS)
    const time = arrival(cloth, (n) => cloth.positions[3 * n]! - n * LINK)
    expect(Math.abs((120 * LINK) / time / speed - 1)).toBeLessThan(0.02)
  })
})

/** 2π √(L / g) (1 + θ² / 16 + 11 θ⁴ / 3072 + …) with swings of θ, L 1 m. */
function pendulumPeriod(angle: number): number {
  return 2 * Math.PI * Math.sqrt(1 / GRAVITY) * (1 + angle ** 2 / 16 + (11 * angle ** 4) / 3072)
}

describe.each(RIGID)('a pendulum of 1 m, $solver', (options) => {
  it.each([0.05, 0.5, 1])(
    'let go at %d rad: 2π √(L / g) (1 + θ² / 16 + 11 θ⁴ / 3072), within 0.1 % (V43)',
    (angle) => {
      const cloth = createHangingChain(
        { links: 1, link: 1, mass: 0.5 },
        { gravity: [0, -GRAVITY, 0], timeStep: 1 / 120, ...options },
      )
      place(cloth, (particle, [x, y, z]) =>
        particle < 2 ? [x, -Math.cos(angle), Math.sin(angle)] : [x, y, z],
      )
      // Projection takes a little of every swing, so each cycle is held against its own amplitude.
      const cycles = cyclesOf(cloth, 3, () => Math.asin(cloth.positions[2]!))
      for (const { period, amplitude } of cycles)
        expect(Math.abs(period / pendulumPeriod(amplitude) - 1)).toBeLessThan(1e-3)
      expect(cycles[2]!.amplitude / angle).toBeGreaterThan(0.85)
      expect(cycles[0]!.amplitude / angle).toBeLessThan(1 + 1e-3)
    },
  )
})

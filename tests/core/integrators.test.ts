/**
 * Integration in time against closed forms: free fall, terminal speed, oscillation and damping, and
 * the conservation laws of Verlet's method without damping.
 */
import { type ClothOptions, ClothSimulation, parseScene } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { readSceneFile } from '../helpers/cs184.js'
import { positionOf, setMotion, type Vector, velocitiesOf } from '../helpers/states.js'

const SOLVERS = ['mass-spring', 'pbd'] as const

/** No air, no losses, no limit: springs and gravity alone. */
const IDEAL = {
  damping: 0,
  stepDamping: 0,
  airDensity: 0,
  limitStrain: false,
} as const satisfies ClothOptions

describe.each(SOLVERS)('free fall with %s', (solver) => {
  it('falls −g dt² n (n + 1) / 2 = −4.9816667 m in 60 steps of 1/60 s at g 9.8 (Verlet from rest, V1)', () => {
    const cloth = new ClothSimulation({
      ...IDEAL,
      solver,
      segments: [2, 2],
      substeps: 1,
      gravity: [0, -9.8, 0],
    })
    const start = cloth.positions.slice()
    for (let n = 0; n < 60; n++) cloth.step()
    const expected = (-9.8 * 60 * 61) / 2 / 3600
    expect(expected).toBeCloseTo(-4.9816667, 7)
    for (let i = 0; i < start.length; i += 3) {
      expect(Math.abs(cloth.positions[i]! - start[i]!)).toBeLessThan(1e-12)
      expect(Math.abs(cloth.positions[i + 1]! - start[i + 1]! - expected)).toBeLessThan(1e-12)
      expect(Math.abs(cloth.positions[i + 2]! - start[i + 2]!)).toBeLessThan(1e-12)
    }
  })

  it('falls ½ g t² = −4.9 m, last positions half a step behind: x₀ + ½ g dt², within 1e-12 (V2)', () => {
    const cloth = new ClothSimulation({
      ...IDEAL,
      solver,
      segments: [2, 2],
      substeps: 1,
      gravity: [0, -9.8, 0],
    })
    setMotion(cloth, () => ({ velocity: [0, 9.8 / 120, 0] }))
    const start = cloth.positions.slice()
    for (let n = 0; n < 60; n++) cloth.step()
    for (let i = 1; i < start.length; i += 3)
      expect(Math.abs(cloth.positions[i]! - start[i]! + 4.9)).toBeLessThan(1e-12)
  })

  it('springs do not show in a fall: every particle as one alone, within 1e-9 m in 2 s (V68)', () => {
    const options = { ...IDEAL, solver, segments: [9, 7], jitter: 0.01, substeps: 8 } as const
    const cloth = new ClothSimulation(options)
    const alone = new ClothSimulation({ ...options, structural: false, shear: false, bend: false })
    for (let n = 0; n < 120; n++) {
      cloth.step()
      alone.step()
    }
    expect(largestDifference(cloth.positions, alone.positions)).toBeLessThan(1e-9)
    expect(alone.positions[1]).toBeLessThan(-19)
  })

  it('keeps v0 exp(−c t) after 1 s at 60, 120 and 240 Hz, c 0.7 1/s (V3)', () => {
    for (const hertz of [60, 120, 240]) {
      for (const substeps of [1, 7]) {
        const cloth = new ClothSimulation({
          ...IDEAL,
          solver,
          segments: [2, 2],
          gravity: [0, 0, 0],
          damping: 0.7,
          timeStep: 1 / hertz,
          substeps,
        })
        setMotion(cloth, () => ({ velocity: [2, 0, 0] }))
        for (let n = 0; n < hertz; n++) cloth.step()
        const expected = 2 * Math.exp(-0.7)
        expect(Math.abs(cloth.measure().maxSpeed - expected)).toBeLessThan(1e-6 * expected)
      }
    }
  })
})

describe.each([...SOLVERS, 'xpbd'] as const)(
  '10 kN on a sheet of 216 kg for 3 s, %s (V45)',
  (solver) => {
    it.each([1, 4, 12])(
      'moves every particle by ½ (F / m) t² = 208.3 m, %i cells a side',
      (cells) => {
        const acceleration = 1e4 / 216
        const cloth = new ClothSimulation({
          ...IDEAL,
          solver,
          segments: [cells, cells],
          density: 216,
          gravity: [0, 0, acceleration],
        })
        for (let n = 0; n < 180; n++) cloth.step()
        expect((acceleration / 2) * 9).toBeCloseTo(208.3, 1)
        for (let i = 2; i < cloth.positions.length; i += 3)
          expect(Math.abs(cloth.positions[i]! / (4.5 * acceleration) - 1)).toBeLessThan(0.01)
      },
    )
  },
)

it('terminal speed of CS184 damping 0.2 % at 2700 substeps/s: g dt / 0.002 = 1.8148 m/s (V4)', () => {
  const { cloth: options } = parseScene(readSceneFile('pinned2'))
  const cloth = new ClothSimulation({ ...options, segments: [2, 2], pins: [] })
  for (let n = 0; n < 8 * 90; n++) cloth.step()
  expect(cloth.measure().maxSpeed).toBeCloseTo(1.8148148, 7)
})

describe('Verlet oscillator, k 1000 N/m, m 1 kg: period π dt / asin(ω dt / 2)', () => {
  /**
   * One cell of 4 kg, its left particles pinned, with structural springs only. The two right
   * particles move along x alike, so each is a mass of 1 kg on one spring, and the spring between
   * them stays at rest.
   */
  function period(timeStep: number, cycles: number): number {
    const cloth = new ClothSimulation({
      ...IDEAL,
      solver: 'mass-spring',
      segments: [1, 1],
      density: 4,
      ks: 1000,
      shear: false,
      bend: false,
      gravity: [0, 0, 0],
      timeStep,
      substeps: 1,
      pins: 'left',
    })
    const rest = positionOf(cloth, 1)[0]
    setMotion(cloth, (particle) => (particle % 2 === 1 ? { displacement: [0.01, 0, 0] } : {}))
    const crossings: number[] = []
    let before = 0.01
    for (let n = 0; crossings.length <= cycles; n++) {
      cloth.step()
      const now = positionOf(cloth, 1)[0] - rest
      if (before < 0 && now >= 0) crossings.push((n + before / (before - now)) * timeStep)
      before = now
    }
    return (crossings.at(-1) - crossings[0]!) / cycles
  }

  it.each([
    [240, 0.1985479],
    [60, 0.1963452],
  ])('%i Hz: %d s (V5)', (hertz, expected) => {
    const omega = Math.sqrt(1000)
    expect(Math.PI / hertz / Math.asin(omega / hertz / 2)).toBeCloseTo(expected, 7)
    expect(Math.abs(period(1 / hertz, 1000) - expected)).toBeLessThan(2e-7)
  })
})

describe('conservation laws of Verlet integration, all springs, no damping', () => {
  const options: ClothOptions = {
    ...IDEAL,
    solver: 'mass-spring',
    segments: [8, 6],
    substeps: 1,
    timeStep: 1 / 480,
  }

  function randomMotion(cloth: ClothSimulation, seed: number, speed: number): void {
    const random = createRandom(seed)
    const component = (): number => speed * (2 * random() - 1)
    setMotion(cloth, () => ({ velocity: [component(), component(), component()] }))
  }

  it.each([1, 2, 3])(
    'momentum and angular momentum to 1e-12 over 1000 steps, seed %i (V10)',
    (seed) => {
      const cloth = new ClothSimulation({ ...options, gravity: [0, 0, 0] })
      randomMotion(cloth, seed, 1)
      const start = momenta(cloth)
      for (let n = 0; n < 1000; n++) cloth.step()
      const end = momenta(cloth)
      expect(cloth.measure().elastic).toBeGreaterThan(1e-3)
      for (let axis = 0; axis < 3; axis++) {
        const linear = Math.abs(end.linear[axis]! - start.linear[axis]!)
        const angular = Math.abs(end.angular[axis]! - start.angular[axis]!)
        expect(linear / start.linearScale, `axis ${axis}`).toBeLessThan(1e-12)
        expect(angular / start.angularScale, `axis ${axis}`).toBeLessThan(1e-12)
      }
    },
  )

  it('goes back where it came from within 1e-9 m: 1000 steps, velocities reversed, 1000 steps (V12)', () => {
    const cloth = new ClothSimulation({ ...options, pins: ['top-left', 'top-right'] })
    randomMotion(cloth, 4, 0.3)
    const start = cloth.positions.slice()
    cloth.step()
    const second = cloth.positions.slice()
    for (let n = 1; n < 1000; n++) cloth.step()
    expect(largestDifference(cloth.positions, start)).toBeGreaterThan(0.01)
    const { positions, lastPositions, ...rest } = cloth.snapshot()
    cloth.restore({ ...rest, positions: lastPositions, lastPositions: positions })
    for (let n = 1; n < 1000; n++) cloth.step()
    expect(largestDifference(cloth.positions, start)).toBeLessThan(1e-9)
    expect(largestDifference(cloth.snapshot().lastPositions, second)).toBeLessThan(1e-9)
  })
})

it.each([1, 2, 3])(
  'pbd keeps momentum to 1e-12 over 1000 steps, whatever the passes, seed %i (V10)',
  (seed) => {
    const cloth = new ClothSimulation({
      ...IDEAL,
      solver: 'pbd',
      segments: [8, 6],
      gravity: [0, 0, 0],
      substeps: 1,
      iterations: 1 + seed,
    })
    const random = createRandom(seed)
    const component = (): number => 2 * random() - 1
    setMotion(cloth, () => ({ velocity: [component(), component(), component()] }))
    const start = momenta(cloth)
    for (let n = 0; n < 1000; n++) cloth.step()
    const end = momenta(cloth)
    end.linear.forEach((sum, axis) => {
      const change = Math.abs(sum - start.linear[axis]!)
      expect(change / start.linearScale, `axis ${axis}`).toBeLessThan(1e-12)
    })
  },
)

describe('energy of Verlet integration without damping (V11)', () => {
  it('1e5 steps at ω dt = 1: within the bound of the method at every hundredth, no drift', () => {
    const cloth = new ClothSimulation({
      ...IDEAL,
      solver: 'mass-spring',
      segments: [4, 3],
      size: [1, 0.75],
      substeps: 1,
      gravity: [0, 0, 0],
    })
    const ks = (0.25 * cloth.params.density * 0.75) / 20 / (2 * cloth.timeStep ** 2)
    cloth.setParams({ ks })
    const random = createRandom(7)
    const component = (): number => 0.02 * (2 * random() - 1)
    setMotion(cloth, () => ({ velocity: [component(), component(), component()] }))
    const energies: number[] = []
    for (let n = 0; n < 100_000; n++) {
      cloth.step()
      if (n % 100 !== 0) continue
      const { kinetic, elastic } = cloth.measure()
      energies.push(kinetic + elastic)
    }
    const mean = (from: number, to: number): number =>
      energies.slice(from, to).reduce((sum, energy) => sum + energy, 0) / (to - from)
    const early = mean(0, 250)
    // Kinetic energy is half a step old: a mode of phase ω dt ≤ 1 errs by less than that share.
    expect(Math.max(...energies) / early).toBeLessThan(2)
    expect(Math.min(...energies) / early).toBeGreaterThan(0.5)
    // 250 samples of an error of at most a half, in quadrature: 3 %.
    for (const from of [250, 500, 750])
      expect(Math.abs(mean(from, from + 250) / early - 1)).toBeLessThan(0.03)
  })
})

it('a turning sheet is not slowed down by its springs: angular momentum to 1e-12 (V69)', () => {
  const cloth = new ClothSimulation({
    ...IDEAL,
    solver: 'mass-spring',
    segments: [6, 6],
    gravity: [0, 0, 0],
  })
  setMotion(cloth, (particle) => {
    const [x, y] = positionOf(cloth, particle)
    return { velocity: [-2 * Math.PI * y, 2 * Math.PI * x, 0] }
  })
  const start = momenta(cloth)
  for (let n = 0; n < 600; n++) cloth.step()
  expect(Math.abs(momenta(cloth).angular[2] - start.angular[2])).toBeLessThan(
    1e-12 * start.angularScale,
  )
})

describe.each(SOLVERS)('determinism of %s', (solver) => {
  it('two runs with contacts, gusts and self-collision have the same hash at every step (V13)', () => {
    const create = (seed: number): ClothSimulation =>
      new ClothSimulation({
        solver,
        segments: [12, 12],
        orientation: 'horizontal',
        jitter: 0.001,
        selfCollision: true,
        wind: [3, 0, 1],
        seed,
        pins: ['top-left'],
        colliders: [
          { type: 'plane', point: [0, -0.3, 0], friction: 0.4 },
          { type: 'sphere', center: [0, -0.2, 0], radius: 0.15, friction: 0.2 },
        ],
      })
    const [first, second, other] = [create(1), create(1), create(2)]
    for (let n = 0; n < 90; n++) {
      first.step()
      second.step()
      other.step()
      expect(second.hash()).toBe(first.hash())
    }
    expect(first.measure().contacts).toBeGreaterThan(0)
    expect(other.hash()).not.toBe(first.hash())
  })
})

interface Momenta {
  readonly linear: Vector
  readonly angular: Vector
  /** Σ m |v| and Σ m |x| |v|, to which rounding is relative. */
  readonly linearScale: number
  readonly angularScale: number
}

/** Σ m v and Σ m x × v with m = 1. */
function momenta(cloth: ClothSimulation): Momenta {
  const velocities = velocitiesOf(cloth)
  const linear: [number, number, number] = [0, 0, 0]
  const angular: [number, number, number] = [0, 0, 0]
  let linearScale = 0
  let angularScale = 0
  for (let particle = 0; particle < cloth.particleCount; particle++) {
    const x = positionOf(cloth, particle)
    const v = velocities.subarray(3 * particle, 3 * particle + 3)
    for (let axis = 0; axis < 3; axis++) {
      const [next, last] = [(axis + 1) % 3, (axis + 2) % 3]
      linear[axis]! += v[axis]!
      angular[axis]! += x[next]! * v[last]! - x[last]! * v[next]!
    }
    linearScale += Math.hypot(...v)
    angularScale += Math.hypot(...x) * Math.hypot(...v)
  }
  return { linear, angular, linearScale, angularScale }
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!))
  return largest
}

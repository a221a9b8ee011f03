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
  it('falls −g dt² n (n + 1) / 2 = −4.9816667 m in 60 steps of 1/60 s at g 9.8 (Verlet from rest)', () => {
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

  it('keeps v0 exp(−c t) after 1 s at 60, 120 and 240 Hz, c 0.7 1/s', () => {
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

it('terminal speed of CS184 damping 0.2 % at 2700 substeps/s: g dt / 0.002 = 1.8148 m/s', () => {
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
  ])('%i Hz: %d s', (hertz, expected) => {
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

  it.each([1, 2, 3])('momentum and angular momentum to 1e-12 over 1000 steps, seed %i', (seed) => {
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
  })

  it('goes back where it came from within 1e-9 m: 1000 steps, velocities reversed, 1000 steps', () => {
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

describe.each(SOLVERS)('determinism of %s', (solver) => {
  it('two runs with contacts, gusts and self-collision have the same hash at every step', () => {
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

/**
 * Hands on a cloth: bounded in speed (15 m/s) and, with xpbd, in force (`grabStrength`). Expected
 * values are Newton's: what a force lifts, and how fast it gets a mass in a time.
 */
import { type ClothOptions, ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { positionOf, velocitiesOf } from '../helpers/states.js'
import { run } from '../helpers/xpbdMotion.js'

const HOLD_SPEED = 15
const STEP = 1 / 60

const SOLVERS = ['xpbd', 'mass-spring', 'pbd'] as const

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, axis) => value - b[axis]!))
}

const speedOf = (cloth: ClothSimulation, particle: number): number =>
  Math.hypot(...velocitiesOf(cloth).subarray(3 * particle, 3 * particle + 3))

/** Mean velocity by mass, m/s. */
function drift(cloth: ClothSimulation): number[] {
  const velocities = velocitiesOf(cloth)
  const { areas, area } = cloth.sheet
  return [0, 1, 2].map((axis) =>
    areas.reduce((sum, share, p) => sum + (share / area) * velocities[3 * p + axis]!, 0),
  )
}

describe.each(SOLVERS)('hands with %s', (solver) => {
  const create = (options: ClothOptions = {}): ClothSimulation =>
    new ClothSimulation({ solver, segments: [12, 12], ...options })

  it('a near target is reached, and held with all the weight of the sheet (0.2 kg) within 1 mm', () => {
    const cloth = create()
    cloth.grab(84, [0.1, 0.3, 0.2])
    run(cloth, 120)
    expect(distance(positionOf(cloth, 84), [0.1, 0.3, 0.2])).toBeLessThan(1e-3)
  })

  it.each([12, 29])(
    'a sheet of %i × itself, 0.2 kg, hangs from one hand for 3 s: it does not slip out (1 cm)',
    (segments) => {
      const cloth = new ClothSimulation({ solver, segments: [segments, segments] })
      const particle = Math.floor((segments + 1) ** 2 / 2)
      cloth.grab(particle, [0.1, 0.3, 0.2])
      run(cloth, 30)
      for (let n = 0; n < 150; n++) {
        cloth.step()
        expect(distance(positionOf(cloth, particle), [0.1, 0.3, 0.2])).toBeLessThan(0.01)
      }
    },
  )

  it('a curtain follows a pointer at 1.5 m/s within its reach, and is there in each step (1 cm)', () => {
    // On a quarter of a circle about the pinned corner, at the distance at which it hangs.
    const cloth = new ClothSimulation({ solver, segments: [29, 29], pins: ['top-left'] })
    run(cloth, 60)
    const particle = 15 * 30 + 5
    const [x, y, z] = positionOf(cloth, particle)
    const [dx, dy] = [x + 0.5, y - 0.5]
    for (let n = 1; n <= 40; n++) {
      const angle = (1.5 * STEP * n) / Math.hypot(dx, dy)
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const target = [-0.5 + 0.98 * (c * dx - s * dy), 0.5 + 0.98 * (s * dx + c * dy), z] as const
      cloth.grab(particle, target)
      cloth.step()
      expect(distance(positionOf(cloth, particle), target)).toBeLessThan(0.01)
    }
  })

  it('a hand that drags a corner 5 m away gets no farther than the strain limit lets it', () => {
    const cloth = create({ pins: ['top-left'], airDensity: 0 })
    const pin = 12 * 13
    const corner = 12
    cloth.grab(corner, [5, 0, 0])
    let [worst, farthest] = [0, 0]
    for (let n = 0; n < 180; n++) {
      cloth.step()
      const { maxStrain, infeasibleStrain, unstableSteps } = cloth.measure()
      expect(unstableSteps).toBe(0)
      expect(infeasibleStrain).toBe(0)
      worst = Math.max(worst, maxStrain)
      farthest = Math.max(farthest, distance(positionOf(cloth, pin), positionOf(cloth, corner)))
    }
    // Across the sheet, diagonal by diagonal.
    const longest = Math.SQRT2 * 1.1
    expect(distance(positionOf(cloth, pin), positionOf(cloth, corner))).toBeGreaterThan(1.3)
    if (solver === 'xpbd') {
      expect(worst).toBeLessThanOrEqual(0.1 + 1e-6)
      expect(farthest).toBeLessThanOrEqual(longest + 1e-6)
    } else {
      // One pass over the springs holds the limit only roughly, the less so where a hand comes on at
      // 15 m/s; it goes on slowly then.
      expect(worst).toBeLessThan(1)
      expect(cloth.measure().maxStrain).toBeLessThan(0.2)
      expect(farthest).toBeLessThan(1.3 * longest)
    }
    expect(cloth.measure().maxSpeed).toBeLessThan(HOLD_SPEED)
  })

  it('let go while it pulls, fast or in vain, it flies no faster than a hand, and comes to rest', () => {
    for (const pins of [[], ['top-left'] as const]) {
      const cloth = create({ pins, gravity: [0, 0, 0], damping: 2 })
      cloth.grab(12, [100, 0, 0])
      for (const steps of [3, 60]) {
        run(cloth, steps)
        cloth.release()
        expect(speedOf(cloth, 12)).toBeLessThanOrEqual(HOLD_SPEED * 1.01)
        cloth.step()
        expect(cloth.measure().maxSpeed).toBeLessThanOrEqual(HOLD_SPEED * 2)
        cloth.grab(12, [100, 0, 0])
      }
      cloth.release()
      run(cloth, 600)
      expect(cloth.measure().maxSpeed).toBeLessThan(0.05)
      expect(cloth.measure().maxStrain).toBeLessThan(0.1)
    }
  })

  it('two hands, each with a target of its own; one lets go, the other keeps', () => {
    const cloth = create()
    const [left, right] = [12 * 13, 12 * 13 + 12]
    cloth.grab(left, [-0.4, 0.6, 0])
    cloth.grab(right, [0.4, 0.7, 0.1])
    run(cloth, 90)
    expect(distance(positionOf(cloth, left), [-0.4, 0.6, 0])).toBeLessThan(1e-3)
    expect(distance(positionOf(cloth, right), [0.4, 0.7, 0.1])).toBeLessThan(1e-3)
    cloth.release(left)
    run(cloth, 60)
    expect(positionOf(cloth, left)[1]).toBeLessThan(0.5)
    expect(distance(positionOf(cloth, right), [0.4, 0.7, 0.1])).toBeLessThan(1e-3)
  })

  it('two hands that pull a free sheet apart stop at its strain limit', () => {
    const cloth = create({ gravity: [0, 0, 0] })
    cloth.grab(6 * 13, [-4, 0, 0])
    cloth.grab(6 * 13 + 12, [4, 0, 0])
    run(cloth, 60)
    for (let n = 0; n < 60; n++) {
      cloth.step()
      const apart = distance(positionOf(cloth, 6 * 13), positionOf(cloth, 6 * 13 + 12))
      expect(apart).toBeGreaterThan(1)
      expect(apart).toBeLessThan(1.1 + (solver === 'xpbd' ? 1e-5 : 0.1))
    }
  })

  it('a hand leads a particle to the surface of a sphere, not into it', () => {
    if (solver === 'mass-spring') return
    const cloth = create({
      orientation: 'horizontal',
      colliders: [{ type: 'sphere', center: [0, -0.5, 0], radius: 0.3 }],
    })
    const before = cloth.hash()
    cloth.grab(84, [0, -0.5, 0])
    for (let n = 0; n < 90; n++) {
      cloth.step()
      for (let p = 0; p < cloth.particleCount; p++) {
        if (solver === 'pbd' && p === 84) continue
        expect(distance(positionOf(cloth, p), [0, -0.5, 0])).toBeGreaterThan(0.31 - 1e-6)
      }
    }
    expect(cloth.hash()).not.toBe(before)
  })

  it('a pinned particle is dragged as a pin is: exactly, and stays', () => {
    const cloth = create({ pins: 'top' })
    cloth.grab(12 * 13, [-0.5, 0.45, 0.05])
    run(cloth, 30)
    expect(distance(positionOf(cloth, 12 * 13), [-0.5, 0.45, 0.05])).toBeLessThan(1e-7)
    cloth.release()
    run(cloth, 10)
    expect(distance(positionOf(cloth, 12 * 13), [-0.5, 0.45, 0.05])).toBeLessThan(1e-7)
  })

  it('a snapshot with hands goes on bit by bit, in another cloth too', () => {
    const cloth = create({ pins: ['top-left'] })
    cloth.grab(12, [1, 1, 1])
    cloth.grab(80, [0, 0, 1])
    run(cloth, 10)
    const snapshot = cloth.snapshot()
    const go = (one: ClothSimulation): string[] =>
      Array.from({ length: 10 }, () => {
        one.step()
        return one.hash()
      })
    const expected = go(cloth)
    cloth.restore(snapshot)
    expect(go(cloth)).toEqual(expected)
    const other = create()
    other.restore(snapshot)
    expect(go(other)).toEqual(expected)
  })
})

describe('the force of a hand (xpbd)', () => {
  const heavy: ClothOptions = { segments: [12, 12], density: 2, airDensity: 0, damping: 0 }

  it.each([
    [15, false],
    [25, true],
  ])('%d N on a sheet of 2 kg, 19.6 N: lifted %s', (grabStrength, lifts) => {
    const cloth = new ClothSimulation({ ...heavy, grabStrength })
    cloth.grab(84, [0, 3, 0])
    run(cloth, 60)
    // After 1 s at F/m − g: −2.3 or 2.7 m/s.
    const expected = grabStrength / 2 - 9.81
    expect(drift(cloth)[1]! > 0).toBe(lifts)
    expect(Math.abs(drift(cloth)[1]! - expected)).toBeLessThan(0.3)
  })

  it.each([
    [10, 8],
    [10, 30],
    [4, 8],
  ])('%d N for 0.5 s, %i substeps: v = F t / m', (grabStrength, substeps) => {
    const cloth = new ClothSimulation({ ...heavy, gravity: [0, 0, 0], grabStrength, substeps })
    cloth.grab(84, [0, 0, 100])
    run(cloth, 30)
    const expected = (grabStrength * 0.5) / 2
    const [x, y, z] = drift(cloth)
    // The hand itself is 1 % of the mass, and is at its full speed after one step.
    expect(Math.abs(z! / expected - 1)).toBeLessThan(0.05)
    expect(Math.hypot(x!, y!)).toBeLessThan(0.01 * expected)
  })

  it('takes heavy particles along without swinging past the target (100 kg/m², 300 N)', () => {
    const cloth = new ClothSimulation({
      segments: [3, 3],
      density: 100,
      gravity: [0, 0, 0],
      airDensity: 0,
      damping: 1,
      grabStrength: 300,
    })
    cloth.grab(5, [0, 0, 0.5])
    run(cloth, 600)
    expect(distance(positionOf(cloth, 5), [0, 0, 0.5])).toBeLessThan(0.01)
    expect(cloth.measure().maxSpeed).toBeLessThan(0.1)
  })
})

it('a hand does not outrun 15 m/s on a light sheet (xpbd)', () => {
  const cloth = new ClothSimulation({ segments: [12, 12], gravity: [0, 0, 0] })
  cloth.grab(84, [0, 0, 100])
  for (let n = 0; n < 60; n++) {
    const before = positionOf(cloth, 84)
    cloth.step()
    const speed = distance(positionOf(cloth, 84), before) / STEP
    expect(speed).toBeLessThan(HOLD_SPEED * 1.01)
    if (n > 10) expect(speed).toBeGreaterThan(HOLD_SPEED * 0.9)
  }
})

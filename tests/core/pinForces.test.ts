/**
 * The forces of pins, against statics: weight, the lever, and a chain; and the work of the wind, against what
 * a plate gains by it.
 */
import { ClothSimulation, PinForces, WindWork } from '@billow/core'
import { describe, expect, it } from 'vitest'

const G = 9.81
const calm = { wind: [0, 0, 0], airDensity: 0, gravity: [0, -G, 0] } as const

function run(cloth: ClothSimulation, seconds: number): void {
  for (let n = 0; n < seconds / cloth.timeStep - 0.5; n++) cloth.step()
}

const sumOf = (forces: readonly (readonly number[])[]) =>
  [0, 1, 2].map((k) => forces.reduce((sum, force) => sum + force[k]!, 0))

describe.each(['xpbd', 'pbd', 'mass-spring'] as const)('%s', (solver) => {
  const hang = (options: object, seconds = 20) => {
    const cloth = new ClothSimulation({
      ...calm,
      solver,
      damping: 4,
      density: 0.4,
      ks: 800,
      substeps: 16,
      ...options,
    })
    const gauge = new PinForces(cloth)
    run(cloth, seconds)
    return { cloth, read: (particle: number) => gauge.read(particle) }
  }

  it('two chains of one link: each pin carries two particles, 2 m g', () => {
    // 0.4 kg/m² on 0.5 m × 0.5 m: 0.1 kg in four particles.
    const { read } = hang({
      size: [0.5, 0.5],
      segments: [1, 1],
      pins: 'top',
      shear: false,
      bend: false,
    })
    const expected = 2 * 0.025 * G
    // Rows go up.
    for (const pin of [2, 3]) {
      const [x, y, z] = read(pin)
      expect(Math.abs(y / expected - 1)).toBeLessThan(1e-3)
      expect(Math.abs(x)).toBeLessThan(1e-3 * expected)
      expect(Math.abs(z)).toBeLessThan(1e-3 * expected)
    }
  })

  it.each([
    ['corners', ['top-left', 'top-right']],
    ['an edge', 'top'],
  ])('a sheet that hangs by %s: pins carry its weight in all', (_, pins) => {
    const { cloth, read } = hang({ size: [1, 1], segments: [8, 8], pins })
    const weight = 0.4 * G
    const held = Array.from({ length: cloth.particleCount }, (_, p) => p).filter((p) =>
      cloth.isPinned(p),
    )
    const [x, y, z] = sumOf(held.map(read))
    expect(Math.abs(y! / weight - 1)).toBeLessThan(0.01)
    expect(Math.abs(x!)).toBeLessThan(0.01 * weight)
    expect(Math.abs(z!)).toBeLessThan(0.01 * weight)
    // By symmetry.
    const [left, right] = [read(held[0]!), read(held.at(-1))]
    expect(Math.abs(left[1] / right[1] - 1)).toBeLessThan(0.05)
    expect(left[0] * right[0]).toBeLessThanOrEqual(0)
  })

  it('lever: of pins a and b beside the middle, each carries what the other is away from it', () => {
    // 9 columns; pinned are those at 0.125 and 0.75 of the width: 0.375 and 0.25 from the middle.
    const { cloth, read } = hang({
      size: [1, 1],
      segments: [8, 8],
      pins: [
        [1, 0],
        [6, 0],
      ],
    })
    const weight = 0.4 * G
    const held = Array.from({ length: cloth.particleCount }, (_, p) => p).filter((p) =>
      cloth.isPinned(p),
    )
    expect(held).toHaveLength(2)
    const [a, b] = held.map(read)
    // Moments about where the pins are, by the place of the centre of mass in equilibrium.
    const centre = centreOf(cloth)
    const [xa, xb] = held.map((p) => cloth.positions[3 * p]!)
    const share = (xb! - centre) / (xb! - xa!)
    expect(Math.abs(a![1] / (share * weight) - 1)).toBeLessThan(0.03)
    expect(Math.abs(b![1] / ((1 - share) * weight) - 1)).toBeLessThan(0.03)
  })
})

/** x of the centre of mass, m; particles have the areas of the sheet. */
function centreOf({ positions, sheet }: ClothSimulation): number {
  let [sum, all] = [0, 0]
  sheet.areas.forEach((area, p) => {
    sum += area * positions[3 * p]!
    all += area
  })
  return sum / all
}

it('a pin that is let go has no force, and says so', () => {
  const cloth = new ClothSimulation({ segments: [2, 2], pins: 'top' })
  const gauge = new PinForces(cloth)
  const pin = Array.from({ length: 9 }, (_, p) => p).find((p) => cloth.isPinned(p))!
  expect(gauge.read(pin)).toEqual([0, 0, 0])
  cloth.unpin(pin)
  expect(() => gauge.read(pin)).toThrow(
    `@billow/core: PinForces: particle must be one that is pinned, got ${pin}`,
  )
})

describe.each(['xpbd', 'pbd', 'mass-spring'] as const)('work of the wind, %s', (solver) => {
  const plate = (options: object) =>
    new ClothSimulation({
      solver,
      size: [1, 1],
      segments: [4, 4],
      density: 0.5,
      gravity: [0, 0, 0],
      damping: 0,
      turbulence: 0,
      airDensity: 1.2,
      drag: 1.2,
      lift: 0,
      sleep: false,
      ...options,
    })

  // What air does to held particles, xpbd does not compute.
  if (solver !== 'xpbd')
    it('of still air on a plate that is carried at a speed v: −½ ρ c A v² · v t', () => {
      const speed = 1.5
      const cloth = plate({
        wind: [0, 0, 0],
        pins: [
          { particle: () => true, target: (time: number) => [0, 0, speed * time], offset: 'keep' },
        ],
      })
      // Carried away from rest.
      cloth.step()
      cloth.step()
      const work = new WindWork(cloth)
      run(cloth, 1)
      const expected = -0.5 * 1.2 * 1.2 * speed ** 3
      expect(Math.abs(work.joules / expected - 1)).toBeLessThan(5e-3)
    })

  it('of the wind on a free sheet is what this gains, but for what its solver takes', () => {
    const cloth = plate({ wind: [0, 0, 2], segments: [8, 8], substeps: 16 })
    const work = new WindWork(cloth)
    run(cloth, 1)
    const { kinetic, elastic } = cloth.measure()
    const gained = kinetic + elastic
    expect(work.joules / gained).toBeGreaterThan(0.999)
    // Constraints take some of the energy of a sheet that is bent.
    expect(work.joules / gained).toBeLessThan(solver === 'mass-spring' ? 1.001 : 1.02)
  })

  it('of still air on a plate that falls: what height gives and motion has not got', () => {
    const cloth = plate({ wind: [0, 0, 0], gravity: [0, -G, 0], orientation: 'horizontal' })
    const before = cloth.measure()
    const work = new WindWork(cloth)
    run(cloth, 1.5)
    const after = cloth.measure()
    const gained = after.kinetic + after.gravitational - before.gravitational
    expect(work.joules).toBeLessThan(0)
    expect(Math.abs(work.joules / gained - 1)).toBeLessThan(0.01)
  })

  it('is 0 again after a reset, and goes on from what it is told', () => {
    const cloth = plate({ wind: [0, 0, 2] })
    const work = new WindWork(cloth)
    run(cloth, 0.2)
    const first = work.joules
    expect(first).toBeGreaterThan(0)
    cloth.reset()
    expect(work.joules).toBe(0)
    run(cloth, 0.2)
    expect(work.joules).toBeCloseTo(first, 12)
    work.begin(5)
    expect(work.joules).toBe(5)
    work.dispose()
    run(cloth, 0.2)
    expect(work.joules).toBe(5)
  })
})

/**
 * Forces on particles, against closed forms: Hooke's law, weight, drag of a plate normal to the wind, and
 * equilibrium of what hangs or lies still.
 */
import { ClothSimulation, ForceGauge, type ForceReading } from '@billow/core'
import { describe, expect, it } from 'vitest'

const still = { wind: [0, 0, 0], airDensity: 0, damping: 0, sleep: false } as const

const plus = (...vectors: (readonly number[])[]) =>
  [0, 1, 2].map((k) => vectors.reduce((sum, vector) => sum + vector[k]!, 0))

function expectVector(vector: readonly number[], expected: readonly number[], within: number) {
  for (let k = 0; k < 3; k++)
    expect(Math.abs(vector[k]! - expected[k]!), `${k} of ${vector.join()}`).toBeLessThanOrEqual(
      within,
    )
}

describe('mass-spring: Hooke', () => {
  /** One cell of 1 m with structural springs alone. */
  const make = () =>
    new ClothSimulation({
      ...still,
      solver: 'mass-spring',
      segments: [1, 1],
      ks: 40,
      shear: false,
      bend: false,
      density: 0.4,
    })

  it('a spring that is 3 cm longer pulls with k (l − rest) = 40 · 0.03 N at both ends', () => {
    const cloth = make()
    const gauge = new ForceGauge(cloth)
    for (const particle of [0, 1, 2, 3]) expect(gauge.read(particle).spring).toEqual([0, 0, 0])
    // Particles 1 and 3 are the right side: both springs along rows are longer, those upright are not.
    cloth.positions[3]! += 0.03
    cloth.positions[9]! += 0.03
    expectVector(gauge.read(0).spring, [1.2, 0, 0], 1e-12)
    expectVector(gauge.read(1).spring, [-1.2, 0, 0], 1e-12)
  })

  it('one that is shorter pushes', () => {
    const cloth = make()
    const gauge = new ForceGauge(cloth)
    cloth.positions[3]! -= 0.05
    cloth.positions[9]! -= 0.05
    expectVector(gauge.read(0).spring, [-2, 0, 0], 1e-12)
  })

  it('weight: a quarter of 0.4 kg is m g = 0.981 N on each particle', () => {
    const reading = new ForceGauge(make()).read(2)
    expect(reading.mass).toBeCloseTo(0.1, 12)
    expectVector(reading.gravity, [0, -0.981, 0], 1e-12)
  })
})

describe.each(['xpbd', 'pbd', 'mass-spring'] as const)('%s', (solver) => {
  const read = (cloth: ClothSimulation, gauge: ForceGauge): ForceReading[] =>
    Array.from({ length: cloth.particleCount }, (_, particle) => gauge.read(particle))

  it('falls freely: the total is the weight, and nothing else acts', () => {
    const cloth = new ClothSimulation({ ...still, solver, segments: [4, 4] })
    const gauge = new ForceGauge(cloth)
    for (let n = 0; n < 10; n++) cloth.step()
    for (const { mass, gravity, total, spring, wind, contact } of read(cloth, gauge)) {
      const weight = 9.81 * mass
      expectVector(gravity, [0, -weight, 0], 1e-9)
      // Single precision leaves 1e-4 of a weight.
      expectVector(total, gravity, 2e-3 * weight)
      expectVector(spring, [0, 0, 0], 2e-3 * weight)
      expect(plus(wind, contact)).toEqual([0, 0, 0])
    }
  })

  it('hangs at rest: springs carry the weight', () => {
    const cloth = new ClothSimulation({
      ...still,
      damping: 6,
      solver,
      segments: [3, 3],
      pins: 'top',
      ks: 200,
    })
    const gauge = new ForceGauge(cloth)
    for (let n = 0; n < 900; n++) cloth.step()
    for (const [particle, { mass, spring, total }] of read(cloth, gauge).entries()) {
      if (cloth.isPinned(particle)) {
        expect(total).toEqual([0, 0, 0])
        continue
      }
      // The strain limit of a mass-spring cloth does nothing here: 200 N/m carry 0.2 kg at 1 %.
      expectVector(spring, [0, 9.81 * mass, 0], 0.02 * 9.81 * mass)
    }
  })

  it('lies on a plane: contact carries the weight', () => {
    const cloth = new ClothSimulation({
      ...still,
      damping: 4,
      solver,
      segments: [3, 3],
      orientation: 'horizontal',
      origin: [-0.5, 0.01, -0.5],
      colliders: [{ type: 'plane', point: [0, 0, 0], normal: [0, 1, 0] }],
    })
    const gauge = new ForceGauge(cloth)
    const sum = [0, 0, 0]
    const steps = 120
    for (let n = 0; n < 180 + steps; n++) {
      cloth.step()
      if (n < 180) continue
      const forces = plus(...read(cloth, gauge).map(({ contact }) => contact))
      for (let k = 0; k < 3; k++) sum[k]! += forces[k]! / steps
    }
    // 0.2 kg
    expectVector(sum, [0, 0.2 * 9.81, 0], 0.03 * 0.2 * 9.81)
  })

  it('wind normal to a sheet: ½ ρ c_d A U² in all', () => {
    const speed = 1.5
    const cloth = new ClothSimulation({
      solver,
      segments: [4, 4],
      gravity: [0, 0, 0],
      damping: 0,
      wind: [0, 0, speed],
      turbulence: 0,
      density: 50,
      airDensity: 1.2,
      drag: 1.2,
      lift: 0,
    })
    const gauge = new ForceGauge(cloth)
    cloth.step()
    const forces = plus(...read(cloth, gauge).map(({ wind }) => wind))
    // A sheet of 50 kg has hardly moved.
    expectVector(forces, [0, 0, 0.5 * 1.2 * 1.2 * 1 * speed ** 2], 2e-3)
  })

  it('two gauges of a cloth read the same, and one goes on without the other', () => {
    const cloth = new ClothSimulation({
      solver,
      segments: [3, 3],
      orientation: 'horizontal',
      origin: [-0.5, 0.01, -0.5],
      colliders: [{ type: 'plane', point: [0, 0, 0], normal: [0, 1, 0] }],
    })
    const [one, other] = [new ForceGauge(cloth), new ForceGauge(cloth)]
    for (let n = 0; n < 30; n++) cloth.step()
    expect(read(cloth, one)).toEqual(read(cloth, other))
    one.dispose()
    one.dispose()
    // Lifted, it falls anew.
    cloth.teleport({ offset: [0, 1, 0] })
    for (let n = 0; n < 5; n++) cloth.step()
    expect(other.read(5).contact).toEqual([0, 0, 0])
    expect(other.read(5).total[1]).toBeLessThan(0)
  })

  it('a gauge changes nothing of a run, and its end neither', () => {
    const make = () =>
      new ClothSimulation({ solver, segments: [5, 5], pins: 'top', wind: [2, 0, 1] })
    const [seen, other] = [make(), make()]
    const gauge = new ForceGauge(seen)
    for (let n = 0; n < 20; n++) {
      seen.step()
      other.step()
    }
    gauge.dispose()
    const last = gauge.read(0)
    seen.step()
    other.step()
    expect(seen.hash()).toBe(other.hash())
    expect(gauge.read(0).wind).toEqual(last.wind)
  })
})

describe('what is wrong', () => {
  it.each([-1, 25, 0.5, NaN])('particle %s', (particle) => {
    const gauge = new ForceGauge(new ClothSimulation({ segments: [4, 4] }))
    expect(() => gauge.read(particle)).toThrow(
      `@billow/core: ForceGauge: particle must be an integer from 0 to 24, got ${particle}`,
    )
  })

  it('no cloth of this page', () => {
    expect(() => new ForceGauge({})).toThrow(
      'forces can be read of a ClothSimulation on this page only, not of one in a worker',
    )
  })

  it('a rebuilt cloth has other particles', () => {
    const cloth = new ClothSimulation({ segments: [4, 4] })
    const gauge = new ForceGauge(cloth)
    cloth.step()
    cloth.rebuild({ segments: [2, 2] })
    cloth.step()
    expect(gauge.read(8).mass).toBeGreaterThan(0)
    expect(() => gauge.read(9)).toThrow('from 0 to 8')
  })
})

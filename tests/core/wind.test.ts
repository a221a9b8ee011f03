/**
 * Cloth in moving air: the drag F = ½ ρ c_d A U² and lift of a flat plate, the terminal speed that
 * follows, and storms.
 */
import { type ClothOptions, ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { setMotion, type Vector, velocitiesOf } from '../helpers/states.js'

/** 1.2 kg/m³, c_d 1.2: at 5 m/s on 1 m², ½ · 1.2 · 1.2 · 25 = 18 N. */
const PLATE: ClothOptions = {
  solver: 'mass-spring',
  damping: 0,
  limitStrain: false,
  gravity: [0, 0, 0],
  turbulence: 0,
  airDensity: 1.2,
  drag: 1.2,
  lift: 0,
  substeps: 1,
  timeStep: 1 / 1000,
}

/** Sum of the forces of the air on a vertical plate at rest, from the momentum of one substep, N. */
function forceOn(options: ClothOptions, velocity: Vector = [0, 0, 0]): number[] {
  const cloth = new ClothSimulation({ ...PLATE, ...options })
  if (velocity.some((component) => component !== 0)) setMotion(cloth, () => ({ velocity }))
  cloth.step()
  const [width, height] = cloth.params.size
  const mass = (width * height * cloth.params.density) / cloth.particleCount
  const velocities = velocitiesOf(cloth)
  const force = [0, 0, 0]
  velocities.forEach((component, i) => {
    force[i % 3]! += (mass * (component - velocity[i % 3]!)) / cloth.timeStep
  })
  return force
}

describe('drag of a plate of 1 m² in a wind of 5 m/s', () => {
  const grids: readonly [string, readonly [number, number]][] = [
    ['2 triangles', [1, 1]],
    ['2000 triangles', [40, 25]],
  ]

  it.each(grids)('normal to the wind: 18 N along it, %s (V60, F49)', (_, segments) => {
    const [x, y, z] = forceOn({ segments, wind: [0, 0, 5] })
    expect(z).toBeCloseTo(18, 9)
    expect(Math.hypot(x!, y!)).toBeLessThan(1e-9)
    expect(forceOn({ segments, wind: [0, 0, -5] })[2]).toBeCloseTo(-18, 9)
  })

  it.each(grids)('parallel to the wind: none, %s', (_, segments) => {
    expect(Math.hypot(...forceOn({ segments, wind: [3, 4, 0] }))).toBeLessThan(1e-9)
  })

  it.each(grids)('at 60° to its normal: half of it, along the wind, %s', (_, segments) => {
    const wind = [5 * Math.sin(Math.PI / 3), 0, 5 * Math.cos(Math.PI / 3)] as const
    const [x, y, z] = forceOn({ segments, wind })
    expect(Math.hypot(x!, y!, z!)).toBeCloseTo(9, 9)
    expect(x! / z!).toBeCloseTo(Math.tan(Math.PI / 3), 9)
  })

  it.each(grids)(
    'at 45° with a lift coefficient of 1: 7.5 N across the wind, %s',
    (_, segments) => {
      const slope = 5 * Math.SQRT1_2
      const wind = [slope, 0, slope] as const
      const [x, , z] = forceOn({ segments, wind, lift: 1 })
      expect((z! - x!) * Math.SQRT1_2).toBeCloseTo(7.5, 9)
      expect((z! + x!) * Math.SQRT1_2).toBeCloseTo(18 * Math.SQRT1_2, 9)
    },
  )

  it('moving with the wind: none; against it at the same speed: four times as much', () => {
    expect(Math.hypot(...forceOn({ wind: [0, 0, 5] }, [0, 0, 5]))).toBeLessThan(1e-6)
    expect(forceOn({ wind: [0, 0, 5] }, [0, 0, -5])[2]).toBeCloseTo(72, 6)
  })

  it('grows with density, drag coefficient and area', () => {
    const wind = [0, 0, 5] as const
    expect(forceOn({ wind, airDensity: 0.6 })[2]).toBeCloseTo(9, 9)
    expect(forceOn({ wind, drag: 0.4 })[2]).toBeCloseTo(6, 9)
    expect(forceOn({ wind, size: [2, 3] })[2]).toBeCloseTo(108, 8)
    expect(forceOn({ wind, airDensity: 0 })).toEqual([0, 0, 0])
    expect(forceOn({ wind, drag: 0 })).toEqual([0, 0, 0])
  })
})

describe('terminal speed √(2 m g / (ρ c_d A)) = 1.651 m/s of 0.2 kg on 1 m² (V61, F6)', () => {
  it.each([
    [30, 60],
    [60, 60],
    [144, 60],
    [1000, 60],
    [60, 30],
    [60, 240],
  ])('to a hundredth, with %i frames and %i steps a second', (hertz, steps) => {
    // One cell, held flat by springs between all its corners.
    const cloth = new ClothSimulation({
      solver: 'pbd',
      orientation: 'horizontal',
      segments: [1, 1],
      density: 0.2,
      damping: 0,
      turbulence: 0,
      airDensity: 1.2,
      drag: 1.2,
      timeStep: 1 / steps,
      iterations: 40,
    })
    for (let time = 0; time < 4; time += 1 / hertz) cloth.advance(1 / hertz)
    const velocities = velocitiesOf(cloth).filter((_, i) => i % 3 === 1)
    const speed = -velocities.reduce((sum, v) => sum + v, 0) / cloth.particleCount
    const expected = Math.sqrt((2 * 0.2 * 9.81) / (1.2 * 1.2))
    expect(expected).toBeCloseTo(1.651, 3)
    expect(Math.abs(speed / expected - 1)).toBeLessThan(0.01)
  })
})

describe.each(['mass-spring', 'pbd', 'xpbd'] as const)(
  'a storm of 1e6 m/s with %s (F3)',
  (solver) => {
    it.each([
      [0, 0],
      [0.5, 0],
      [0, 1],
      [0.5, 1],
      [0.5, 3],
    ])(
      'turbulence %d, lift %d: finite at every step, calm again afterwards, and as new after reset',
      (turbulence, lift) => {
        // Without bend springs, which in a crumpled sheet may pull against each other for ever.
        const settings = {
          solver,
          turbulence,
          lift,
          bend: false,
          segments: [8, 8],
          pins: 'left',
        } as const
        const cloth = new ClothSimulation({ ...settings, wind: [1e6, 3e5, -1e6] })
        for (let n = 0; n < 120; n++) {
          cloth.step()
          expect(cloth.positions.every(Number.isFinite)).toBe(true)
        }
        cloth.setParams({ wind: [0, 0, 0] })
        for (let n = 0; n < 300; n++) cloth.step()
        expect(cloth.measure().maxSpeed).toBeLessThan(5)
        expect(cloth.measure().maxStrain).toBeLessThan(1)
        cloth.reset()
        expect(cloth.hash()).toBe(new ClothSimulation(settings).hash())
      },
    )
  },
)

/**
 * What single precision must not cost the xpbd solver: constraints work on cloth that is at rest in
 * itself, so a fall, a flight or a hanging chain comes out as in exact arithmetic at any number of
 * substeps.
 */
import { ClothSimulation } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { createHangingChain, cyclesOf, place } from '../helpers/chains.js'
import { velocitiesOf } from '../helpers/states.js'
import { IDEAL, run, setXpbdMotion } from '../helpers/xpbdMotion.js'

const GRAVITY = 9.81

/** Largest error of any particle's fall, as a share of ½ g t². */
function fallError(cloth: ClothSimulation, start: ArrayLike<number>, time: number): number {
  let worst = 0
  for (let i = 1; i < start.length; i += 3) {
    const share = (cloth.positions[i]! - start[i]!) / ((-GRAVITY * time * time) / 2)
    worst = Math.max(worst, Math.abs(share - 1))
  }
  return worst
}

describe.each([
  ['4 × 4', [4, 4]],
  ['24 × 24', [24, 24]],
] as const)('a sheet of %s cells', (_, segments) => {
  it.each([1, 2, 8, 80, 320])(
    '%i substeps: falls ½ g t² in 1 s within 1e-4 (V2, V68)',
    (substeps) => {
      for (const origin of [undefined, [0, 0, 0] as const]) {
        const cloth = new ClothSimulation({ ...IDEAL, segments, substeps, origin })
        const start = cloth.positions.slice()
        run(cloth, 60)
        expect(fallError(cloth, start, 1)).toBeLessThan(1e-4)
        expect(cloth.measure().maxStrain).toBeLessThan(1e-4)
      }
    },
  )

  it.each([8, 320])('1 km away, %i substeps: falls ½ g t² in 1 s within 1e-4 (V2)', (substeps) => {
    const cloth = new ClothSimulation({ ...IDEAL, segments, substeps, origin: [1000, 1000, -1000] })
    const start = cloth.positions.slice()
    run(cloth, 60)
    // Positions come out in single precision: 3e-5 m there, of 4.905 m.
    expect(fallError(cloth, start, 1)).toBeLessThan(1e-4)
  })

  it('substeps 4 → 20 → 4 while it falls: ½ g t² in 1 s within 1e-4', () => {
    const cloth = new ClothSimulation({ ...IDEAL, segments, substeps: 4 })
    const start = cloth.positions.slice()
    run(cloth, 15)
    cloth.setParams({ substeps: 20 })
    run(cloth, 15)
    cloth.setParams({ substeps: 4 })
    run(cloth, 30)
    expect(fallError(cloth, start, 1)).toBeLessThan(1e-4)
  })
})

it.each([1, 2, 3])(
  'momentum of a free cloth to 1e-6 of Σ m |v| in 500 steps (V10), seed %i',
  (seed) => {
    const cloth = new ClothSimulation({ ...IDEAL, segments: [8, 6], gravity: [0, 0, 0] })
    const random = createRandom(seed)
    const component = (): number => 2 * random() - 1
    setXpbdMotion(cloth, () => ({ velocity: [component(), component(), component()] }))
    const momentum = (): number[] => {
      const velocities = velocitiesOf(cloth)
      return [0, 1, 2].map((axis) =>
        velocities.reduce((sum, v, i) => (i % 3 === axis ? sum + v : sum), 0),
      )
    }
    const start = momentum()
    const scale = velocitiesOf(cloth).reduce((sum, v) => sum + Math.abs(v), 0)
    run(cloth, 500)
    momentum().forEach((sum, axis) => {
      expect(Math.abs(sum - start[axis]!) / scale, `axis ${axis}`).toBeLessThan(1e-6)
    })
  },
)

it.each([40, 100])(
  'hanging chain, compliance 0.002, %i substeps: within 1e-4 (V20)',
  (substeps) => {
    const links = 20
    const cloth = new ClothSimulation({
      ...IDEAL,
      size: [0.05, 1],
      segments: [1, links],
      origin: [0, -1, 0],
      density: 42,
      stretchCompliance: 0.002,
      shear: false,
      bend: false,
      gravity: [0, -9.8, 0],
      damping: 4,
      substeps,
      pins: 'top',
    })
    run(cloth, 20 * 60)
    // As in xpbd.statics: the equilibrium, and what one sweep leaves.
    const dt = 1 / (60 * substeps)
    const pull = -Math.expm1(-4 * dt) / 4
    const expected = (210 * 0.05 * 0.002 + 200 * dt * pull) * 9.8
    expect(Math.abs((-cloth.positions[1]! - 1) / expected - 1)).toBeLessThan(1e-4)
    expect(cloth.measure().maxSpeed).toBeLessThan(1e-4)
  },
)

it.each([0.05, 0.5, 1])(
  'pendulum let go at %d rad, 4800 substeps a second: period within 0.1 % (V43)',
  (angle) => {
    const cloth = createHangingChain(
      { links: 1, link: 1, mass: 0.5 },
      { gravity: [0, -GRAVITY, 0], timeStep: 1 / 120, substeps: 40, stretchCompliance: 0 },
    )
    place(cloth, (particle, [x, y, z]) =>
      particle < 2 ? [x, -Math.cos(angle), Math.sin(angle)] : [x, y, z],
    )
    for (const { period, amplitude } of cyclesOf(cloth, 3, () => Math.asin(cloth.positions[2]!))) {
      const series = 1 + amplitude ** 2 / 16 + (11 * amplitude ** 4) / 3072
      const expected = 2 * Math.PI * Math.sqrt(1 / GRAVITY) * series
      expect(Math.abs(period / expected - 1)).toBeLessThan(1e-3)
    }
  },
)

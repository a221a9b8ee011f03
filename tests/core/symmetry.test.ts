/**
 * Nothing depends on axes or units with the solvers in double precision: turned and mirrored scenes give
 * turned and mirrored results, and centimetres give the same motion as metres. Rounding differs, and
 * grows where the sheet flaps, so half a second is compared.
 */
import { type ClothOptions, clothParams, ClothSimulation, defaultsOf } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { place } from '../helpers/chains.js'
import type { Vector } from '../helpers/states.js'
import { largestDifference, run } from '../helpers/xpbdMotion.js'

const STEPS = 30

const SCENE = {
  segments: [12, 9],
  size: [1.2, 0.9],
  turbulence: 0,
  gravity: [1, -9, 0.5],
  wind: [3, 0.5, 2],
  pins: [
    [0, 9],
    [12, 9],
  ],
} as const satisfies ClothOptions

const SPHERE = { center: [0.1, -0.2, 0.3] as Vector, radius: 0.25 }

/** A turn about (1, 2, 3) by 0.7. */
const turn = ([x, y, z]: Vector): Vector => {
  const [u, v, w] = [1, 2, 3].map((c) => c / Math.sqrt(14)) as [number, number, number]
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)]
  const along = (1 - c) * (u * x + v * y + w * z)
  return [
    c * x + s * (v * z - w * y) + along * u,
    c * y + s * (w * x - u * z) + along * v,
    c * z + s * (u * y - v * x) + along * w,
  ]
}

const mirror = ([x, y, z]: Vector): Vector => [-x, y, z]

/** xyz per particle, each through a map. */
function mapped(positions: ArrayLike<number>, map: (v: Vector) => Vector): number[] {
  const all: number[] = []
  for (let i = 0; i < positions.length; i += 3)
    all.push(...map([positions[i]!, positions[i + 1]!, positions[i + 2]!]))
  return all
}

describe.each(['mass-spring', 'pbd'] as const)('%s', (solver) => {
  const create = (changes: ClothOptions, sphere: typeof SPHERE): ClothSimulation =>
    new ClothSimulation({
      ...SCENE,
      solver,
      // pbd has a lift and drag limit per substep of its own; both scenes have the same.
      colliders: [{ type: 'sphere', ...sphere, friction: 0.3 }],
      ...changes,
    })

  it.each([
    ['turned by 0.7 about (1, 2, 3)', turn],
    ['mirrored', mirror],
  ])('%s with gravity, wind and a sphere: within 1e-9 m (V62)', (_, map) => {
    const cloth = create({}, SPHERE)
    const other = create(
      { gravity: map(SCENE.gravity), wind: map(SCENE.wind) },
      { ...SPHERE, center: map(SPHERE.center) },
    )
    place(other, (_particle, position) => map(position))
    // A mirrored sheet shows its other side, and springs come in the same order.
    run(cloth, STEPS)
    run(other, STEPS)
    expect(cloth.measure().contacts).toBeGreaterThan(0)
    expect(largestDifference(other.positions, mapped(cloth.positions, map))).toBeLessThan(1e-9)
  })
})

describe.each(['mass-spring', 'pbd', 'xpbd'] as const)('%s in other units of length', (solver) => {
  /** A sheet in the wind that falls on a sphere, with `scale` units to the metre, after half a second. */
  function createScaled(scale: number): ClothSimulation {
    const scaled = ([x, y, z]: Vector): Vector => [scale * x, scale * y, scale * z]
    const { density, airDensity, thickness, colliderOffset, turbulenceScale } =
      defaultsOf(clothParams)
    const cloth = new ClothSimulation({
      ...SCENE,
      solver,
      selfCollision: true,
      gusts: 0.5,
      turbulence: 0.2,
      size: [1.2 * scale, 0.9 * scale],
      gravity: scaled(SCENE.gravity),
      wind: scaled(SCENE.wind),
      density: density / scale ** 2,
      airDensity: airDensity / scale ** 3,
      thickness: scale * thickness,
      colliderOffset: scale * colliderOffset,
      turbulenceScale: scale * turbulenceScale,
      colliders: [{ type: 'sphere', center: scaled(SPHERE.center), radius: scale * SPHERE.radius }],
    })
    run(cloth, STEPS)
    expect(cloth.measure().contacts).toBeGreaterThan(0)
    return cloth
  }

  const metres = createScaled(1)
  const difference = (scale: number): number =>
    largestDifference(
      createScaled(scale).positions.map((x) => x / scale),
      metres.positions,
    )

  // A power of two rounds as 1 does, so whatever remains is a length that does not scale.
  it.each([128, 1 / 1024])(
    '%d units to the metre: the same motion, bit by bit (V63, F48)',
    (scale) => {
      expect(difference(scale)).toBe(0)
    },
  )

  // In single precision 1e-7 m grows to 1e-3 m in this time.
  const tolerance = solver === 'xpbd' ? 3e-3 : 1e-6
  it(`100 units to the metre: the same motion within ${tolerance} m (V63)`, () => {
    expect(difference(100)).toBeLessThan(tolerance)
  })
})

it.each(['mass-spring', 'pbd', 'xpbd'] as const)(
  'pins of %s are on their targets, bit by bit, after 10 000 steps in wind and hands (V67)',
  (solver) => {
    const cloth = new ClothSimulation({
      solver,
      segments: [3, 3],
      pins: 'top',
      wind: [4, 0, 8],
      substeps: 2,
      iterations: 2,
    })
    const start = cloth.positions.slice()
    cloth.pin(12, [-0.25, 0.375, 0.5])
    for (let n = 0; n < 10_000; n++) {
      if (n % 500 === 100) cloth.grab(5, [Math.sin(n), Math.cos(n), 0.5])
      if (n % 500 === 200) cloth.release()
      cloth.step()
    }
    expect([...cloth.positions.subarray(36, 39)]).toEqual([-0.25, 0.375, 0.5])
    for (let i = 39; i < 48; i++) expect(cloth.positions[i]).toBe(start[i])
  },
)

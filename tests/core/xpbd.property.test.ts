/**
 * Random xpbd scenes that nobody would build: extreme compliance, mass, wind and steps, pins, hands
 * and parameters that change in mid-run. A step never throws, never leaves anything that is not a
 * number, and the same scene gives the same bits. BILLOW_RUNS sets how many (default 80), BILLOW_SEED
 * where they start; a failure prints its seed and its smallest scene.
 */
import { type ClothOptions, ClothSimulation, type LiveClothParams } from '@billow/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const RUNS = Number(process.env.BILLOW_RUNS ?? 80)
const SEED = Number(process.env.BILLOW_SEED ?? 20240)

/** Powers of ten, evenly over the exponents, and 0 now and then where it is allowed. */
const between = (low: number, high: number, zero = false): fc.Arbitrary<number> => {
  const power = fc
    .double({ min: Math.log10(low), max: Math.log10(high), noNaN: true })
    .map((exponent) => Math.min(high, 10 ** exponent))
  return zero
    ? fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: power })
    : power
}

const coordinate = fc.double({ min: -3, max: 3, noNaN: true })
const point = fc.tuple(coordinate, coordinate, coordinate)
const wind = fc
  .tuple(point, between(0.1, 1e6))
  .map(([direction, speed]) => direction.map((c) => (c / 6) * speed) as [number, number, number])

const live = {
  timeStep: between(1e-4, 0.05),
  substeps: fc.integer({ min: 1, max: 30 }),
  density: between(1e-6, 1e3),
  stretchCompliance: between(1e-9, 1, true),
  shearCompliance: between(1e-9, 1, true),
  bendCompliance: between(1e-9, 1, true),
  tethers: fc.boolean(),
  structural: fc.boolean(),
  shear: fc.boolean(),
  bend: fc.boolean(),
  limitStrain: fc.boolean(),
  strainLimit: fc.double({ min: 0, max: 1, noNaN: true }),
  gravity: point.map((g) => g.map((c) => 8 * c) as [number, number, number]),
  damping: between(1e-3, 1e3, true),
  wind,
  gusts: fc.double({ min: 0, max: 1, noNaN: true }),
  selfCollision: fc.boolean(),
} satisfies { readonly [Key in keyof LiveClothParams]?: fc.Arbitrary<LiveClothParams[Key]> }

const options: fc.Arbitrary<ClothOptions> = fc.record(
  {
    ...live,
    segments: fc.tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 })),
    size: fc.tuple(between(0.01, 100), between(0.01, 100)),
    orientation: fc.constantFrom('vertical', 'horizontal'),
    jitter: between(1e-4, 1e-2, true),
    seed: fc.integer({ min: 0, max: 9999 }),
    origin: point,
    colliders: fc.constantFrom(
      [],
      [{ type: 'plane' as const, point: [0, -0.5, 0] as const, friction: 0.5 }],
      [{ type: 'sphere' as const, center: [0, -0.3, 0] as const, radius: 0.3 }],
    ),
  },
  { requiredKeys: ['segments', 'size'] },
)

/** A share of all particles stands for one of them, whatever the grid. */
const place = fc.double({ min: 0, max: 0.999, noNaN: true })

const action = fc.oneof(
  fc.record({
    kind: fc.constant('pin' as const),
    place,
    target: fc.option(point, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('unpin' as const), place }),
  fc.record({ kind: fc.constant('grab' as const), place, target: point }),
  fc.record({ kind: fc.constant('release' as const) }),
  fc.record({ kind: fc.constant('reset' as const) }),
  fc.record({ kind: fc.constant('restore' as const) }),
  fc.record({ kind: fc.constant('change' as const), to: fc.record(live, { requiredKeys: [] }) }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const script = fc.array(fc.record({ steps: fc.integer({ min: 0, max: 12 }), action }), {
  minLength: 1,
  maxLength: 6,
})

function act(cloth: ClothSimulation, what: Action): void {
  const particle = 'place' in what ? Math.floor(what.place * cloth.particleCount) : 0
  switch (what.kind) {
    case 'pin':
      cloth.pin(particle, what.target)
      break
    case 'unpin':
      cloth.unpin(particle)
      break
    case 'grab':
      cloth.grab(particle, what.target)
      break
    case 'release':
      cloth.release()
      break
    case 'reset':
      cloth.reset()
      break
    case 'restore':
      cloth.restore(cloth.snapshot())
      break
    case 'change':
      cloth.setParams(what.to)
      break
  }
}

/** Plays a scene, looks at every step, and returns the fingerprints. */
function play(
  scene: ClothOptions,
  pins: readonly number[],
  parts: readonly { readonly steps: number; readonly action: Action }[],
): string[] {
  const cloth = new ClothSimulation(scene)
  for (const pin of pins) cloth.pin(Math.floor(pin * cloth.particleCount))
  const start = cloth.hash()
  const hashes: string[] = []
  for (const { steps, action: what } of parts) {
    for (let n = 0; n < steps; n++) {
      cloth.step()
      const numbers = Object.values(cloth.measure())
      expect(cloth.positions.every(Number.isFinite)).toBe(true)
      expect(numbers.every(Number.isFinite), JSON.stringify(cloth.measure())).toBe(true)
    }
    expect(cloth.snapshot().motion.every((array) => array.every(Number.isFinite))).toBe(true)
    hashes.push(cloth.hash())
    act(cloth, what)
  }
  expect(start).toMatch(/^[0-9a-f]+$/)
  return hashes
}

it(
  `${RUNS} random scenes: finite, no error, the same bits twice, seed ${SEED}`,
  () => {
    fc.assert(
      fc.property(options, fc.array(place, { maxLength: 5 }), script, (scene, pins, parts) => {
        expect(play(scene, pins, parts)).toEqual(play(scene, pins, parts))
      }),
      { numRuns: RUNS, seed: SEED },
    )
  },
  Math.max(60_000, 2000 * RUNS),
)

/**
 * Random scenes that nobody would build, for property tests: any solver, grids of 1 × 1 to 60 × 60 cells
 * and meshes, extreme compliance, mass, wind and steps, pins, hands, teleports, and a script of what
 * happens in mid-run. Small sheets and short steps are likelier, or thousands of scenes would take hours.
 */
import {
  type ClothOptions,
  type ClothParams,
  createDisc,
  createShirt,
  type LiveClothParams,
} from '@billow/core'
import fc from 'fast-check'
import { CUBE, SQUARE, TETRAHEDRON } from './meshes.js'

/** Powers of ten, evenly over the exponents, and 0 now and then where it is allowed. */
const between = (low: number, high: number, zero = false): fc.Arbitrary<number> => {
  const power = fc
    .double({ min: Math.log10(low), max: Math.log10(high), noNaN: true })
    .map((exponent) => Math.min(high, 10 ** exponent))
  return zero
    ? fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: power })
    : power
}

const count = (low: number, high: number): fc.Arbitrary<number> =>
  between(low, high).map((value) => Math.round(value))

const share = fc.double({ min: 0, max: 1, noNaN: true })
const coordinate = fc.double({ min: -3, max: 3, noNaN: true })
const point = fc.tuple(coordinate, coordinate, coordinate)

const scaledPoint = (scale: fc.Arbitrary<number>): fc.Arbitrary<[number, number, number]> =>
  fc
    .tuple(point, scale)
    .map(([direction, size]) => direction.map((c) => (c / 6) * size) as [number, number, number])

/** What pushes and slows, and stores nothing in the cloth. */
const forces = {
  gravity: scaledPoint(between(0.1, 50, true)),
  damping: between(1e-3, 1e3, true),
  stepDamping: fc.oneof(fc.constant(0), between(1e-3, 100)),
  wind: scaledPoint(between(0.1, 1e6, true)),
  turbulence: share,
  turbulenceScale: between(0.01, 100),
  gusts: share,
  gustPeriod: between(0.01, 100),
  airDensity: between(1e-3, 100, true),
  drag: between(0.1, 10, true),
  lift: between(0.1, 10, true),
} satisfies { readonly [Key in keyof LiveClothParams]?: fc.Arbitrary<LiveClothParams[Key]> }

/** What changes how the cloth holds together, and with it what is stored in stretched cloth. */
const make = {
  timeStep: between(1e-4, 1),
  substeps: count(1, 100),
  iterations: count(1, 20),
  density: between(1e-6, 1e3),
  thickness: between(1e-4, 0.1),
  ks: between(1e-3, 1e6, true),
  stiffness: share,
  stretchCompliance: between(1e-9, 1, true),
  shearCompliance: between(1e-9, 1, true),
  bendCompliance: between(1e-9, 1, true),
  tethers: fc.boolean(),
  structural: fc.boolean(),
  shear: fc.boolean(),
  bend: fc.boolean(),
  bendRatio: share,
  limitStrain: fc.boolean(),
  strainLimit: share,
  selfCollision: fc.boolean(),
  colliderOffset: between(1e-3, 0.1, true),
} satisfies { readonly [Key in keyof LiveClothParams]?: fc.Arbitrary<LiveClothParams[Key]> }

const SOLIDS = { SQUARE, TETRAHEDRON, CUBE } as const

/** A mesh in place of the grid, three out of four times none. */
const shape = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ rings: count(1, 8) }) },
  { weight: 1, arbitrary: fc.record({ quads: count(4, 10) }) },
  {
    weight: 1,
    arbitrary: fc.record({ solid: fc.constantFrom('SQUARE', 'TETRAHEDRON', 'CUBE') }),
  },
)
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never

function meshOf(what: Shape): ClothOptions['mesh'] {
  if (what === undefined) return undefined
  if ('rings' in what) return createDisc({ rings: what.rings })
  if ('quads' in what) return createShirt({ segments: what.quads })
  return SOLIDS[what.solid]
}

const colliders = fc.constantFrom<NonNullable<ClothOptions['colliders']>>(
  [],
  [{ type: 'plane', point: [0, -0.5, 0], friction: 0.5 }],
  [{ type: 'sphere', center: [0, -0.3, 0], radius: 0.3, friction: 0.2 }],
  [
    { type: 'plane', point: [0, -0.8, 0], normal: [0.2, 1, 0] },
    { type: 'sphere', center: [0.2, -0.6, 0], radius: 0.3 },
  ],
)

/** Options of a cloth; `solver`, a grid and its size are always there. */
const options = fc.record(
  {
    solver: fc.oneof(
      { weight: 3, arbitrary: fc.constant('xpbd' as const) },
      { weight: 1, arbitrary: fc.constant('pbd' as const) },
      { weight: 1, arbitrary: fc.constant('mass-spring' as const) },
    ),
    segments: fc.tuple(count(1, 60), count(1, 60)),
    size: fc.tuple(between(0.01, 100), between(0.01, 100)),
    orientation: fc.constantFrom('vertical', 'horizontal'),
    spacing: fc.constantFrom('segments', 'points'),
    jitter: between(1e-4, 1e-2, true),
    seed: fc.integer({ min: 0, max: 9999 }),
    origin: point,
    ...forces,
    ...make,
  },
  { requiredKeys: ['solver', 'segments', 'size'] },
)

/** A share of all particles stands for one of them, whatever the sheet. */
const place = fc.double({ min: 0, max: 0.999, noNaN: true })

/** Calls that must be refused, with nothing changed. */
const MISTAKES = [
  'time step of 5 s',
  'rebuild key',
  'particle',
  'target',
  'parameter',
  'frame',
  'snapshot',
] as const
export type Mistake = (typeof MISTAKES)[number]

/** What neither pulls at the cloth nor changes how it holds together. */
const quiet = [
  fc.record({ kind: fc.constant('hold' as const), place }),
  fc.record({ kind: fc.constant('unpin' as const), place }),
  fc.record({ kind: fc.constant('reset' as const) }),
  fc.record({ kind: fc.constant('snapshot' as const) }),
  fc.record({ kind: fc.constant('restore' as const) }),
  fc.record({ kind: fc.constant('mistake' as const), mistake: fc.constantFrom(...MISTAKES) }),
  // Frames are cut to 1/4 s, so 5 s is as good as an hour.
  fc.record({ kind: fc.constant('frame' as const), seconds: between(1e-3, 5) }),
  fc.record({
    kind: fc.constant('teleport' as const),
    offset: point,
    rotation: fc.option(fc.tuple(coordinate, coordinate, coordinate, fc.constant(1)), {
      nil: undefined,
    }),
  }),
  fc.record({ kind: fc.constant('change' as const), to: fc.record(forces, { requiredKeys: [] }) }),
] as const

const wild = [
  fc.record({ kind: fc.constant('pin' as const), place, target: point }),
  fc.record({ kind: fc.constant('grab' as const), place, target: point }),
  fc.record({ kind: fc.constant('release' as const) }),
  fc.record({
    kind: fc.constant('change' as const),
    to: fc.record({ ...forces, ...make }, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant('rebuild' as const), to: fc.record(make, { requiredKeys: [] }) }),
  fc.record({ kind: fc.constant('collide' as const), colliders }),
] as const

const action = fc.oneof(...quiet, ...wild)
export type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const script = <A>(what: fc.Arbitrary<A>): fc.Arbitrary<{ steps: number; action: A }[]> =>
  fc.array(fc.record({ steps: fc.integer({ min: 0, max: 12 }), action: what }), {
    minLength: 1,
    maxLength: 6,
  })

export interface RandomScene {
  /** Parameters and settings but the mesh. */
  readonly options: ClothOptions & Required<Pick<ClothParams, 'size' | 'segments'>>
  readonly shape: Shape
  /** Shares of all particles. */
  readonly pins: readonly number[]
  readonly script: readonly { readonly steps: number; readonly action: Action }[]
}

const pins = fc.array(place, { maxLength: 5 })

/** Layers so thick that each particle has hundreds in its reach are refused, or take minutes. */
export function thinned<Values extends object>(
  values: Values,
  { size, segments }: { readonly size: readonly number[]; readonly segments: readonly number[] },
): Values {
  if (!('thickness' in values)) return values
  const [width, height] = [size[0]!, size[1]!]
  const spacing = Math.sqrt((width / segments[0]!) * (height / segments[1]!))
  return {
    ...values,
    thickness: Math.min(Number(values.thickness), 2 * spacing, width / 4, height / 4),
  }
}

export function optionsOf({ options: given, shape: what }: RandomScene): ClothOptions {
  return { ...thinned({ thickness: 0.005, ...given }, given), mesh: meshOf(what) }
}

/** Anything. */
export const wildScenes: fc.Arbitrary<RandomScene> = fc.record({
  options: fc.tuple(options, colliders).map(([one, list]) => ({ ...one, colliders: list })),
  shape,
  pins,
  script: script(action),
})

/**
 * Scenes in which only gravity and wind give energy: nothing is dragged, pushed out of anything, or made
 * of another stuff while it is stretched. The strain limit is above the margin that xpbd keeps below it.
 */
export const quietScenes: fc.Arbitrary<RandomScene> = fc.record({
  options: options.map((one) => ({
    ...one,
    selfCollision: false,
    strainLimit: Math.max(0.002, one.strainLimit ?? 1),
  })),
  shape,
  pins,
  script: script(fc.oneof(...quiet)),
})

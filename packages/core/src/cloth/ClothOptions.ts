/**
 * What a cloth can be made with, and the checks of it: parameters of the table, and settings that
 * are no numbers to adjust.
 */
import type { Collider, ColliderOptions } from '../collision/colliders/Collider.js'
import type { CreateFaceStage } from '../collision/Contacts.js'
import type { CreateLayerGuard } from '../collision/Layers.js'
import { createRandom } from '../math/random.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { createGrid } from '../mesh/grid.js'
import type { MeshOptions } from '../mesh/meshArrays.js'
import { createMeshCloth } from '../mesh/meshCloth.js'
import { checkPoint, checkValues, fail, show } from '../params/check.js'
import { type ClothParamKey, type ClothParams, clothParams } from '../params/clothParams.js'
import type { StepperOptions } from '../time/FixedStepper.js'
import { checkWindSources, type WindSource } from '../wind/WindField.js'
import type { ParticleArray, Precision } from './ClothState.js'
import type { Pin, PinName } from './pins.js'

export interface ClothSettings {
  /** Particles that are held in place from the start. */
  readonly pins?: readonly Pin[] | PinName | undefined
  /** Bodies to touch, in the order in which they act. */
  readonly colliders?: readonly (ColliderOptions | Collider)[] | undefined
  /** Position of particle (0, 0), m. Default: the sheet's centre is at the origin. */
  readonly origin?: readonly [number, number, number] | undefined
  /** Offset of a particle out of the sheet's plane at the start, m; takes the place of `jitter`. */
  readonly offsetAt?: ((column: number, row: number) => number) | undefined
  /**
   * Any triangle mesh in place of a grid; `size`, `segments`, `orientation`, `spacing` and `jitter`
   * then mean nothing. Vertices in one place move as one; see `sheet.warnings` for what was mended.
   */
  readonly mesh?: MeshOptions | undefined
  /**
   * How much a particle withstands before the cloth tears there, by its place at rest (m): its tear
   * strain in parts of `tearStrain`. A seam may have 0.5, a hem 3; where it is `Infinity` the cloth
   * does not tear. Default: 1 everywhere. Means something with `tear` only.
   */
  readonly strengthAt?: StrengthAt | undefined
  /** Points that air streams out of, or into, beside the wind. */
  readonly windSources?: readonly WindSource[] | undefined
  /** Limits of the clock. */
  readonly clock?: StepperOptions | undefined
  /** Single precision is for studying rounding only. Default `float64`. */
  readonly precision?: Precision | undefined
  /**
   * The code behind `selfCollision: 'triangles'`: `triangleCollision` of this package. It is handed over,
   * so that a page that does not use it does not load it. A worker has it already.
   */
  readonly triangleCollision?: CreateLayerGuard | undefined
  /**
   * The code behind `colliderContact: 'triangles'`: `triangleContact` of this package. It is handed over,
   * so that a page that does not use it does not load it. A worker has it already.
   */
  readonly triangleContact?: CreateFaceStage | undefined
}

export type StrengthAt = (x: number, y: number, z: number, particle: number) => number

/** Any parameter of the table, and what is no parameter. */
export type ClothOptions = {
  readonly [Key in ClothParamKey]?: ClothParams[Key] | undefined
} & ClothSettings

const SETTING_KEYS: readonly (keyof ClothSettings)[] = [
  'pins',
  'colliders',
  'origin',
  'offsetAt',
  'mesh',
  'strengthAt',
  'windSources',
  'clock',
  'precision',
  'triangleCollision',
  'triangleContact',
]

/** Farther from the origin than this, m, a step counts as having left the range of numbers. */
export const WORLD_LIMIT = 1e7

/** The checked parameters among options; an option that nobody knows is a typing error. */
export function checkOptions(who: string, options: ClothOptions): Partial<ClothParams> {
  for (const key of Object.keys(options)) {
    if (!Object.hasOwn(clothParams, key) && !SETTING_KEYS.includes(key as keyof ClothSettings)) {
      const known = [...Object.keys(clothParams), ...SETTING_KEYS].join(', ')
      fail(who, `unknown option ${show(key)}; the options are ${known}`)
    }
  }
  if (options.windSources !== undefined) checkWindSources(who, options.windSources)
  for (const key of ['triangleCollision', 'triangleContact'] as const) {
    const code: unknown = options[key]
    if (code !== undefined && typeof code !== 'function')
      fail(who, `${key} must be that of this package, got ${show(code)}`)
  }
  return checkValues(who, clothParams, options)
}

/** What needs code that is handed over where its value is `triangles`. */
const NEEDS_CODE = {
  selfCollision: 'triangleCollision',
  colliderContact: 'triangleContact',
} as const

/**
 * Triangles that touch need their code.
 *
 * @throws BillowError where it was not handed over
 */
export function checkTriangleCode(
  who: string,
  values: { readonly selfCollision?: unknown; readonly colliderContact?: unknown },
  settings: Pick<ClothSettings, 'triangleCollision' | 'triangleContact'>,
): void {
  for (const key of ['selfCollision', 'colliderContact'] as const) {
    const code = NEEDS_CODE[key]
    if (values[key] !== 'triangles' || settings[code]) continue
    fail(
      who,
      `${key} "triangles" needs its code, which loads only where it is used: import { ${code} } from ` +
        `'@billow/core' and pass it as an option beside ${key}`,
    )
  }
}

/** Checked changes of parameters. */
export function checkChanges(who: string, changes: object): Partial<ClothParams> {
  for (const key of Object.keys(changes)) {
    if (!Object.hasOwn(clothParams, key)) {
      const known = Object.keys(clothParams).join(', ')
      fail(who, `${key} is not a parameter; the parameters are ${known}`)
    }
  }
  return checkValues(who, clothParams, changes)
}

/** What `rebuild` changes beside parameters. */
export type RebuildSettings = Pick<
  ClothSettings,
  'pins' | 'origin' | 'offsetAt' | 'mesh' | 'strengthAt' | 'windSources'
>

/** Options with changed settings; what is not given stays. */
export function changeSettings(
  options: ClothOptions,
  { pins, origin, offsetAt, mesh, strengthAt, windSources }: RebuildSettings,
): ClothOptions {
  return {
    ...options,
    ...(pins === undefined ? {} : { pins }),
    ...(origin === undefined ? {} : { origin }),
    ...(offsetAt === undefined ? {} : { offsetAt }),
    ...(mesh === undefined ? {} : { mesh }),
    ...(strengthAt === undefined ? {} : { strengthAt }),
    ...(windSources === undefined ? {} : { windSources }),
  }
}

/** @throws BillowError for a particle that does not exist */
export function checkParticle(who: string, particle: number, count: number): void {
  if (!Number.isInteger(particle) || particle < 0 || particle >= count)
    fail(who, `particle must be an integer from 0 to ${count - 1}, got ${show(particle)}`)
}

/** Throws for a change that needs new buffers. */
export function refuseRebuilds(
  who: string,
  values: ClothParams,
  changes: Partial<ClothParams>,
): void {
  for (const key of Object.keys(changes) as ClothParamKey[]) {
    if (clothParams[key].change === 'rebuild' && !sameValue(changes[key], values[key])) {
      fail(
        who,
        `${key} cannot change while running; call rebuild({ ${key}: … }), which starts the cloth anew`,
      )
    }
  }
}

export function checkPrecision(who: string, precision: unknown): Precision {
  if (precision !== 'float64' && precision !== 'float32') {
    fail(who, `precision must be "float64" or "float32", got ${show(precision)}`)
  }
  return precision
}

/** The sheet that checked parameters and settings describe. */
export function createSheet(who: string, values: ClothParams, settings: ClothSettings): ClothSheet {
  if (settings.mesh) return createMeshCloth(settings.mesh)
  const { size, segments, orientation, spacing, jitter, seed } = values
  if (settings.offsetAt !== undefined && typeof settings.offsetAt !== 'function') {
    fail(who, `offsetAt must be a function, got ${show(settings.offsetAt)}`)
  }
  const random = createRandom(seed)
  const jittered = jitter > 0 ? () => jitter * (2 * random() - 1) : undefined
  const offsetAt = settings.offsetAt ?? jittered
  const origin = settings.origin && checkPoint(who, 'origin', settings.origin)
  const grid = createGrid({ size, segments, orientation, spacing, origin, offsetAt })
  if (!isSane(grid.restPositions)) {
    fail(who, `origin, size and offsetAt must keep the cloth within ${WORLD_LIMIT} m of the origin`)
  }
  return grid
}

function sameValue(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.every((item, n) => item === b[n]) : a === b
}

/** Are all coordinates numbers, and within the world? */
export function isSane(positions: ParticleArray): boolean {
  for (let i = 0; i < positions.length; i++) {
    // Written so that NaN fails it.
    if (!(Math.abs(positions[i]!) < WORLD_LIMIT)) return false
  }
  return true
}

/** What a field of grass can be made with, and the checks of it. */
import type { MeshOptions } from '../mesh/meshArrays.js'
import { checkPoint, checkValues, fail, show } from '../params/check.js'
import { type GrassParamKey, type GrassParams, grassParams } from '../params/grassParams.js'
import type { StepperOptions } from '../time/FixedStepper.js'
import { checkWindSources, type WindSource } from '../wind/WindField.js'
import type { Ground } from './scatter/ground.js'
import { createRectangle, type HeightAt } from './scatter/rectangle.js'
import type { DensityAt } from './scatter/scatterBlades.js'
import { createSurface } from './scatter/surface.js'

export interface GrassSettings {
  /** Where the field has its origin in the world, m. Default [0, 0, 0]. */
  readonly origin?: readonly [number, number, number] | undefined
  /** y of the ground over x and z, m from the origin. Default: level. */
  readonly heightAt?: HeightAt | undefined
  /** A mesh to grow on in place of the rectangle of `size`, m from the origin. */
  readonly surface?: MeshOptions | undefined
  /** Share of `density` that grows at a place, 0 to 1. */
  readonly densityAt?: DensityAt | undefined
  /** Air that streams out of points, beside the wind; in the space of the wind. */
  readonly windSources?: readonly WindSource[] | undefined
  /** Limits of the clock. */
  readonly clock?: StepperOptions | undefined
  /**
   * Single precision is moved in WebAssembly SIMD where that runs; double precision is the reference, in plain
   * TypeScript. Default `float32`.
   */
  readonly precision?: 'float64' | 'float32' | undefined
}

/** Any parameter of the table, and what is no parameter. */
export type GrassOptions = {
  readonly [Key in GrassParamKey]?: GrassParams[Key] | undefined
} & GrassSettings

const SETTING_KEYS: readonly (keyof GrassSettings)[] = [
  'origin',
  'heightAt',
  'surface',
  'densityAt',
  'windSources',
  'clock',
  'precision',
]

/** The checked parameters among options; an option that nobody knows is a typing error. */
export function checkGrassOptions(who: string, options: GrassOptions): Partial<GrassParams> {
  for (const key of Object.keys(options)) {
    if (!Object.hasOwn(grassParams, key) && !SETTING_KEYS.includes(key as keyof GrassSettings)) {
      const known = [...Object.keys(grassParams), ...SETTING_KEYS].join(', ')
      fail(who, `unknown option ${show(key)}; the options are ${known}`)
    }
  }
  const { precision = 'float32', densityAt, heightAt } = options
  if (precision !== 'float64' && precision !== 'float32')
    fail(who, `precision must be "float64" or "float32", got ${show(precision)}`)
  for (const [name, given] of Object.entries({ densityAt, heightAt })) {
    if (given !== undefined && typeof given !== 'function')
      fail(who, `${name} must be a function, got ${show(given)}`)
  }
  if (options.windSources !== undefined) checkWindSources(who, options.windSources)
  if (options.origin !== undefined) checkPoint(who, 'origin', options.origin)
  return checkValues(who, grassParams, options)
}

/** Checked changes of parameters while running. */
export function checkGrassChanges(
  who: string,
  values: GrassParams,
  changes: object,
): Partial<GrassParams> {
  for (const key of Object.keys(changes)) {
    if (!Object.hasOwn(grassParams, key)) {
      const known = Object.keys(grassParams).join(', ')
      fail(who, `${key} is not a parameter; the parameters are ${known}`)
    }
  }
  const checked = checkValues(who, grassParams, changes)
  for (const key of Object.keys(checked) as GrassParamKey[]) {
    const isSame = String(checked[key]) === String(values[key])
    if (grassParams[key].change === 'rebuild' && !isSame)
      fail(
        who,
        `${key} cannot change while running; call rebuild({ ${key}: … }), which grows the field anew`,
      )
  }
  return checked
}

/** The ground that options describe. */
export function createGround(who: string, params: GrassParams, settings: GrassSettings): Ground {
  const { surface, heightAt } = settings
  if (surface) return createSurface(who, surface)
  return createRectangle(who, params.size, heightAt)
}

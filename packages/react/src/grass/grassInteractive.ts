/** What `interactive` says: how people can touch a field of grass. */
import { describeValue } from '@billow/core'
import type { SpokenOptions } from '@billow/three/hands'
import { checkInteractive, refuse } from '../checkInteractive.js'
import type { Trample } from './useTrample.js'

/** How people touch a field. */
export interface GrassHandOptions extends SpokenOptions {
  /** When pointers press blades down. Default: as `trample` says, or else `press`. */
  readonly pointer?: Trample | 'none' | undefined
  /** Is the field a tab stop, with keys that move a foot over it? @defaultValue true */
  readonly keyboard?: boolean | undefined
}

export type GrassInteractive = boolean | GrassHandOptions

/** As it is done. */
export interface GrassHands extends SpokenOptions {
  readonly trample: Trample | undefined
  readonly keyboard: boolean
}

/** @throws BillowError for what means nothing */
export function readGrassInteractive(
  interactive: GrassInteractive | undefined,
  trample: Trample | undefined,
): GrassHands {
  if (trample !== undefined && !['hover', 'press'].includes(trample))
    refuse('GrassField', `trample must be "hover" or "press", got ${describeValue(trample)}`)
  const given = interactive ?? trample !== undefined
  if (given === false) return { trample: undefined, keyboard: false }
  const options = given === true ? {} : given
  const isKnown = typeof options === 'object'
  const pointer = isKnown ? (options.pointer ?? trample ?? 'press') : undefined
  if (!pointer || !['hover', 'press', 'none'].includes(pointer))
    refuse(
      'GrassField',
      `interactive must be a boolean or an object with pointer "hover", "press" or "none", ` +
        `got ${describeValue(pointer ?? interactive)}`,
    )
  checkInteractive('GrassField', options)
  return {
    ...options,
    trample: pointer === 'none' ? undefined : pointer,
    keyboard: options.keyboard ?? true,
  }
}

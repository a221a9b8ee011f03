/** What a control panel of a field of grass shows: `grassParams`, and kinds of grass as presets. */
import type { grassParams } from '@billow/core'
import { type GrassParamKey, grassPresets, type GrassTexts } from '@billow/core'
import { grassTexts as english } from '@billow/core/locales/en'
import type { PanelOptions, PanelTexts } from './PanelSpec.js'

export interface GrassPanelOptions<Key extends GrassParamKey = GrassParamKey> extends PanelOptions<
  typeof grassParams,
  Key
> {
  /** `grassTexts` from `@billow/core/locales/…`. Default: English. */
  readonly texts?: GrassTexts | undefined
}

/** Presets of grass that are there by default. */
export const grassPanelPresets: NonNullable<PanelOptions<typeof grassParams>['presets']> =
  grassPresets

export function grassPanelTexts(texts: GrassTexts = english): PanelTexts {
  return texts
}

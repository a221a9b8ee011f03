/** What a control panel of a cloth shows: `clothParams`, and materials as presets. */
import type { clothParams } from '@billow/core'
import { type ClothParamKey, type Descriptions, type Labels, materialPresets } from '@billow/core'
import { descriptions as englishDescriptions, labels as english } from '@billow/core/locales/en'
import type { PanelOptions, PanelTexts } from './PanelSpec.js'

export interface ClothPanelOptions<Key extends ClothParamKey = ClothParamKey> extends PanelOptions<
  typeof clothParams,
  Key
> {
  /** Labels from `@billow/core/locales/…`. Default: English. */
  readonly labels?: Labels | undefined
  /**
   * Descriptions from `@billow/core/locales/…`. Default: English ones to English labels, none to others,
   * so that a panel speaks one language.
   */
  readonly descriptions?: Descriptions | undefined
}

/** Presets of a cloth that are there by default. */
export const clothPresets: NonNullable<PanelOptions<typeof clothParams>['presets']> =
  materialPresets

export function clothTexts(
  labels: Labels = english,
  descriptions: Descriptions | undefined = labels === english ? englishDescriptions : undefined,
): PanelTexts {
  return {
    language: labels.language,
    labels: labels.cloth,
    groups: labels.groups,
    choices: labels.choices,
    axes: labels.axes,
    presets: labels.materials,
    descriptions: descriptions?.cloth ?? {},
  }
}

'use client'
/**
 * A leva panel for a field of grass, derived from the parameter table:
 *
 * ```tsx
 * const controls = useGrassControls({ keys: ['height', 'droop', 'wind'] })
 * return <Canvas><GrassField {...controls} /></Canvas>
 * ```
 */
import { type GrassParamKey, grassParams } from '@billow/core'
import {
  type GrassPanelOptions,
  grassPanelPresets,
  grassPanelTexts,
} from '../controls/grassPanel.js'
import type { ValuesOf } from '../controls/Panel.js'
import { panelSpec } from '../controls/PanelSpec.js'
import { type LevaOptions, useTableControls } from './useTableControls.js'

export interface GrassControlsOptions<Key extends GrassParamKey = GrassParamKey>
  extends GrassPanelOptions<Key>, LevaOptions {}

/**
 * The values of the controls, to spread on `<GrassField>`. Presets are kinds of grass, where something
 * that these set is shown.
 *
 * @throws BillowError for an unknown key or a wrong value
 */
export function useGrassControls<Key extends GrassParamKey = GrassParamKey>({
  texts: given,
  presets = grassPanelPresets,
  store,
  folder,
  ...options
}: GrassControlsOptions<Key> = {}): ValuesOf<typeof grassParams, Key> {
  const texts = grassPanelTexts(given)
  const spec = panelSpec('useGrassControls', grassParams, { presets, ...options }, texts)
  return useTableControls(
    { ...spec, presetNames: texts.presets },
    { store, folder },
  ) as unknown as ValuesOf<typeof grassParams, Key>
}

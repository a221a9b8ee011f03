'use client'
/**
 * A leva panel for a cloth, derived from the parameter table:
 *
 * ```tsx
 * const controls = useClothControls({ keys: ['ks', 'density', 'wind'], values: { ks: 500 } })
 * return <Canvas><Cloth {...controls} /></Canvas>
 * ```
 */
import { type ClothParamKey, clothParams } from '@billow/core'
import { useMemo } from 'react'
import { type ClothPanelOptions, clothPresets, clothTexts } from '../controls/clothPanel.js'
import type { ValuesOf } from '../controls/Panel.js'
import { panelSpec } from '../controls/PanelSpec.js'
import { type LevaOptions, useTableControls } from './useTableControls.js'

export interface ClothControlsOptions<Key extends ClothParamKey = ClothParamKey>
  extends ClothPanelOptions<Key>, LevaOptions {}

/**
 * The values of the controls, to spread on `<Cloth>`. Presets are materials, where something that these
 * set is shown.
 *
 * @throws BillowError for an unknown key or a wrong value
 */
export function useClothControls<Key extends ClothParamKey = ClothParamKey>({
  labels,
  descriptions,
  presets = clothPresets,
  store,
  folder,
  ...options
}: ClothControlsOptions<Key> = {}): ValuesOf<typeof clothParams, Key> {
  const texts = useMemo(() => clothTexts(labels, descriptions), [labels, descriptions])
  const spec = panelSpec('useClothControls', clothParams, { presets, ...options }, texts)
  return useTableControls(
    { ...spec, presetNames: texts.presets },
    { store, folder },
  ) as unknown as ValuesOf<typeof clothParams, Key>
}

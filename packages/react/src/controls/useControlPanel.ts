'use client'
/**
 * The headless half of a control panel: values of parameters, and how they change.
 *
 * ```tsx
 * const panel = useClothPanel({ keys: ['density', 'wind'] })
 * return (
 *   <>
 *     <Canvas><Cloth {...usePanelValues(panel)} /></Canvas>
 *     <ControlPanel panel={panel} />
 *   </>
 * )
 * ```
 *
 * Only `usePanelValues` renders its component when a value changes: where that is inside of the canvas,
 * nothing else is rendered while a slider moves.
 */
import {
  type ClothParamKey,
  clothParams,
  type GrassParamKey,
  grassParams,
  type ParameterTable,
} from '@billow/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { type ClothPanelOptions, clothPresets, clothTexts } from './clothPanel.js'
import { type GrassPanelOptions, grassPanelPresets, grassPanelTexts } from './grassPanel.js'
import { Panel, type ValuesOf } from './Panel.js'
import {
  type PanelOptions,
  type PanelSpec,
  panelSpec,
  type PanelTexts,
  type ParameterKey,
} from './PanelSpec.js'
import { PanelValues } from './PanelValues.js'

export interface ControlPanelOptions<
  Table extends ParameterTable,
  Key extends ParameterKey<Table>,
> extends PanelOptions<Table, Key> {
  /** What to call everything; a missing text is the key itself. Default: keys, in English. */
  readonly texts?: Partial<PanelTexts> | undefined
}

/**
 * A panel of any table of parameters, such as one of an application's own.
 *
 * @throws BillowError for a key that the table has not, or a value that it does not take
 */
export function useControlPanel<
  const Table extends ParameterTable,
  Key extends ParameterKey<Table> = ParameterKey<Table>,
>(table: Table, { texts, ...options }: ControlPanelOptions<Table, Key> = {}): Panel<Table, Key> {
  return usePanel('useControlPanel', table, options, texts)
}

/**
 * A panel of a cloth. Presets are materials, unless others are given.
 *
 * @throws BillowError for an unknown key or a wrong value
 */
export function useClothPanel<Key extends ClothParamKey = ClothParamKey>({
  labels,
  descriptions,
  presets = clothPresets,
  ...options
}: ClothPanelOptions<Key> = {}): Panel<typeof clothParams, Key> {
  const texts = useMemo(() => clothTexts(labels, descriptions), [labels, descriptions])
  return usePanel('useClothPanel', clothParams, { presets, ...options }, texts)
}

/**
 * A panel of a field of grass. Presets are kinds of grass, unless others are given.
 *
 * @throws BillowError for an unknown key or a wrong value
 */
export function useGrassPanel<Key extends GrassParamKey = GrassParamKey>({
  texts,
  presets = grassPanelPresets,
  ...options
}: GrassPanelOptions<Key> = {}): Panel<typeof grassParams, Key> {
  return usePanel('useGrassPanel', grassParams, { presets, ...options }, grassPanelTexts(texts))
}

/** The values of a panel, to be spread on `<Cloth>` or `<GrassField>`; renders when one changes. */
export function usePanelValues<Table extends ParameterTable, Key extends ParameterKey<Table>>(
  panel: Panel<Table, Key>,
): ValuesOf<Table, Key> {
  const read = () => panel.values
  return useSyncExternalStore(panel.subscribe, read, read)
}

const KEYS_AS_TEXTS: PanelTexts = {
  language: 'en',
  labels: {},
  groups: {},
  choices: {},
  axes: {},
  presets: {},
  descriptions: {},
}

function usePanel<Table extends ParameterTable, Key extends ParameterKey<Table>>(
  who: string,
  table: Table,
  options: PanelOptions<Table, Key>,
  texts: Partial<PanelTexts> | undefined,
): Panel<Table, Key> {
  const [store] = useState(() => new PanelValues())
  const { keys, start, presets } = panelSpec(who, table, options, KEYS_AS_TEXTS)
  // Inline arrays and objects are new in every render, and say the same.
  const specKey = JSON.stringify({ keys, start, presets })
  return useMemo(() => {
    const spec = JSON.parse(specKey) as Pick<PanelSpec<Table, Key>, 'keys' | 'start' | 'presets'>
    return new Panel({ table, ...spec, texts: { ...KEYS_AS_TEXTS, ...texts } }, store)
  }, [table, specKey, texts, store])
}

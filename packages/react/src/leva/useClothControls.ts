'use client'
/**
 * A leva panel for a cloth, derived from the parameter table:
 *
 * ```tsx
 * const controls = useClothControls({ keys: ['ks', 'density', 'wind'], values: { ks: 500 } })
 * return <Canvas><Cloth {...controls} /></Canvas>
 * ```
 */
import {
  type ClothParamKey,
  type ClothParams,
  clothParams,
  defaultsOf,
  type Descriptions,
  type Labels,
} from '@billow/core'
import { descriptions as englishDescriptions, labels as english } from '@billow/core/locales/en'
import { type useCreateStore, useControls } from 'leva'
import { clothSchema } from './clothSchema.js'

type Store = ReturnType<typeof useCreateStore>

export interface ClothControlsOptions<Key extends ClothParamKey> {
  /** Which parameters to show, in this order. Default: all. */
  readonly keys?: readonly Key[]
  /** Where the controls start; parameters that are not given start at their default. */
  readonly values?: Partial<ClothParams>
  /** Labels from `@billow/core/locales/…`. Default: English. */
  readonly labels?: Labels
  /**
   * Hints from `@billow/core/locales/…`. Default: English ones to English labels, none to others, so
   * that a panel speaks one language.
   */
  readonly descriptions?: Descriptions
  /** A store of one's own (`useCreateStore`), so that widgets do not share the global panel. */
  readonly store?: Store
}

/** The values of the controls, to spread on `<Cloth>`. */
export function useClothControls<Key extends ClothParamKey = ClothParamKey>({
  keys = Object.keys(clothParams) as Key[],
  values,
  labels = english,
  descriptions = labels === english ? englishDescriptions : undefined,
  store,
}: ClothControlsOptions<Key> = {}): Pick<ClothParams, Key> {
  const start = { ...defaultsOf(clothParams), ...values }
  // The schema's keys are known at run time only, so leva cannot infer the type of the values.
  const [controls] = useControls(
    () => clothSchema(keys, start, labels, descriptions),
    store ? { store } : {},
    [JSON.stringify([keys, values, labels.language, descriptions?.language])],
  ) as unknown as [Pick<ClothParams, Key>]
  return controls
}

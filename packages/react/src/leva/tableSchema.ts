/** A leva schema from a parameter table: one folder per group, labels and units as in the docs. */
import {
  type ClothParamKey,
  type ClothParams,
  clothParams,
  defaultsOf,
  type Descriptions,
  type GrassParamKey,
  type GrassParams,
  grassParams,
  type GrassTexts,
  type Labels,
  type Parameter,
} from '@billow/core'
import type { UniformParameter } from '@billow/three/materials'
import { folder } from 'leva'
import { clothTexts } from '../controls/clothPanel.js'
import { grassPanelTexts } from '../controls/grassPanel.js'
import { groupKeys, isRead, type PanelTexts } from '../controls/PanelSpec.js'
import { type LevaInput, type LevaSchema, toLevaInput } from './levaInput.js'

/** What a panel of leva shows: as `PanelSpec`, and for tables with colours, too. */
export interface LevaSpec {
  readonly table: Readonly<Record<string, Parameter | UniformParameter>>
  readonly keys: readonly string[]
  /** Where the inputs start. */
  readonly start: Readonly<Record<string, unknown>>
  readonly texts: Omit<PanelTexts, 'presets'>
}

/** @param parent the folder that everything is put into, which is part of every path */
export function tableSchema({ table, keys, start, texts }: LevaSpec, parent = ''): LevaSchema {
  const nameOf = (group: string): string => texts.groups[group] ?? group
  const pathOf = (key: string): string =>
    [parent, nameOf(table[key]!.group), key].filter((part) => part !== '').join('.')
  const toInput = (key: string): LevaInput => {
    const parameter = table[key]!
    const words = texts.choices[key] ?? {}
    const label = texts.labels[key] ?? key
    const input = toLevaInput(parameter, start[key], label, words, texts.descriptions[key])
    if (!keys.includes('solver') || !('solvers' in parameter)) return input
    const spec = { table: table as Readonly<Record<string, Parameter>>, keys }
    return {
      ...input,
      render: (get: (path: string) => unknown) =>
        isRead(spec, key, { solver: get(pathOf('solver')) }),
    }
  }
  return Object.fromEntries(
    [...groupKeys(table, keys)].map(([group, members]) => [
      nameOf(group),
      folder(Object.fromEntries(members.map((key) => [key, toInput(key)])) as LevaSchema),
    ]),
  )
}

/**
 * Inputs for parameters of a cloth, to be put into a schema of one's own.
 *
 * @param keys which parameters, in which order; groups keep the order of first mention
 * @param values where the inputs start, if not at their default
 * @param descriptions what shows when a pointer rests on a label; absent: nothing
 */
export function clothSchema(
  keys: readonly ClothParamKey[],
  values: Readonly<Partial<ClothParams>>,
  labels: Labels,
  descriptions?: Descriptions,
): LevaSchema {
  const start = { ...defaultsOf(clothParams), ...values }
  return tableSchema({ table: clothParams, keys, start, texts: clothTexts(labels, descriptions) })
}

/** The same for a field of grass. */
export function grassSchema(
  keys: readonly GrassParamKey[],
  values: Readonly<Partial<GrassParams>>,
  texts: GrassTexts,
): LevaSchema {
  const start = { ...defaultsOf(grassParams), ...values }
  return tableSchema({ table: grassParams, keys, start, texts: grassPanelTexts(texts) })
}

/** A leva schema from the parameter table: one folder per group, labels and units as in the docs. */
import {
  type ClothParamKey,
  type ClothParams,
  clothParams,
  type Descriptions,
  type Labels,
} from '@billow/core'
import { folder } from 'leva'
import { type LevaInput, type LevaSchema, toLevaInput } from './levaInput.js'

/**
 * @param keys which parameters, in which order; groups keep the order of first mention
 * @param values where the inputs start
 * @param descriptions what shows when a pointer rests on a label; absent: nothing
 */
export function clothSchema(
  keys: readonly ClothParamKey[],
  values: Readonly<ClothParams>,
  labels: Labels,
  descriptions?: Descriptions,
): LevaSchema {
  const groups = new Map<keyof Labels['groups'], Record<string, LevaInput>>()
  for (const key of keys) {
    const parameter = clothParams[key]
    const group = groups.get(parameter.group) ?? {}
    const words = (labels.choices as Readonly<Record<string, Record<string, string>>>)[key]
    group[key] = toLevaInput(
      parameter,
      values[key],
      labels.cloth[key],
      words ?? {},
      descriptions?.cloth[key],
    )
    groups.set(parameter.group, group)
  }
  return Object.fromEntries(
    [...groups].map(([group, inputs]) => [labels.groups[group], folder(inputs as LevaSchema)]),
  )
}

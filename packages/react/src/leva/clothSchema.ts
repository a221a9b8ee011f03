/** A leva schema from the parameter table: one folder per group, labels and units as in the docs. */
import {
  type ClothParamKey,
  type ClothParams,
  clothParams,
  type Descriptions,
  type Labels,
  type Parameter,
} from '@billow/core'
import { folder } from 'leva'

/** What leva takes as a schema; it does not export the type itself. */
export type LevaSchema = Parameters<typeof folder>[0]
/** One input; its settings are data here, so the kinds that leva tells apart by type are not. */
type LevaInput = Record<string, unknown>

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
    group[key] = toInput(key, parameter, values[key], labels, descriptions)
    groups.set(parameter.group, group)
  }
  return Object.fromEntries(
    [...groups].map(([group, inputs]) => [labels.groups[group], folder(inputs as LevaSchema)]),
  )
}

function toInput(
  key: ClothParamKey,
  parameter: Parameter,
  value: unknown,
  labels: Labels,
  descriptions: Descriptions | undefined,
): LevaInput {
  const name = labels.cloth[key]
  const hint = descriptions ? { hint: descriptions.cloth[key] } : {}
  switch (parameter.kind) {
    case 'boolean':
      return { value, label: name, ...hint }
    case 'choice': {
      const choices = (labels.choices as Record<string, Record<string, string>>)[key] ?? {}
      const options = Object.fromEntries(
        parameter.choices.map((choice) => [choices[String(choice)] ?? String(choice), choice]),
      )
      return { value, options, label: name, ...hint }
    }
    case 'number':
    case 'integer':
    case 'vector': {
      const { min, max, step, unit } = parameter
      const start = Array.isArray(value) ? [...(value as number[])] : value
      const label = unit === '' ? name : `${name} (${unit})`
      return { value: start, min, max, step, label, ...hint }
    }
  }
}

/**
 * Storybook controls and docs tables from the parameter table: one control per scalar field, with
 * range, unit, group and description. Stories take flat arguments (`windX`) and turn them into
 * props with `toProps`.
 */
import {
  type ClothParamKey,
  type ClothParams,
  clothParams,
  expectation,
  flatFields,
  flatten,
  unflatten,
} from '@billow/core'
import { descriptions, labels } from '@billow/core/locales/en'
import type { ArgTypes } from '@storybook/react-vite'

export type FlatArgs = Record<string, unknown>

const fields = flatFields(clothParams)

/** Controls for some parameters or single components of them: `['ks', 'windX', 'windZ']`. */
export function clothArgTypes(names: readonly string[] = fields.map(({ name }) => name)): ArgTypes {
  return Object.fromEntries(
    names.map((name) => {
      const field = fields.find((candidate) => candidate.name === name)
      if (!field) throw new Error(`There is no parameter "${name}"`)
      const { key, parameter, component } = field
      const unit = 'unit' in parameter && parameter.unit !== '' ? ` (${parameter.unit})` : ''
      const fallback =
        component === undefined
          ? parameter.default
          : (parameter.default as readonly number[])[component]
      const axis = component === undefined ? '' : ` ${axisLabel(key as ClothParamKey, component)}`
      return [
        name,
        {
          name: `${labels.cloth[key as ClothParamKey]}${axis}${unit}`,
          description: descriptions.cloth[key as ClothParamKey],
          control: controlOf(parameter),
          ...(parameter.kind === 'choice' ? { options: [...parameter.choices] } : {}),
          table: {
            category: labels.groups[parameter.group as keyof typeof labels.groups],
            type: { summary: expectation(parameter), detail: `prop ${key}, ${parameter.change}` },
            defaultValue: { summary: String(fallback) },
          },
        },
      ]
    }),
  )
}

function axisLabel(key: ClothParamKey, component: number): string {
  const parameter = clothParams[key]
  return parameter.kind === 'vector'
    ? labels.axes[parameter.axes[component] as keyof typeof labels.axes]
    : ''
}

function controlOf(
  parameter: (typeof fields)[number]['parameter'],
): NonNullable<ArgTypes[string]['control']> {
  switch (parameter.kind) {
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'inline-radio' }
    default:
      return { type: 'range', min: parameter.min, max: parameter.max, step: parameter.step }
  }
}

/** Flat arguments for parameter values. */
export const toArgs = (values: Partial<ClothParams>): FlatArgs => flatten(clothParams, values)

/** Props for flat arguments; what is no parameter is left out. */
export const toProps = (args: FlatArgs): Partial<ClothParams> => unflatten(clothParams, args)

/**
 * Storybook controls and docs tables from the parameter table: one control per scalar field, with
 * range, unit, group and description. Stories take flat arguments (`windX`) and turn them into
 * props with `toProps`.
 */
import {
  type ClothParams,
  clothParams,
  expectation,
  type FlatField,
  flatFields,
  flatten,
  type GrassParams,
  grassParams,
  type Parameter,
  unflatten,
} from '@billow/core'
import { descriptions, grassTexts, labels } from '@billow/core/locales/en'
import type { ArgTypes } from '@storybook/react-vite'

export type FlatArgs = Record<string, unknown>

/** What a language calls the parameters of a table. */
interface TableTexts {
  readonly labels: Readonly<Record<string, string>>
  readonly descriptions: Readonly<Record<string, string>>
  readonly groups: Readonly<Record<string, string>>
}

const CLOTH: TableTexts = {
  labels: labels.cloth,
  descriptions: descriptions.cloth,
  groups: labels.groups,
}

const clothFields = flatFields(clothParams)
const grassFields = flatFields(grassParams)

/** Controls for some parameters or single components of them: `['ks', 'windX', 'windZ']`. */
export function clothArgTypes(names?: readonly string[]): ArgTypes {
  return argTypesOf(clothFields, CLOTH, names)
}

/** The same for grass. */
export function grassArgTypes(names?: readonly string[]): ArgTypes {
  return argTypesOf(grassFields, grassTexts, names)
}

function argTypesOf(
  fields: readonly FlatField[],
  texts: TableTexts,
  names: readonly string[] = fields.map(({ name }) => name),
): ArgTypes {
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
      const axis = component === undefined ? '' : ` ${axisLabel(parameter, component)}`
      return [
        name,
        {
          name: `${texts.labels[key]!}${axis}${unit}`,
          description: texts.descriptions[key]!,
          control: controlOf(parameter),
          ...(parameter.kind === 'choice' ? { options: [...parameter.choices] } : {}),
          table: {
            category: texts.groups[parameter.group]!,
            type: { summary: expectation(parameter), detail: `prop ${key}, ${parameter.change}` },
            defaultValue: { summary: String(fallback) },
          },
        },
      ]
    }),
  )
}

function axisLabel(parameter: Parameter, component: number): string {
  const axes: Readonly<Record<string, string>> = labels.axes
  return parameter.kind === 'vector' ? axes[parameter.axes[component]!]! : ''
}

function controlOf(parameter: Parameter): NonNullable<ArgTypes[string]['control']> {
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

/** The same for grass. */
export const toGrassArgs = (values: Partial<GrassParams>): FlatArgs => flatten(grassParams, values)

export const toGrassProps = (args: FlatArgs): Partial<GrassParams> => unflatten(grassParams, args)

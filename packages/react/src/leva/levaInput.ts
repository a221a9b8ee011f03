/** One parameter of any table as leva takes it: label with unit, range, choices by their words. */
import type { Parameter } from '@billow/core'
import type { UniformParameter } from '@billow/three/materials'
import type { folder } from 'leva'
import { Color, type ColorRepresentation } from 'three'

/** What leva takes as a schema; it does not export the type itself. */
export type LevaSchema = Parameters<typeof folder>[0]

/** One input; its settings are data here, so the kinds that leva tells apart by type are not. */
export type LevaInput = Record<string, unknown>

/** Whether leva has an input for it: it has none for textures. */
export const hasInput = ({ kind }: { readonly kind: string }): boolean => kind !== 'texture'

/**
 * @param name label in the language of the panel
 * @param words of choices
 * @param hint what shows when a pointer rests on the label; absent: nothing
 * @throws TypeError for a texture
 */
export function toLevaInput(
  parameter: Parameter | UniformParameter,
  value: unknown,
  name: string,
  words: Readonly<Record<string, string>>,
  hint?: string,
): LevaInput {
  const common = hint === undefined ? {} : { hint }
  switch (parameter.kind) {
    case 'boolean':
      return { value, label: name, ...common }
    case 'choice': {
      const options = Object.fromEntries(
        parameter.choices.map((choice) => [words[String(choice)] ?? String(choice), choice]),
      )
      return { value, options, label: name, ...common }
    }
    case 'number':
    case 'integer':
    case 'vector': {
      const { min, max, step, unit } = parameter
      const start = Array.isArray(value) ? [...(value as number[])] : value
      const label = unit === '' ? name : `${name} (${unit})`
      return { value: start, min, max, step, label, ...common }
    }
    case 'color': {
      const color = new Color(value as ColorRepresentation)
      return { value: `#${color.getHexString()}`, label: name, ...common }
    }
    case 'texture':
      throw new TypeError('leva has no input for textures')
  }
}

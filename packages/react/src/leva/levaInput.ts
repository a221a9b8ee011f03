/** One parameter of any table as leva takes it: label with unit, range, choices by their words. */
import type { Parameter } from '@billow/core'
import type { folder } from 'leva'

/** What leva takes as a schema; it does not export the type itself. */
export type LevaSchema = Parameters<typeof folder>[0]

/** One input; its settings are data here, so the kinds that leva tells apart by type are not. */
export type LevaInput = Record<string, unknown>

/**
 * @param name label in the language of the panel
 * @param words of choices
 * @param hint what shows when a pointer rests on the label; absent: nothing
 */
export function toLevaInput(
  parameter: Parameter,
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
  }
}

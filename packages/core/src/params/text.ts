/**
 * Parameters as people write them: in an attribute (`<billow-cloth wind="4" density="0.2">`), in a
 * URL or in a form. Values are clamped to the slider range, nonsense is ignored, and every such
 * step is reported as a warning to show. Nothing here throws.
 *
 * A vector has one flat name per component (`windX`) beside its own (`wind="1 0 2"`, or one number
 * along its main axis). Names are matched without regard to case or hyphens, since HTML lower-cases
 * attributes. The warnings are English unless other words are given (`labels.warnings`).
 */
import type {
  NumberParameter,
  Parameter,
  ParameterTable,
  ParameterValues,
  VectorParameter,
} from './Parameter.js'
import { show } from './check.js'
import { englishWarnings, type TextWarnings } from './textWarnings.js'

/** One scalar control: a whole parameter, or one component of a vector. */
export interface FlatField {
  /** Name of the control, attribute or URL parameter: `density`, `windX`. */
  readonly name: string
  readonly key: string
  readonly parameter: Parameter
  /** Component of a vector; absent for scalars. */
  readonly component?: number
}

/** The scalar fields of a table, in table order. */
export function flatFields(table: ParameterTable): FlatField[] {
  return Object.entries(table).flatMap(([key, parameter]): FlatField[] =>
    parameter.kind === 'vector'
      ? parameter.axes.map((axis, component) => ({ name: key + axis, key, parameter, component }))
      : [{ name: key, key, parameter }],
  )
}

/** Values of a table keyed by flat name, for panels that know scalars only. */
export function flatten(
  table: ParameterTable,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const flat: Record<string, unknown> = {}
  for (const { name, key, component } of flatFields(table)) {
    const value = values[key]
    if (value !== undefined)
      flat[name] = component === undefined ? value : (value as number[])[component]
  }
  return flat
}

/** The inverse of `flatten`; a vector with only some components given takes the rest from its default. */
export function unflatten<Table extends ParameterTable>(
  table: Table,
  flat: Readonly<Record<string, unknown>>,
): Partial<ParameterValues<Table>> {
  const values: Record<string, unknown> = {}
  for (const { name, key, parameter, component } of flatFields(table)) {
    const value = flat[name]
    if (value === undefined) continue
    if (component === undefined) values[key] = value
    else {
      const vector = (values[key] ??= [...(parameter as VectorParameter).default]) as unknown[]
      vector[component] = value
    }
  }
  return values as Partial<ParameterValues<Table>>
}

export interface TextResult<Table extends ParameterTable> {
  readonly values: Partial<ParameterValues<Table>>
  /** Sentences that name what was clamped or left out and why. */
  readonly warnings: string[]
  /** Names that the table does not know, for the caller who may. */
  readonly unknown: string[]
}

const normalise = (name: string): string => name.replace(/[-_]/g, '').toLowerCase()

/** Longest text that is looked at; longer values are nonsense. */
const MAX_TEXT = 200

/** Reads `[name, text]` pairs against a table. */
export function fromText<Table extends ParameterTable>(
  table: Table,
  entries: Iterable<readonly [string, string]>,
  words: TextWarnings = englishWarnings,
): TextResult<Table> {
  const warnings: string[] = []
  const unknown: string[] = []
  const values: Record<string, unknown> = {}
  const whole = new Map(
    Object.entries(table).map(([key, parameter]) => [normalise(key), { key, parameter }]),
  )
  const flat = new Map(flatFields(table).map((field) => [normalise(field.name), field]))

  for (const [name, raw] of entries) {
    const text = raw.trim()
    const parameterOfName = whole.get(normalise(name))
    const field = flat.get(normalise(name))
    if (!parameterOfName && !field) {
      unknown.push(name)
      continue
    }
    const warn: Warn = (why) => void warnings.push(`${name}: ${why(words)}`)
    if (text.length > MAX_TEXT) {
      warn(({ tooLong }) => tooLong(text.length))
    } else if (parameterOfName) {
      const value = wholeFromText(parameterOfName.parameter, text, warn)
      if (value !== undefined) values[parameterOfName.key] = value
    } else if (field) {
      const parameter = field.parameter as VectorParameter
      const value = numberFromText(parameter, parameter.integer === true, text, warn)
      if (value === undefined) continue
      const vector = (values[field.key] ??= [...parameter.default]) as number[]
      vector[field.component!] = value
    }
  }
  return { values: values as Partial<ParameterValues<Table>>, warnings, unknown }
}

type Warn = (why: (words: TextWarnings) => string) => void

function wholeFromText(parameter: Parameter, text: string, warn: Warn): unknown {
  switch (parameter.kind) {
    case 'number':
    case 'integer':
      return numberFromText(parameter, parameter.kind === 'integer', text, warn)
    case 'boolean': {
      const isOn = booleanFromText(text)
      if (isOn === undefined) warn(({ notABoolean }) => notABoolean(show(text)))
      return isOn
    }
    case 'choice': {
      const { choices } = parameter
      const isOn = booleanFromText(text)
      if (isOn !== undefined && choices.includes(isOn)) return isOn
      const choice = choices.find((item) => normalise(String(item)) === normalise(text))
      if (choice === undefined)
        warn(({ notAChoice }) => notAChoice(show(text), choices.map(String)))
      return choice
    }
    case 'vector':
      return vectorFromText(parameter, text, warn)
  }
}

/** @returns undefined for what means neither */
function booleanFromText(text: string): boolean | undefined {
  // An attribute without a value means true, as in HTML.
  if (['', 'true', '1', 'on', 'yes'].includes(text.toLowerCase())) return true
  return ['false', '0', 'off', 'no'].includes(text.toLowerCase()) ? false : undefined
}

function vectorFromText(
  parameter: VectorParameter,
  text: string,
  warn: Warn,
): number[] | undefined {
  const parts = text.split(/[\s,;×x]+/).filter((part) => part !== '')
  const count = parameter.axes.length
  if (parts.length === 1 && parameter.mainAxis) {
    const length = numberFromText(parameter, false, parts[0]!, warn)
    return length === undefined
      ? undefined
      : parameter.mainAxis.map((axis) => (axis === 0 || length === 0 ? 0 : axis * length))
  }
  if (parts.length !== count) return void warn(({ notAVector }) => notAVector(show(text), count))
  const vector = parts.map((part) =>
    numberFromText(parameter, parameter.integer === true, part, warn),
  )
  return vector.includes(undefined) ? undefined : (vector as number[])
}

function numberFromText(
  { min, max, unit }: NumberParameter | VectorParameter,
  integer: boolean,
  text: string,
  warn: Warn,
): number | undefined {
  // Number('') is 0 and Number('0x10') is 16: neither is what a person meant.
  const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN
  if (!Number.isFinite(number)) return void warn(({ notANumber }) => notANumber(show(text)))
  const whole = integer ? Math.round(number) : number
  const clamped = Math.min(max, Math.max(min, whole))
  if (clamped !== number) {
    warn(({ outOfRange }) => outOfRange(text, { min, max, unit, taken: clamped }))
  }
  return clamped
}

/**
 * What one adjustable quantity of a simulation is: its default, range, unit, group, and whether a
 * change takes effect at once. A parameter table is a record of these. Types, validation, control
 * panels, attributes, URL parameters, docs and labels are all derived from the table, so that a
 * range or a unit is never written twice.
 */

/**
 * `live` values may change while the simulation runs. A change of a `rebuild` value needs new
 * buffers (`simulation.rebuild`).
 */
export type Change = 'live' | 'rebuild'

/** What a program may pass; anything else throws. Without bounds any finite number is valid. */
export interface Bounds {
  readonly above?: number
  readonly atLeast?: number
  readonly atMost?: number
}

interface Common {
  /** Panels show parameters of one group together. */
  readonly group: string
  readonly change: Change
  /** Only these solvers read the value; absent: all do. */
  readonly solvers?: readonly string[]
}

interface Range {
  /** SI unit, `''` where there is none. */
  readonly unit: string
  /** Range and step of a slider. People's input is clamped to it; programs may go beyond. */
  readonly min: number
  readonly max: number
  readonly step: number
  /** What a program may pass. */
  readonly valid: Bounds
}

export interface NumberParameter extends Common, Range {
  readonly kind: 'number' | 'integer'
  readonly default: number
}

export interface BooleanParameter extends Common {
  readonly kind: 'boolean'
  readonly default: boolean
}

export interface ChoiceParameter extends Common {
  readonly kind: 'choice'
  readonly default: string | boolean
  /** Words; `false` and `true` among them where a thing is off, or on in one of several ways. */
  readonly choices: readonly (string | boolean)[]
}

export interface VectorParameter extends Common, Range {
  readonly kind: 'vector'
  readonly default: readonly number[]
  /** Suffix of each component's flat name: axes `X, Y, Z` of `wind` give `windX, windY, windZ`. */
  readonly axes: readonly string[]
  /** Components are whole numbers. */
  readonly integer?: boolean
  /** Where a person gives one number, it is taken along this direction (`wind="4"`). */
  readonly mainAxis?: readonly number[]
}

export type Parameter = NumberParameter | BooleanParameter | ChoiceParameter | VectorParameter

export type ParameterTable = Readonly<Record<string, Parameter>>

type Tuple<Axes extends readonly string[]> = { readonly [K in keyof Axes]: number }

/** The type of a parameter's value. */
export type ParameterValue<P extends Parameter> = P extends NumberParameter
  ? number
  : P extends BooleanParameter
    ? boolean
    : P extends ChoiceParameter
      ? P['choices'][number]
      : P extends VectorParameter
        ? Tuple<P['axes']>
        : never

/** A value for every key of a table. */
export type ParameterValues<Table extends ParameterTable> = {
  -readonly [Key in keyof Table]: ParameterValue<Table[Key]>
}

/** The keys of a table whose change is `live`. */
export type LiveKey<Table extends ParameterTable> = {
  [Key in keyof Table]: Table[Key]['change'] extends 'live' ? Key : never
}[keyof Table] &
  string

/** The defaults of a table, as a fresh object. Vectors are copied. */
export function defaultsOf<Table extends ParameterTable>(table: Table): ParameterValues<Table> {
  const values: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(table)) {
    values[key] = parameter.kind === 'vector' ? [...parameter.default] : parameter.default
  }
  return values as ParameterValues<Table>
}

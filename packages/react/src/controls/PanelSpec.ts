/**
 * What a control panel shows, whichever draws it: parameters of a table in groups, where they start,
 * sets of values under a name, and what a language calls all that.
 */
import {
  BillowError,
  checkValues,
  defaultsOf,
  describeValue,
  type ParameterTable,
  type ParameterValues,
} from '@billow/core'
import { isSameValue } from '../isSameValue.js'

export type ParameterKey<Table extends ParameterTable> = keyof Table & string

/** Sets of values by name, such as those of a material. */
export type PanelPresets<Table extends ParameterTable> = Readonly<
  Record<string, Partial<ParameterValues<Table>>>
>

/** Texts by key of a parameter, group, choice, axis or preset; a missing one is the key itself. */
export interface PanelTexts {
  /** BCP 47 tag. */
  readonly language: string
  readonly labels: Readonly<Record<string, string>>
  readonly groups: Readonly<Record<string, string>>
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly axes: Readonly<Record<string, string>>
  readonly presets: Readonly<Record<string, string>>
  readonly descriptions: Readonly<Record<string, string>>
}

export interface PanelOptions<
  Table extends ParameterTable = ParameterTable,
  Key extends ParameterKey<Table> = ParameterKey<Table>,
> {
  /** Which parameters to show, in this order. Default: all. */
  readonly keys?: readonly Key[] | undefined
  /** Where the controls start; parameters that are not given start at their default. */
  readonly values?: Partial<ParameterValues<Table>> | undefined
  /** Sets of values to choose from by name; `false` for none. */
  readonly presets?: PanelPresets<Table> | false | undefined
}

export interface PanelSpec<
  Table extends ParameterTable = ParameterTable,
  Key extends ParameterKey<Table> = ParameterKey<Table>,
> {
  readonly table: Table
  readonly keys: readonly Key[]
  /** Of every parameter, also of those that are not shown. */
  readonly start: Readonly<ParameterValues<Table>>
  /** None where nothing that they set is shown. */
  readonly presets: PanelPresets<Table>
  readonly texts: PanelTexts
}

/** @throws BillowError for a key that the table has not, or a value that it does not take */
export function panelSpec<Table extends ParameterTable, Key extends ParameterKey<Table>>(
  who: string,
  table: Table,
  { keys = Object.keys(table) as Key[], values = {}, presets = {} }: PanelOptions<Table, Key>,
  texts: PanelTexts,
): PanelSpec<Table, Key> {
  checkKeys(who, 'keys', table, keys)
  checkKeys(who, 'values', table, Object.keys(values))
  const named = presets === false ? {} : presets
  for (const [name, preset] of Object.entries(named)) {
    checkKeys(who, `presets.${name}`, table, Object.keys(preset))
    checkValues(who, table, preset)
  }
  const isOfUse = Object.values(named).some((preset) => keys.some((key) => key in preset))
  return {
    table,
    keys,
    start: { ...defaultsOf(table), ...checkValues(who, table, values) },
    presets: isOfUse ? named : {},
    texts,
  }
}

/** @throws BillowError for a key that the table has not */
export function checkKeys(
  who: string,
  what: string,
  table: ParameterTable,
  keys: readonly string[],
): void {
  const unknown = keys.find((key) => !Object.hasOwn(table, key))
  if (unknown === undefined) return
  throw new BillowError(
    `@billow/react: ${who}: ${what} must be among ${Object.keys(table).join(', ')}, ` +
      `got ${describeValue(unknown)}`,
  )
}

/** The keys of each group, in the order in which groups are first mentioned. */
export function groupKeys<Key extends string>(
  table: Readonly<Record<string, { readonly group: string }>>,
  keys: readonly Key[],
): Map<string, Key[]> {
  const groups = new Map<string, Key[]>()
  for (const key of keys) {
    const { group } = table[key]!
    groups.set(group, [...(groups.get(group) ?? []), key])
  }
  return groups
}

/** The first preset that the values are, or '' where they are none of them. */
export function presetOf(spec: PanelSpec, values: Readonly<Record<string, unknown>>): string {
  const all = { ...spec.start, ...values }
  const found = Object.entries(spec.presets).find(([, preset]) =>
    Object.entries(preset).every(([key, value]) => isSameValue(all[key], value)),
  )
  return found?.[0] ?? ''
}

/**
 * Whether a parameter means anything with these values: where people can choose a solver, only what
 * that one reads is shown.
 */
export function isRead(
  { table, keys }: Pick<PanelSpec, 'table' | 'keys'>,
  key: string,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const { solvers } = table[key]!
  return !solvers || !keys.includes('solver') || solvers.includes(String(values.solver))
}

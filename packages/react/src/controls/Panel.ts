/**
 * The state of a control panel: what it shows, the values there are now, and how they change. It is
 * made by hooks and outlives renders; options that change give another one with the same values.
 */
import {
  BillowError,
  checkValues,
  describeValue,
  type ParameterTable,
  type ParameterValues,
} from '@billow/core'
import { isSameValue } from '../isSameValue.js'
import { checkKeys, type PanelSpec, type ParameterKey, presetOf } from './PanelSpec.js'
import type { Changes, PanelValues } from './PanelValues.js'

/** Every parameter that is shown, and others that were changed, as by a preset. */
export type ValuesOf<Table extends ParameterTable, Key extends ParameterKey<Table>> = Readonly<
  Pick<ParameterValues<Table>, Key> & Partial<ParameterValues<Table>>
>

const WHO = 'ControlPanel'

export class Panel<
  Table extends ParameterTable = ParameterTable,
  Key extends ParameterKey<Table> = ParameterKey<Table>,
> {
  readonly spec: PanelSpec<Table, Key>
  readonly subscribe: PanelValues['subscribe']
  readonly #store: PanelValues
  #seen: Changes | undefined
  #values: ValuesOf<Table, Key> | undefined

  constructor(spec: PanelSpec<Table, Key>, store: PanelValues) {
    this.spec = spec
    this.#store = store
    this.subscribe = store.subscribe
  }

  /** The same object until something changes. */
  get values(): ValuesOf<Table, Key> {
    const { changes } = this.#store
    if (!this.#values || this.#seen !== changes) {
      const { keys, start } = this.spec
      const shown = Object.fromEntries(keys.map((key) => [key, start[key]]))
      this.#values = { ...shown, ...changes } as ValuesOf<Table, Key>
      this.#seen = changes
    }
    return this.#values
  }

  /** Name of the preset that the values are, or '' where they are none of them. */
  get preset(): string {
    return presetOf(this.spec, this.values)
  }

  /**
   * Changes some values, of parameters that are shown or not.
   *
   * @throws BillowError for a wrong value or key, before anything is changed
   */
  set(changes: Partial<ParameterValues<Table>>): void {
    const { table } = this.spec
    checkKeys(WHO, 'set', table, Object.keys(changes))
    this.#replace({ ...this.#store.changes, ...checkValues(WHO, table, changes) })
  }

  /** Gives some parameters, or all, the values back that they started with. */
  reset(keys?: readonly ParameterKey<Table>[]): void {
    const rest = Object.entries(this.#store.changes).filter(([key]) => keys && !keys.includes(key))
    this.#replace(Object.fromEntries(rest))
  }

  /** @throws BillowError for a name that no preset has */
  setPreset(name: string): void {
    const { presets } = this.spec
    if (!Object.hasOwn(presets, name)) {
      throw new BillowError(
        `@billow/react: ${WHO}: setPreset must be one of ${Object.keys(presets).join(', ')}, ` +
          `got ${describeValue(name)}`,
      )
    }
    this.set(presets[name]!)
  }

  #replace(changes: Changes): void {
    const { keys, start } = this.spec
    // What is back at its start and shown anyway has not changed; what is hidden stays said.
    const kept = Object.entries(changes).filter(
      ([key, value]) => !keys.includes(key as Key) || !isSameValue(start[key], value),
    )
    this.#store.replace(Object.fromEntries(kept))
  }
}

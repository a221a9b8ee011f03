'use client'
/** What the panels of leva have in common: groups from a table, presets, a reset, a store of one's own. */
import { button, folder as levaFolder, type useCreateStore, useControls } from 'leva'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { presetTextsFor } from '../controls/presetTexts.js'
import { fieldTextsFor } from '../fields/FieldTexts.js'
import { isSameValue } from '../isSameValue.js'
import type { LevaSchema } from './levaInput.js'
import { type LevaSpec, tableSchema } from './tableSchema.js'
import { useSettled } from './useSettled.js'

export interface LevaOptions {
  /** A store of one's own (`useCreateStore`), so that widgets do not share the global panel. */
  readonly store?: ReturnType<typeof useCreateStore> | undefined
  /** Name of a folder to put everything into, so that two things share a panel. Default: none. */
  readonly folder?: string | undefined
}

export interface TableControls extends LevaSpec {
  /** Sets of values by name. */
  readonly presets: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly presetNames: Readonly<Record<string, string>>
}

type Values = Readonly<Record<string, unknown>>

/** Its input is beside those of the table, none of which has this name. */
const PRESET = 'preset'

const NOTHING: Values = {}

/** @returns the values of the inputs, and of what else a preset has set */
export function useTableControls(spec: TableControls, { store, folder = '' }: LevaOptions): Values {
  const { table, keys, start, presets, presetNames, texts } = spec
  const names = Object.keys(presets)
  // What a preset sets and no input shows.
  const [hidden, setHidden] = useState(NOTHING)
  const latest = useRef({
    choose: (_name: string): void => undefined,
    reset: (): void => undefined,
  })

  const createSchema = (): LevaSchema => {
    const words = presetTextsFor(texts.language)
    const menu = {
      value: match(NOTHING),
      label: words.preset,
      options: {
        [words.own]: '',
        ...Object.fromEntries(names.map((name) => [presetNames[name] ?? name, name])),
      },
      transient: false,
      onChange: (name: string, _path: string, { initial }: { initial: boolean }) => {
        if (!initial && name !== '') latest.current.choose(name)
      },
    }
    const all = {
      ...(names.length > 0 ? { [PRESET]: menu } : {}),
      ...tableSchema(spec, folder),
      [fieldTextsFor(texts.language).resetAll]: button(() => {
        latest.current.reset()
      }),
    } as LevaSchema
    return folder === '' ? all : { [folder]: levaFolder(all) }
  }
  const match = (values: Values): string => {
    const now = { ...start, ...values }
    const found = names.find((name) =>
      Object.entries(presets[name]!).every(([key, value]) => isSameValue(now[key], value)),
    )
    return found ?? ''
  }

  // The schema's keys are known at run time only, so leva cannot infer the type of the values.
  const [controls, set] = useControls(createSchema, store ? { store } : {}, [
    JSON.stringify([keys, keys.map((key) => start[key]), presets, texts, folder]),
  ]) as unknown as [Values, (changes: Values) => void]
  const { [PRESET]: chosen } = controls
  // Without the menu and the button.
  const values: Values = Object.fromEntries(keys.map((key) => [key, controls[key]]))
  const matching = match({ ...hidden, ...values })

  useLayoutEffect(() => {
    const isShown = ([key]: [string, unknown]): boolean => keys.includes(key)
    latest.current = {
      choose: (name) => {
        const all = Object.entries(presets[name]!)
        set(Object.fromEntries(all.filter(isShown)))
        setHidden(Object.fromEntries(all.filter((entry) => !isShown(entry))))
      },
      reset: () => {
        set(Object.fromEntries(keys.map((key) => [key, start[key]])))
        setHidden(NOTHING)
      },
    }
  })

  // The menu says what the values are, whoever has changed them.
  useEffect(() => {
    if (chosen !== undefined && chosen !== matching) set({ [PRESET]: matching })
  }, [chosen, matching, set])

  const costly = keys.filter((key) => {
    const parameter = table[key]!
    return 'change' in parameter && parameter.change === 'rebuild'
  })
  return useSettled({ ...hidden, ...values }, costly)
}

'use client'
/**
 * `<ControlPanel>`: plain HTML to change parameters with, beside the canvas. Inputs are native and made
 * from the table, so keyboards, screen readers and fingers work as everywhere, at any size of text.
 *
 * ```tsx
 * const panel = useClothPanel({ keys: ['density', 'wind'] })
 * <ControlPanel panel={panel} />
 * ```
 */
import type { ParameterTable } from '@billow/core'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { FieldStyle } from '../fields/FieldStyle.js'
import { fieldTextsFor } from '../fields/FieldTexts.js'
import { isSameValue } from '../isSameValue.js'
import type { Panel } from './Panel.js'
import { groupKeys, isRead, type ParameterKey } from './PanelSpec.js'
import { type AnyPanel, PanelField } from './PanelField.js'
import { PresetField } from './PresetField.js'
import { usePanelValues } from './useControlPanel.js'

export interface ControlPanelProps<
  Table extends ParameterTable = ParameterTable,
  Key extends ParameterKey<Table> = ParameterKey<Table>,
> {
  /** What it shows and changes, by `useClothPanel`, `useGrassPanel` or `useControlPanel`. */
  panel: Panel<Table, Key>
  /** A heading, which also names the panel for screen readers. */
  title?: string | undefined
  /** Bring a look along; `false` leaves it to the page. @defaultValue true */
  styled?: boolean | undefined
  className?: string | undefined
}

export function ControlPanel<
  Table extends ParameterTable = ParameterTable,
  Key extends ParameterKey<Table> = ParameterKey<Table>,
>({
  panel: given,
  title,
  styled = true,
  className = '',
}: ControlPanelProps<Table, Key>): ReactNode {
  const panel = given as unknown as AnyPanel
  const { table, keys, texts, presets, start } = panel.spec
  const values = usePanelValues(panel)
  const id = useId()
  const [said, announce] = useState('')
  const fields = useMemo(() => fieldTextsFor(texts.language), [texts.language])
  const isChanged = Object.entries(values).some(([key, value]) => !isSameValue(start[key], value))
  return (
    <section
      className={`billow-fields billow-panel ${className}`}
      lang={texts.language}
      aria-labelledby={title === undefined ? undefined : `${id}-title`}
    >
      {styled ? <FieldStyle /> : null}
      {title === undefined ? null : (
        <p className="billow-fields-title" id={`${id}-title`}>
          {title}
        </p>
      )}
      {Object.keys(presets).length > 0 ? (
        <PresetField panel={panel} chosen={panel.preset} announce={announce} />
      ) : null}
      {[...groupKeys(table, keys)].map(([group, members]) => {
        const read = members.filter((key) => isRead(panel.spec, key, values))
        return read.length === 0 ? null : (
          <fieldset key={group}>
            <legend>{texts.groups[group] ?? group}</legend>
            {read.map((key) => (
              <PanelField
                key={key}
                panel={panel}
                name={key}
                value={values[key]}
                fields={fields}
                announce={announce}
              />
            ))}
          </fieldset>
        )
      })}
      <button
        type="button"
        aria-disabled={!isChanged}
        onClick={() => {
          if (!isChanged) return
          panel.reset()
          announce(fields.wasReset)
        }}
      >
        {fields.resetAll}
      </button>
      <p role="status" className="billow-fields-said">
        {said}
      </p>
    </section>
  )
}

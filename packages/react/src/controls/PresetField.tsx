'use client'
/** A menu of presets, which says when the values are those of none. */
import { type ReactNode, useId } from 'react'
import type { AnyPanel } from './PanelField.js'
import { presetTextsFor } from './presetTexts.js'

export interface PresetFieldProps {
  readonly panel: AnyPanel
  /** '' where the values are those of no preset. */
  readonly chosen: string
  readonly announce: (text: string) => void
}

export function PresetField({ panel, chosen, announce }: PresetFieldProps): ReactNode {
  const id = useId()
  const { presets, texts } = panel.spec
  const { preset, own, isChosen } = presetTextsFor(texts.language)
  const nameOf = (name: string): string => texts.presets[name] ?? name
  return (
    <div className="billow-field billow-panel-preset">
      <label className="billow-field-head" htmlFor={id}>
        {preset}
      </label>
      <div className="billow-field-input">
        <select
          id={id}
          value={chosen}
          onChange={(event) => {
            const { value } = event.target
            if (value === '') return
            panel.setPreset(value)
            announce(isChosen(nameOf(value)))
          }}
        >
          <option value="">{own}</option>
          {Object.keys(presets).map((name) => (
            <option key={name} value={name}>
              {nameOf(name)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

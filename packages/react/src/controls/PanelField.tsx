'use client'
/** One parameter in a panel; it renders only when its own value changes. */
import type { ParameterTable } from '@billow/core'
import { memo, type ReactNode, useId } from 'react'
import { FieldFrame } from '../fields/FieldFrame.js'
import type { FieldTexts } from '../fields/FieldTexts.js'
import { ParameterInput } from '../fields/ParameterInput.js'
import { isSameValue } from '../isSameValue.js'
import type { Panel } from './Panel.js'

/** Any panel, where the table is not known when this is compiled. */
export type AnyPanel = Panel<ParameterTable, string>

export interface PanelFieldProps {
  readonly panel: AnyPanel
  readonly name: string
  readonly value: unknown
  readonly fields: FieldTexts
  readonly announce: (text: string) => void
}

const NO_WORDS = {}

export const PanelField = /* @__PURE__ */ memo(function PanelField({
  panel,
  name,
  value,
  fields,
  announce,
}: PanelFieldProps): ReactNode {
  const id = useId()
  const { table, texts, start } = panel.spec
  const parameter = table[name]!
  const description = texts.descriptions[name]
  return (
    <FieldFrame
      id={id}
      label={texts.labels[name] ?? name}
      isGroup={parameter.kind === 'vector'}
      description={description}
      isDefault={isSameValue(value, start[name])}
      onReset={() => {
        panel.reset([name])
      }}
      texts={fields}
    >
      <ParameterInput
        id={id}
        parameter={parameter}
        value={value}
        onChange={(next) => {
          panel.set({ [name]: next as never })
        }}
        choices={texts.choices[name] ?? NO_WORDS}
        axes={texts.axes}
        isDescribed={description !== undefined}
        onCommit={parameter.change === 'rebuild'}
        texts={fields}
        announce={announce}
      />
    </FieldFrame>
  )
})

'use client'
/** Inputs for all uniforms of a shader, those of one group together, in the order of its table. */
import type { UniformParameter, UniformTable } from '@billow/three/materials'
import type { ReactNode } from 'react'
import type { FieldRules } from '../../fields/NumberField.js'
import type { AnyUniforms } from '../registry.js'
import type { Texts } from '../texts/texts.js'
import { UniformField } from './UniformField.js'

export interface UniformFieldsProps {
  readonly table: UniformTable
  readonly uniforms: AnyUniforms
  /** Some values; what is undefined is to have its default. */
  readonly onChange: (changes: AnyUniforms) => void
  readonly texts: Texts
  readonly announce: FieldRules['announce']
}

export function UniformFields({
  table,
  uniforms,
  onChange,
  texts,
  announce,
}: UniformFieldsProps): ReactNode {
  const groups = new Map<string, [string, UniformParameter][]>()
  for (const entry of Object.entries(table)) {
    const [, { group }] = entry
    groups.set(group, [...(groups.get(group) ?? []), entry])
  }
  return [...groups].map(([group, entries]) => (
    <fieldset key={group}>
      <legend>{texts.groups[group] ?? group}</legend>
      {entries.map(([key, uniform]) => (
        <UniformField
          key={key}
          name={key}
          uniform={uniform}
          value={uniforms[key]}
          onChange={(value) => {
            onChange({ [key]: value })
          }}
          texts={texts}
          announce={announce}
        />
      ))}
    </fieldset>
  ))
}

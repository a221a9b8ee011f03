'use client'
/** The input of one parameter of any table, of the kind that the table says. */
import type { Parameter } from '@billow/core'
import type { ReactNode } from 'react'
import { fieldIds } from './FieldFrame.js'
import { type FieldRules, NumberField } from './NumberField.js'

export interface ParameterInputProps extends FieldRules {
  readonly id: string
  readonly parameter: Parameter
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Words for choices, by the choice. */
  readonly choices: Readonly<Record<string, string>>
  /** Names of components of vectors. */
  readonly axes: Readonly<Record<string, string>>
  readonly isDescribed?: boolean
  /** Wait until a slider is let go and a number is left, as the change is costly. */
  readonly onCommit?: boolean
}

export function ParameterInput({
  id,
  parameter,
  value,
  onChange,
  choices,
  axes,
  isDescribed = false,
  onCommit = false,
  texts,
  announce,
}: ParameterInputProps): ReactNode {
  const ids = fieldIds(id)
  const describedBy = isDescribed ? ids.description : undefined
  const rules = { texts, announce, onCommit }
  switch (parameter.kind) {
    case 'number':
    case 'integer':
      return (
        <NumberField
          id={id}
          labelledBy={ids.label}
          describedBy={describedBy}
          range={parameter}
          integer={parameter.kind === 'integer'}
          value={value as number}
          onChange={onChange}
          {...rules}
        />
      )
    case 'vector': {
      const all = value as readonly number[]
      return parameter.axes.map((axis, n) => (
        <div className="billow-field-axis" key={axis}>
          <label id={`${id}${axis}-label`} htmlFor={`${id}${axis}`}>
            {axes[axis] ?? axis}
          </label>
          <div className="billow-field-input">
            <NumberField
              id={`${id}${axis}`}
              labelledBy={`${id}${axis}-label`}
              describedBy={describedBy}
              range={parameter}
              integer={parameter.integer}
              value={all[n]!}
              onChange={(next) => {
                onChange(all.map((last, m) => (m === n ? next : last)))
              }}
              {...rules}
            />
          </div>
        </div>
      ))
    }
    case 'boolean':
      return (
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-describedby={describedBy}
          checked={value as boolean}
          onChange={(event) => {
            onChange(event.target.checked)
          }}
        />
      )
    case 'choice':
      return (
        <select
          id={id}
          aria-describedby={describedBy}
          value={String(value)}
          onChange={(event) => {
            onChange(parameter.choices.find((choice) => String(choice) === event.target.value))
          }}
        >
          {parameter.choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {choices[String(choice)] ?? String(choice)}
            </option>
          ))}
        </select>
      )
  }
}

'use client'
/** What every field has around its input: a name, what it means on demand, and a way back. */
import { type ReactNode, useState } from 'react'
import type { FieldTexts } from './FieldTexts.js'

export interface FieldFrameProps {
  readonly id: string
  readonly label: string
  /** Several inputs under one name, which have names of their own. */
  readonly isGroup?: boolean
  /** What it means: shown on demand, read out with the input anyway. */
  readonly description?: string | undefined
  readonly isDefault: boolean
  readonly onReset: () => void
  readonly texts: FieldTexts
  readonly children: ReactNode
}

export function FieldFrame({
  id,
  label,
  isGroup = false,
  description,
  isDefault,
  onReset,
  texts,
  children,
}: FieldFrameProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { label: labelId, description: descriptionId } = fieldIds(id)
  const name = isGroup ? (
    <span id={labelId}>{label}</span>
  ) : (
    <label id={labelId} htmlFor={id}>
      {label}
    </label>
  )
  return (
    <div
      className="billow-field"
      {...(isGroup ? { role: 'group', 'aria-labelledby': labelId } : {})}
    >
      <div className="billow-field-head">
        {name}
        {description === undefined ? null : (
          <button
            type="button"
            className="billow-field-explain"
            aria-label={texts.explain(label)}
            title={texts.explain(label)}
            aria-expanded={isOpen}
            aria-controls={descriptionId}
            onClick={() => {
              setOpen(!isOpen)
            }}
          >
            ?
          </button>
        )}
      </div>
      <div className={isGroup ? 'billow-field-axes' : 'billow-field-input'}>{children}</div>
      <button
        type="button"
        className="billow-field-reset"
        aria-label={texts.resetOne(label)}
        title={texts.resetOne(label)}
        // A button that is disabled loses the focus that it has just been pressed with.
        aria-disabled={isDefault}
        onClick={() => {
          if (!isDefault) onReset()
        }}
      >
        ↺
      </button>
      {description === undefined ? null : (
        <p className="billow-field-description" id={descriptionId} hidden={!isOpen}>
          {description}
        </p>
      )}
    </div>
  )
}

/** Of the elements that name and describe the input of a field. */
export const fieldIds = (id: string): { label: string; description: string } => ({
  label: `${id}-label`,
  description: `${id}-description`,
})

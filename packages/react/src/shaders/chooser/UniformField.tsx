'use client'
/** The input of one uniform, of the kind that its table says, with its value and a way back. */
import type { UniformParameter } from '@billow/three/materials'
import { type ReactNode, useId } from 'react'
import { Color, type Texture } from 'three'
import type { Texts } from '../texts/texts.js'
import { Slider } from './Slider.js'
import { TextureField } from './TextureField.js'

export interface UniformFieldProps {
  readonly name: string
  readonly uniform: UniformParameter
  /** Undefined is the default. */
  readonly value: unknown
  /** Undefined gives the default back. */
  readonly onChange: (value: unknown) => void
  readonly texts: Texts
}

export function UniformField(props: UniformFieldProps): ReactNode {
  const { name, uniform, value, onChange, texts } = props
  const id = useId()
  const label = texts.uniforms[name] ?? name
  // Six sides of a cube are nothing that a person picks from a folder.
  if (uniform.kind === 'texture' && uniform.content === 'cube') return null
  const isDefault = value === undefined || value === null
  return (
    <div className="billow-shaders-field" data-uniform={name}>
      {uniform.kind === 'vector' ? null : (
        <label className="billow-shaders-name" htmlFor={id}>
          {label}
        </label>
      )}
      <Input {...props} id={id} label={label} />
      <button
        type="button"
        className="billow-shaders-reset"
        aria-label={texts.ui.resetOne(label)}
        title={texts.ui.resetOne(label)}
        // A button that is disabled loses the focus that it has just been pressed with.
        aria-disabled={isDefault}
        onClick={() => {
          if (!isDefault) onChange(undefined)
        }}
      >
        ↺
      </button>
    </div>
  )
}

function Input({
  id,
  label,
  uniform,
  value,
  onChange,
  texts,
}: UniformFieldProps & { id: string; label: string }): ReactNode {
  switch (uniform.kind) {
    case 'number':
    case 'integer':
      return (
        <Slider
          id={id}
          range={uniform}
          value={(value as number | undefined) ?? uniform.default}
          onChange={onChange}
          language={texts.ui.language}
        />
      )
    case 'vector': {
      const all = (value as readonly number[] | undefined) ?? uniform.default
      return (
        <div className="billow-shaders-axes" role="group" aria-labelledby={id}>
          <span id={id}>{label}</span>
          {uniform.axes.map((axis, n) => (
            <div className="billow-shaders-field" key={axis}>
              <label htmlFor={`${id}${axis}`}>{texts.axes[axis] ?? axis}</label>
              <Slider
                id={`${id}${axis}`}
                range={uniform}
                value={all[n]!}
                onChange={(next) => {
                  onChange(all.map((last, m) => (m === n ? next : last)))
                }}
                language={texts.ui.language}
              />
            </div>
          ))}
        </div>
      )
    }
    case 'boolean':
      return (
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="billow-shaders-wide"
          checked={(value as boolean | undefined) ?? uniform.default}
          onChange={(event) => {
            onChange(event.target.checked)
          }}
        />
      )
    case 'choice':
      return (
        <select
          id={id}
          className="billow-shaders-wide"
          value={String((value as string | undefined) ?? uniform.default)}
          onChange={(event) => {
            onChange(uniform.choices.find((choice) => String(choice) === event.target.value))
          }}
        >
          {uniform.choices.map((choice) => (
            <option key={String(choice)} value={String(choice)}>
              {texts.choices[String(choice)] ?? String(choice)}
            </option>
          ))}
        </select>
      )
    case 'color':
      return (
        <input
          id={id}
          type="color"
          className="billow-shaders-wide"
          value={`#${new Color((value as string | undefined) ?? uniform.default).getHexString()}`}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        />
      )
    case 'texture':
      return (
        <TextureField
          id={id}
          content={uniform.content as 'color' | 'height'}
          texture={(value as Texture | undefined) ?? undefined}
          onChange={onChange}
          texts={texts.ui}
        />
      )
  }
}

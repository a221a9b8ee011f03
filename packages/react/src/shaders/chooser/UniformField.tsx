'use client'
/** The input of one uniform, of the kind that its table says, with its value and a way back. */
import type { UniformParameter } from '@billow/three/materials'
import { type ReactNode, useId } from 'react'
import { Color, type Texture } from 'three'
import { FieldFrame } from '../../fields/FieldFrame.js'
import type { FieldRules } from '../../fields/NumberField.js'
import { ParameterInput } from '../../fields/ParameterInput.js'
import type { Texts } from '../texts/texts.js'
import { TextureField } from './TextureField.js'

export interface UniformFieldProps {
  readonly name: string
  readonly uniform: UniformParameter
  /** Undefined is the default. */
  readonly value: unknown
  /** Undefined gives the default back. */
  readonly onChange: (value: unknown) => void
  readonly texts: Texts
  readonly announce: FieldRules['announce']
}

export function UniformField(props: UniformFieldProps): ReactNode {
  const { name, uniform, value, onChange, texts } = props
  const id = useId()
  // Six sides of a cube are nothing that a person picks from a folder.
  if (uniform.kind === 'texture' && uniform.content === 'cube') return null
  return (
    <FieldFrame
      id={id}
      label={texts.uniforms[name] ?? name}
      isGroup={uniform.kind === 'vector'}
      isDefault={value === undefined || value === null}
      onReset={() => {
        onChange(undefined)
      }}
      texts={texts.fields}
    >
      <Input {...props} id={id} />
    </FieldFrame>
  )
}

function Input({
  id,
  uniform,
  value,
  onChange,
  texts,
  announce,
}: UniformFieldProps & { id: string }): ReactNode {
  switch (uniform.kind) {
    case 'color':
      return (
        <input
          id={id}
          type="color"
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
    default:
      return (
        <ParameterInput
          id={id}
          parameter={uniform}
          value={value ?? uniform.default}
          onChange={onChange}
          choices={texts.choices}
          axes={texts.axes}
          texts={texts.fields}
          announce={announce}
        />
      )
  }
}

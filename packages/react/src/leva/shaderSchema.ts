/** A leva schema from the table of a shader: one folder per group; textures have no input there. */
import type { UniformParameter, UniformTable } from '@billow/three/materials'
import { folder } from 'leva'
import { Color, type ColorRepresentation } from 'three'
import type { AnyUniforms } from '../shaders/registry.js'
import type { Texts } from '../shaders/texts/texts.js'
import { type LevaInput, type LevaSchema, toLevaInput } from './levaInput.js'

/** The uniforms that a panel can have, in the order of the table. */
export function panelKeys(table: UniformTable): string[] {
  return Object.keys(table).filter((key) => table[key]!.kind !== 'texture')
}

/**
 * @param keys which uniforms, in which order; groups keep the order of first mention
 * @param values where the inputs start, if not at their default
 */
export function shaderSchema(
  table: UniformTable,
  keys: readonly string[],
  values: AnyUniforms,
  texts: Texts,
): LevaSchema {
  const groups = new Map<string, Record<string, LevaInput>>()
  for (const key of keys) {
    const uniform = table[key]!
    const group = groups.get(uniform.group) ?? {}
    group[key] = toInput(uniform, values[key], texts.uniforms[key] ?? key, texts)
    groups.set(uniform.group, group)
  }
  return Object.fromEntries(
    [...groups].map(([group, inputs]) => [
      texts.groups[group] ?? group,
      folder(inputs as LevaSchema),
    ]),
  )
}

function toInput(
  uniform: UniformParameter,
  value: unknown,
  label: string,
  texts: Texts,
): LevaInput {
  if (uniform.kind === 'texture') throw new TypeError('leva has no input for textures')
  const start = value ?? uniform.default
  if (uniform.kind !== 'color') return toLevaInput(uniform, start, label, texts.choices)
  return { value: `#${new Color(start as ColorRepresentation).getHexString()}`, label }
}

/** Values for uniforms, checked against their table before any of them is taken. */
import { BillowError, checkValues, describeValue, type ParameterTable } from '@billow/core'
import { Color, type Texture } from 'three'
import type { ColorUniform, TextureUniform, UniformTable } from './UniformTable.js'

/**
 * The values in `given`, checked. Keys set to `undefined` count as absent, as they do for React props.
 *
 * @param who the shader that was meant, as in `shader "bump"`
 * @throws BillowError for the first wrong value or unknown key
 */
export function checkUniforms(
  who: string,
  table: UniformTable,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(table, key)) fail(who, `has no uniform ${key}, only ${listed(table)}`)
  }
  const plain: ParameterTable = Object.fromEntries(
    Object.entries(table).filter(([, { kind }]) => kind !== 'color' && kind !== 'texture'),
  ) as ParameterTable
  const values: Record<string, unknown> = checkValues(who, plain, given)
  for (const [key, uniform] of Object.entries(table)) {
    const value = given[key]
    if (value === undefined) continue
    if (uniform.kind === 'color') values[key] = checkColor(who, key, uniform, value)
    if (uniform.kind === 'texture') values[key] = checkTexture(who, key, uniform, value)
  }
  return values
}

function checkColor(who: string, key: string, uniform: ColorUniform, value: unknown): unknown {
  const isColor =
    (value instanceof Color && [value.r, value.g, value.b].every(Number.isFinite)) ||
    (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) ||
    (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffffff)
  if (isColor) return value
  const expected = `a colour such as '${uniform.default}', 0xffffff or a THREE.Color`
  return fail(who, `${key} must be ${expected}, got ${describeValue(value)}`)
}

function checkTexture(who: string, key: string, { content }: TextureUniform, value: unknown) {
  if (value === null) return value
  const { isTexture, isCubeTexture = false } = (value ?? {}) as Texture & {
    isCubeTexture?: boolean
  }
  if (isTexture && isCubeTexture === (content === 'cube')) return value
  const expected = content === 'cube' ? 'a THREE.CubeTexture' : 'a THREE.Texture that is no cube'
  return fail(
    who,
    `${key} must be ${expected}, or null for the default, got ${describeValue(value)}`,
  )
}

function listed(table: UniformTable): string {
  return Object.keys(table).join(', ') || 'none at all'
}

function fail(who: string, what: string): never {
  throw new BillowError(`@billow/three: ${who}: ${what}`)
}

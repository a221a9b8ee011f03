/**
 * Shaders to choose from, by id: the built-in ones, those of an application, or both.
 *
 * ```ts
 * const mine = { ...shaders, velvet } // velvet is a ShaderDescriptor
 * ```
 *
 * Values of uniforms are one object for the whole registry, in which a name means the same in every
 * shader: who has changed `ka` of one shader finds it changed in the next.
 */
import { BillowError, describeValue } from '@billow/core'
import type {
  ShaderDescriptor,
  Shaders,
  UniformParameter,
  UniformTable,
  UniformValue,
} from '@billow/three/materials'

export type ShaderRegistry = Readonly<Record<string, ShaderDescriptor>>

export type ShaderIdOf<Registry extends ShaderRegistry = Shaders> = keyof Registry & string

type TableOf<Registry extends ShaderRegistry, Id extends keyof Registry> = Registry[Id]['uniforms']

/** Distributes over the shaders: keys that any of them has. */
type KeyOf<Registry extends ShaderRegistry, Id extends keyof Registry> = Id extends keyof Registry
  ? keyof TableOf<Registry, Id> & string
  : never

type ValueOf<
  Registry extends ShaderRegistry,
  Id extends keyof Registry,
  Key extends string,
> = Id extends keyof Registry
  ? Key extends keyof TableOf<Registry, Id>
    ? UniformValue<Extract<TableOf<Registry, Id>[Key], UniformParameter>>
    : never
  : never

/** Values of uniforms that are not at their default. */
export type UniformsOf<Registry extends ShaderRegistry = Shaders> = {
  readonly [Key in KeyOf<Registry, keyof Registry>]?:
    ValueOf<Registry, keyof Registry, Key> | undefined
}

/** The same without types, for what works with any registry. */
export type AnyUniforms = Readonly<Record<string, unknown>>

/** @throws BillowError for an id that the registry does not have */
export function findShader(who: string, shaders: ShaderRegistry, id: string): ShaderDescriptor {
  if (Object.hasOwn(shaders, id)) return shaders[id]!
  const known = Object.keys(shaders).map((name) => `"${name}"`)
  throw new BillowError(
    `@billow/react: ${who}: value must be one of ${known.join(', ')}, or another shader has to be ` +
      `in the prop shaders; got ${describeValue(id)}`,
  )
}

/** @throws BillowError for a registry without shaders */
export function firstShader<Registry extends ShaderRegistry>(
  shaders: Registry,
): ShaderIdOf<Registry> {
  const [id] = Object.keys(shaders) as ShaderIdOf<Registry>[]
  if (id !== undefined) return id
  throw new BillowError('@billow/react: shaders must hold at least one shader, got none')
}

/**
 * The values that concern one shader.
 *
 * @throws BillowError for a name that no shader of the registry has
 */
export function uniformsFor(
  who: string,
  shaders: ShaderRegistry,
  table: UniformTable,
  uniforms: AnyUniforms,
): Record<string, unknown> {
  const own: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(uniforms)) {
    if (value === undefined) continue
    if (Object.hasOwn(table, key)) own[key] = value
    else if (!Object.values(shaders).some((shader) => Object.hasOwn(shader.uniforms, key))) {
      throw new BillowError(
        `@billow/react: ${who}: no shader has a uniform ${key}; this one has ` +
          (Object.keys(table).join(', ') || 'none'),
      )
    }
  }
  return own
}

/**
 * What a language has to say about shaders. Texts are apart from the shaders, so that nobody pays for
 * a language that is not shown. A uniform has the same label in every shader; a missing text does not
 * compile.
 */
import type { ShaderId, Shaders } from '../materials/shaders/shaders.js'
import type { UniformTable } from '../materials/UniformTable.js'

type TableOf<Id extends ShaderId> = Shaders[Id]['uniforms']
/** Distributes over the shaders: keys that any of them has. */
type KeyOf<Id extends ShaderId> = Id extends ShaderId ? keyof TableOf<Id> & string : never
type UniformOf<Id extends ShaderId> = Id extends ShaderId ? TableOf<Id>[keyof TableOf<Id>] : never
type AnyUniform = Extract<UniformOf<ShaderId>, UniformTable[string]>

type ChoiceOf<Uniform> = Uniform extends { choices: readonly (infer Word)[] }
  ? Word & string
  : never

export type UniformKey = KeyOf<ShaderId>
export type UniformGroup = AnyUniform['group']

export interface ShaderTexts {
  /** BCP 47 tag. */
  readonly language: string
  readonly shaders: Readonly<
    Record<ShaderId, { readonly label: string; readonly description: string }>
  >
  readonly groups: Readonly<Record<UniformGroup, string>>
  readonly uniforms: Readonly<Record<UniformKey, string>>
  /** Words of choices, the same in every uniform. */
  readonly choices: Readonly<Record<ChoiceOf<AnyUniform>, string>>
  readonly axes: Readonly<Record<AxisOf<AnyUniform>, string>>
}

type AxisOf<Uniform> = Uniform extends { axes: readonly (infer Axis)[] } ? Axis & string : never

/**
 * The adjustable quantities of a shader, in the form of Billow's parameter tables, with two kinds
 * more: colours and textures. A key is the name of the uniform in GLSL. All changes are `live`: a
 * value is written into the uniform, and nothing is compiled.
 *
 *     kind      in GLSL                        what a program passes
 *     number    float                          number
 *     integer   int                            whole number
 *     boolean   bool                           true, false
 *     choice    int, the place in `choices`    one of the words
 *     vector    vec2, vec3, vec4               [x, y, …]
 *     color     vec3, linear                   '#rrggbb', 0xrrggbb or a THREE.Color
 *     texture   sampler2D, samplerCube         THREE.Texture, null for the default
 */
import type { Parameter, ParameterValue } from '@billow/core'
import type { Color, CubeTexture, Texture } from 'three'
import type { TextureName } from './textures/defaultTexture.js'

interface Common {
  /** Panels show uniforms of one group together. */
  readonly group: string
  readonly change: 'live'
}

export interface ColorUniform extends Common {
  readonly kind: 'color'
  /** sRGB, `#rrggbb`. */
  readonly default: `#${string}`
}

export interface TextureUniform extends Common {
  readonly kind: 'texture'
  /** Made in code when it is first needed. */
  readonly default: TextureName
  /** What the numbers in it are: a picture, heights in the red channel, or the six sides of a cube. */
  readonly content: 'color' | 'height' | 'cube'
}

export type UniformParameter = Parameter | ColorUniform | TextureUniform

export type UniformTable = Readonly<Record<string, UniformParameter>>

export type UniformValue<Uniform extends UniformParameter> = Uniform extends ColorUniform
  ? string | number | Color
  : Uniform extends TextureUniform
    ? Texture | CubeTexture | null
    : Uniform extends Parameter
      ? Readonly<ParameterValue<Uniform>>
      : never

/** A value for every key of a table. */
export type UniformValues<Table extends UniformTable> = {
  -readonly [Key in keyof Table]: UniformValue<Table[Key]>
}

/** The defaults of a table, as a fresh object: colours as text, textures as null. */
export function uniformDefaults<Table extends UniformTable>(table: Table): UniformValues<Table> {
  const values: Record<string, unknown> = {}
  for (const [key, uniform] of Object.entries(table)) {
    if (uniform.kind === 'texture') values[key] = null
    else values[key] = uniform.kind === 'vector' ? [...uniform.default] : uniform.default
  }
  return values as UniformValues<Table>
}

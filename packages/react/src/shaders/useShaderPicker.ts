'use client'
/**
 * One choice of a shader for the mesh that wears it, the chooser and the editor:
 *
 * ```tsx
 * const picker = useShaderPicker({ defaultValue: 'blinn-phong' })
 * return (
 *   <>
 *     <Canvas><Cloth><ShaderMaterialPicker {...picker} /></Cloth></Canvas>
 *     <ShaderChooser {...picker} lang="de" />
 *   </>
 * )
 * ```
 */
import { type ShaderDescriptor, type Shaders, shaders as builtIn } from '@billow/three/materials'
import { useMemo, useState } from 'react'
import {
  findShader,
  firstShader,
  type ShaderIdOf,
  type ShaderRegistry,
  type UniformsOf,
} from './registry.js'

export interface ShaderPickerOptions<Registry extends ShaderRegistry = Shaders> {
  /** Shaders to choose from, by id. Default: all of `@billow/three/materials`. */
  readonly shaders?: Registry | undefined
  /** Default: the first of the registry. */
  readonly defaultValue?: NoInfer<ShaderIdOf<Registry>> | undefined
  /** Values at first, where they are not at their default. */
  readonly defaultUniforms?: NoInfer<UniformsOf<Registry>> | undefined
}

/** To be spread on `<ShaderMaterialPicker>`, `<ShaderChooser>` and `<ShaderEditor>`. */
export interface ShaderPickerState<Registry extends ShaderRegistry = Shaders> {
  readonly shaders: Registry
  readonly value: ShaderIdOf<Registry>
  readonly onValueChange: (value: ShaderIdOf<Registry>) => void
  readonly uniforms: UniformsOf<Registry>
  readonly onUniformsChange: (uniforms: UniformsOf<Registry>) => void
  /** Puts a descriptor into the registry, in the place of the one with its id. */
  readonly onShaderChange: (shader: ShaderDescriptor) => void
}

/** @throws BillowError for an unknown shader */
export function useShaderPicker<const Registry extends ShaderRegistry = Shaders>({
  shaders: given = builtIn as unknown as Registry,
  defaultValue = firstShader(given),
  defaultUniforms = {},
}: ShaderPickerOptions<Registry> = {}): ShaderPickerState<Registry> {
  const [edited, setEdited] = useState<ShaderRegistry>({})
  const [value, onValueChange] = useState(defaultValue)
  const [uniforms, onUniformsChange] = useState(defaultUniforms)
  const shaders = useMemo(() => ({ ...given, ...edited }), [given, edited])
  findShader('useShaderPicker', shaders, value)
  return useMemo(
    () => ({
      shaders,
      value,
      onValueChange,
      uniforms,
      onUniformsChange,
      onShaderChange(shader) {
        setEdited((last) => ({ ...last, [shader.id]: shader }))
      },
    }),
    [shaders, value, uniforms],
  )
}

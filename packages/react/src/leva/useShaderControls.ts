'use client'
/**
 * A leva panel to choose a shader and its uniforms with, derived from the tables:
 *
 * ```tsx
 * const controls = useShaderControls({ value: 'bump' })
 * return <Canvas><Cloth><ShaderMaterialPicker {...controls} /></Cloth></Canvas>
 * ```
 */
import { type Shaders, shaders as builtIn } from '@billow/three/materials'
import { type useCreateStore, useControls } from 'leva'
import { useMemo } from 'react'
import {
  findShader,
  firstShader,
  type ShaderIdOf,
  type ShaderRegistry,
  type UniformsOf,
} from '../shaders/registry.js'
import { type ShaderLabels, textsFor } from '../shaders/texts/texts.js'
import { panelKeys, shaderSchema } from './shaderSchema.js'

type Store = ReturnType<typeof useCreateStore>

export interface ShaderControlsOptions<Registry extends ShaderRegistry = Shaders> {
  /** Shaders to choose from, by id. Default: all of `@billow/three/materials`. */
  readonly shaders?: Registry | undefined
  /** Which is shown at first. Default: the first of the registry. */
  readonly value?: NoInfer<ShaderIdOf<Registry>> | undefined
  /** Where the inputs start, if not at their default. */
  readonly uniforms?: NoInfer<UniformsOf<Registry>> | undefined
  /** BCP 47 tag: German, or else English. Default `en`. */
  readonly lang?: string | undefined
  /** Texts for shaders and uniforms of the application's own. */
  readonly labels?: ShaderLabels | undefined
  /** A store of one's own (`useCreateStore`), so that widgets do not share the global panel. */
  readonly store?: Store | undefined
}

/** To be spread on `<ShaderMaterialPicker>`. */
export interface ShaderControls<Registry extends ShaderRegistry = Shaders> {
  readonly shaders: Registry
  readonly value: ShaderIdOf<Registry>
  readonly uniforms: UniformsOf<Registry>
}

/** @throws BillowError for an unknown shader */
export function useShaderControls<const Registry extends ShaderRegistry = Shaders>({
  shaders = builtIn as unknown as Registry,
  value = firstShader(shaders),
  uniforms,
  lang = 'en',
  labels,
  store,
}: ShaderControlsOptions<Registry> = {}): ShaderControls<Registry> {
  findShader('useShaderControls', shaders, value)
  const texts = useMemo(() => textsFor(lang, labels), [lang, labels])
  const settings = store ? { store } : {}
  const options = Object.fromEntries(
    Object.keys(shaders).map((id) => [texts.shaders[id]?.label ?? id, id]),
  )
  const language = texts.ui.language
  const first: string = value
  const [{ shader: id }] = useControls(
    () => ({ shader: { value: first, options, label: texts.ui.shader } }),
    settings,
    [language, JSON.stringify(options)],
  ) as unknown as [{ shader: ShaderIdOf<Registry> }]
  const table = findShader('useShaderControls', shaders, id).uniforms
  const keys = panelKeys(table)
  // The schema's keys are known at run time only, so leva cannot infer the type of the values.
  const [controls] = useControls(() => shaderSchema(table, keys, uniforms ?? {}, texts), settings, [
    language,
    id,
    keys.join(),
  ]) as unknown as [Readonly<Record<string, unknown>>]
  const textures = Object.fromEntries(
    Object.entries(uniforms ?? {}).filter(([key]) => table[key]?.kind === 'texture'),
  )
  return { shaders, value: id, uniforms: { ...textures, ...controls } as UniformsOf<Registry> }
}

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
import { useControls } from 'leva'
import { useMemo } from 'react'
import {
  type AnyUniforms,
  findShader,
  firstShader,
  type ShaderIdOf,
  type ShaderRegistry,
  type UniformsOf,
} from '../shaders/registry.js'
import { type ShaderLabels, textsFor } from '../shaders/texts/texts.js'
import { hasInput } from './levaInput.js'
import { type LevaOptions, useTableControls } from './useTableControls.js'

export interface ShaderControlsOptions<Registry extends ShaderRegistry = Shaders> extends Pick<
  LevaOptions,
  'store'
> {
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
}

/** To be spread on `<ShaderMaterialPicker>`. */
export interface ShaderControls<Registry extends ShaderRegistry = Shaders> {
  readonly shaders: Registry
  readonly value: ShaderIdOf<Registry>
  readonly uniforms: UniformsOf<Registry>
}

const NONE = {}

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
  const { language } = texts.ui
  const given: AnyUniforms = uniforms ?? NONE
  const first: string = value
  const [{ shader: id }] = useControls(
    () => ({ shader: { value: first, options, label: texts.ui.shader } }),
    settings,
    [language, JSON.stringify(options)],
  ) as unknown as [{ shader: ShaderIdOf<Registry> }]
  const table = findShader('useShaderControls', shaders, id).uniforms
  const keys = Object.keys(table).filter((key) => hasInput(table[key]!))
  const start = Object.fromEntries(
    keys.map((key) => [key, given[key] ?? (table[key] as { readonly default: unknown }).default]),
  )
  const controls = useTableControls(
    {
      ...{ table, keys, start, presets: NONE, presetNames: NONE },
      texts: {
        language,
        labels: texts.uniforms,
        groups: texts.groups,
        choices: Object.fromEntries(keys.map((key) => [key, texts.choices])),
        axes: texts.axes,
        descriptions: NONE,
      },
    },
    { store },
  )
  const textures = Object.fromEntries(
    Object.entries(given).filter(([key]) => table[key]?.kind === 'texture'),
  )
  return { shaders, value: id, uniforms: { ...textures, ...controls } as UniformsOf<Registry> }
}

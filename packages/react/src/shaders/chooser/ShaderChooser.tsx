'use client'
/**
 * `<ShaderChooser>`: plain HTML to choose a shader and its uniforms with, beside the canvas. Shaders are
 * radio buttons with small pictures, uniforms are native inputs made from the table, so keyboards,
 * screen readers and fingers work as everywhere.
 *
 * ```tsx
 * const picker = useShaderPicker()
 * <ShaderChooser {...picker} lang="de" />
 * ```
 */
import { type Shaders, shaders as builtIn } from '@billow/three/materials'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { Texture } from 'three'
import { FieldStyle } from '../../fields/FieldStyle.js'
import { useControlled } from '../../useControlled.js'
import {
  type AnyUniforms,
  findShader,
  firstShader,
  type ShaderIdOf,
  type ShaderRegistry,
  type UniformsOf,
  uniformsFor,
} from '../registry.js'
import { merged, type ShaderChoiceProps } from '../ShaderMaterialPicker.js'
import { type ShaderLabels, textsFor } from '../texts/texts.js'
import { chooserStyle } from './chooserStyle.js'
import { Preview } from './Preview.js'
import { releasePreviews, type ShaderPreviews, takePreviews } from './ShaderPreviews.js'
import { UniformFields } from './UniformFields.js'

export interface ShaderChooserProps<
  Registry extends ShaderRegistry = Shaders,
> extends ShaderChoiceProps<Registry> {
  /** BCP 47 tag: German, or else English. @defaultValue 'en' */
  lang?: string | undefined
  /** Texts for shaders and uniforms of the application's own; a missing one is the id itself. */
  labels?: ShaderLabels | undefined
  /** Small pictures of the shaders, which take one WebGL context. @defaultValue true */
  previews?: boolean | undefined
  /** Bring a look along; `false` leaves it to the page. @defaultValue true */
  styled?: boolean | undefined
  className?: string | undefined
}

const WHO = 'ShaderChooser'
const NO_UNIFORMS: AnyUniforms = {}

/** @throws BillowError for an unknown shader or uniform */
export function ShaderChooser<const Registry extends ShaderRegistry = Shaders>({
  shaders = builtIn as unknown as Registry,
  value,
  defaultValue = firstShader(shaders),
  onValueChange,
  uniforms,
  defaultUniforms = NO_UNIFORMS as UniformsOf<Registry>,
  onUniformsChange,
  lang = 'en',
  labels,
  previews: hasPreviews = true,
  styled = true,
  className = '',
}: ShaderChooserProps<Registry>): ReactNode {
  const [id, setId] = useControlled(value, defaultValue, onValueChange)
  const [values, setValues] = useControlled(uniforms, defaultUniforms, onUniformsChange)
  const shader = findShader(WHO, shaders, id)
  const own = useOwnUniforms(shaders, values)
  const texts = useMemo(() => textsFor(lang, labels), [lang, labels])
  const previews = usePreviews(hasPreviews)
  const name = useId()
  const { keep, freeUnused } = useTextures()
  const [said, announce] = useState('')

  const change = (changes: AnyUniforms): void => {
    Object.values(changes).forEach(keep)
    const next = merged(values, changes as UniformsOf<Registry>)
    setValues(next)
    freeUnused(next)
  }
  const isChanged = Object.keys(own[id]!).length > 0
  const ids = Object.keys(shaders) as ShaderIdOf<Registry>[]
  const description = texts.shaders[id]?.description
  return (
    <section className={`billow-fields billow-shaders ${className}`} lang={texts.ui.language}>
      {styled ? (
        <>
          <FieldStyle />
          <style href="billow-shaders" precedence="low">
            {chooserStyle}
          </style>
        </>
      ) : null}
      {ids.length > 1 ? (
        <fieldset role="radiogroup" aria-describedby={`${name}-description`}>
          <legend>{texts.ui.shader}</legend>
          <div className="billow-shaders-options">
            {ids.map((each) => (
              <label className="billow-shaders-option" key={each}>
                <input
                  type="radio"
                  name={name}
                  value={each}
                  checked={each === id}
                  onChange={() => {
                    setId(each)
                  }}
                />
                {hasPreviews ? (
                  <Preview previews={previews} shader={shaders[each]!} uniforms={own[each]!} />
                ) : null}
                <span>{texts.shaders[each]?.label ?? each}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <p className="billow-shaders-description" id={`${name}-description`}>
        {description}
      </p>
      <UniformFields
        key={id}
        table={shader.uniforms}
        uniforms={own[id]!}
        onChange={change}
        texts={texts}
        announce={announce}
      />
      {Object.keys(shader.uniforms).length > 0 ? (
        <button
          type="button"
          aria-disabled={!isChanged}
          onClick={() => {
            const all = Object.keys(shader.uniforms).map((key) => [key, undefined])
            if (!isChanged) return
            change(Object.fromEntries(all) as AnyUniforms)
            announce(texts.fields.wasReset)
          }}
        >
          {texts.fields.resetAll}
        </button>
      ) : null}
      <p role="status" className="billow-fields-said">
        {said}
      </p>
    </section>
  )
}

/** The values of each shader; the same object as long as none of them changes. */
function useOwnUniforms(
  shaders: ShaderRegistry,
  values: AnyUniforms,
): Readonly<Record<string, AnyUniforms>> {
  const [cache] = useState(() => new Map<string, AnyUniforms>())
  return useMemo(() => {
    const all: Record<string, AnyUniforms> = {}
    for (const [id, { uniforms }] of Object.entries(shaders)) {
      const next = uniformsFor(WHO, shaders, uniforms, values)
      const last = cache.get(id)
      const isSame =
        last !== undefined &&
        Object.keys(last).length === Object.keys(next).length &&
        Object.entries(next).every(([key, value]) => Object.is(last[key], value))
      all[id] = isSame ? last : next
      cache.set(id, all[id])
    }
    return all
  }, [shaders, values, cache])
}

function usePreviews(isWanted: boolean): ShaderPreviews | undefined {
  const [previews, setPreviews] = useState<ShaderPreviews>()
  useEffect(() => {
    if (!isWanted) return undefined
    setPreviews(takePreviews())
    return () => {
      setPreviews(undefined)
      releasePreviews()
    }
  }, [isWanted])
  return previews
}

/** Textures that were made here are freed here; three.js loads one again that is still in use. */
function useTextures() {
  const [textures] = useState(() => new Set<unknown>())
  useEffect(
    () => () => {
      for (const texture of textures) (texture as Texture).dispose()
    },
    [textures],
  )
  return {
    keep: (value: unknown) => {
      if (value instanceof Texture) textures.add(value)
    },
    freeUnused: (values: AnyUniforms) => {
      const used = new Set(Object.values(values))
      for (const texture of textures) {
        if (used.has(texture)) continue
        ;(texture as Texture).dispose()
        textures.delete(texture)
      }
    },
  }
}

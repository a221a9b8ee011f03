'use client'
/**
 * `<ShaderEditor>`: the GLSL of the shader that is chosen, to be read, copied and rewritten. What is
 * written is compiled for trial when the typing pauses; only what compiles is handed on, so the last
 * version without errors goes on as long as there are any.
 *
 * ```tsx
 * const picker = useShaderPicker({ defaultValue: 'custom' })
 * <ShaderEditor {...picker} lang="de" />
 * ```
 */
import type { ShaderDescriptor, Shaders } from '@billow/three/materials'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  releasePreviews,
  type ShaderPreviews,
  takePreviews,
} from '../shaders/chooser/ShaderPreviews.js'
import { findShader, type ShaderIdOf, type ShaderRegistry } from '../shaders/registry.js'
import { type ShaderLabels, textsFor } from '../shaders/texts/texts.js'
import { compileShader, type ShaderPart, type ShaderProblem } from './compileShader.js'
import { editorStyle } from './editorStyle.js'
import { type EditorTexts, editorTextsFor } from './EditorTexts.js'
import { SourceField } from './SourceField.js'

export interface ShaderEditorProps<Registry extends ShaderRegistry = Shaders> {
  /** Shaders to choose from, by id. */
  shaders: Registry
  /** Id of the shader that is shown. */
  value: ShaderIdOf<Registry>
  /** Gets the id of the copy that somebody makes. */
  onValueChange: (value: ShaderIdOf<Registry>) => void
  /** Gets a version that compiles, with the id `customId`. */
  onShaderChange: (shader: ShaderDescriptor) => void
  /**
   * Id of the shader that can be written; the others are to be read and copied, or read alone where the
   * registry has none with this id. @defaultValue 'custom'
   */
  customId?: ShaderIdOf<Registry> | undefined
  /** How long a pause in typing is, ms. @defaultValue 400 */
  delay?: number | undefined
  /** BCP 47 tag: German, or else English. @defaultValue 'en' */
  lang?: string | undefined
  /** Texts for shaders of the application's own; a missing one is the id itself. */
  labels?: ShaderLabels | undefined
  /** Bring a look along; `false` leaves it to the page. @defaultValue true */
  styled?: boolean | undefined
  className?: string | undefined
}

const PARTS = ['vertex', 'fragment'] as const

type Draft = Readonly<Record<ShaderPart, string>>

const draftOf = (shader: ShaderDescriptor): Draft => ({
  vertex: shader.vertexShader,
  fragment: shader.fragmentShader,
})

export function ShaderEditor<const Registry extends ShaderRegistry = Shaders>({
  shaders,
  value,
  onValueChange,
  onShaderChange,
  customId: givenId,
  delay = 400,
  lang = 'en',
  labels,
  styled = true,
  className = '',
}: ShaderEditorProps<Registry>): ReactNode {
  const shader = findShader('ShaderEditor', shaders, value)
  const texts = editorTextsFor(lang)
  const name = textsFor(lang, labels).shaders[value]?.label ?? value
  const customId = (Object.keys(shaders) as ShaderIdOf<Registry>[]).find(
    (id) => id === (givenId ?? 'custom'),
  )
  const isOwn = value === customId
  const [original] = useState<ShaderDescriptor | undefined>(() => customId && shaders[customId])
  // Counts the versions that come from elsewhere than from this field.
  const [version, setVersion] = useState(0)

  const copy = (): void => {
    if (customId === undefined) return
    onShaderChange({ ...shader, id: customId, displacement: shader.displacement ?? {} })
    onValueChange(customId)
    setVersion(version + 1)
  }
  return (
    <section className={`billow-editor ${className}`} lang={texts.language}>
      {styled ? (
        <style href="billow-editor" precedence="low">
          {editorStyle}
        </style>
      ) : null}
      <h2>{texts.title(name)}</h2>
      <Sources
        key={`${value} ${version}`}
        shader={shader}
        isOwn={isOwn}
        delay={delay}
        texts={texts}
        onShaderChange={onShaderChange}
      >
        {isOwn ? (
          original ? (
            <button
              type="button"
              onClick={() => {
                onShaderChange(original)
                setVersion(version + 1)
              }}
            >
              {texts.startOver}
            </button>
          ) : null
        ) : customId === undefined ? null : (
          <button type="button" onClick={copy}>
            {texts.copy}
          </button>
        )}
      </Sources>
    </section>
  )
}

interface SourcesProps {
  readonly shader: ShaderDescriptor
  readonly isOwn: boolean
  readonly delay: number
  readonly texts: EditorTexts
  readonly onShaderChange: (shader: ShaderDescriptor) => void
  readonly children: ReactNode
}

function Sources({
  shader,
  isOwn,
  delay,
  texts,
  onShaderChange,
  children,
}: SourcesProps): ReactNode {
  const [part, setPart] = useState<ShaderPart>('fragment')
  const [line, setLine] = useState<number>()
  const [draft, setDraft] = useState(() => draftOf(shader))
  const [problems, setProblems] = useState<readonly ShaderProblem[]>([])
  const [isWaiting, setWaiting] = useState(false)
  const previews = useCompiler(isOwn)
  const field = useRef<{ goTo(line: number): void }>(null)
  const latest = useRef({ shader, texts, onShaderChange })
  useEffect(() => {
    latest.current = { shader, texts, onShaderChange }
  })

  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => {
      const { shader: last, texts: words, onShaderChange: accept } = latest.current
      const next = { ...last, vertexShader: draft.vertex, fragmentShader: draft.fragment }
      const found = compileShader(next, previews.current, words)
      setProblems(found)
      setWaiting(false)
      if (found.length === 0) accept(next)
    }, delay)
    return () => {
      clearTimeout(timer)
    }
  }, [draft, isWaiting, delay, previews])

  const here = problems.filter((problem) => problem.part === part)
  return (
    <>
      <div className="billow-editor-bar">
        {PARTS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === part}
            onClick={() => {
              setLine(undefined)
              setPart(each)
            }}
          >
            {texts[each]}
          </button>
        ))}
        {children}
      </div>
      <SourceField
        key={part}
        ref={field}
        text={draft[part]}
        label={texts[part]}
        readOnly={!isOwn}
        line={line}
        problems={here}
        onChange={(text) => {
          setDraft((last) => ({ ...last, [part]: text }))
          setWaiting(true)
        }}
      />
      <p className="billow-editor-state" role="status">
        {stateOf(isOwn, isWaiting, problems.length, texts)}
      </p>
      <ul className="billow-editor-messages">
        {problems.map((problem, n) => (
          <li key={n}>
            <button
              type="button"
              onClick={() => {
                setLine(problem.line)
                if (problem.part !== part) setPart(problem.part)
                else field.current?.goTo(problem.line ?? 1)
              }}
            >
              <strong>{texts.place(texts[problem.part], problem.line)}:</strong> {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function stateOf(isOwn: boolean, isWaiting: boolean, problems: number, texts: EditorTexts): string {
  if (!isOwn) return texts.readOnly
  if (isWaiting) return texts.waiting
  return problems > 0 ? texts.failed(problems) : texts.compiled
}

function useCompiler(isWanted: boolean) {
  const previews = useRef<ShaderPreviews>(undefined)
  useEffect(() => {
    if (!isWanted) return undefined
    previews.current = takePreviews()
    return () => {
      previews.current = undefined
      releasePreviews()
    }
  }, [isWanted])
  return previews
}

'use client'
/** A field for one source: CodeMirror as soon as it is there, a plain one until then and without it. */
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { SourceProblem } from './checkSource.js'
import type { SourceView } from './sourceView.js'

export interface SourceFieldProps {
  /** Where it starts: a field with another key starts anew. */
  readonly text: string
  readonly label: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
  readonly problems: readonly SourceProblem[]
  /** Line, from 1, to show at first. */
  readonly line: number | undefined
  readonly ref?: Ref<{ goTo(line: number): void }>
}

export function SourceField({
  text,
  label,
  readOnly,
  onChange,
  problems,
  line,
  ref,
}: SourceFieldProps): ReactNode {
  const parent = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<SourceView>()
  const latest = useRef({ text, onChange })
  useEffect(() => {
    latest.current.onChange = onChange
  })

  useEffect(() => {
    let isGone = false
    let created: SourceView | undefined
    import('./sourceView.js')
      .then(({ createSourceView }) => {
        if (isGone) return
        created = createSourceView({
          parent: parent.current!,
          text: latest.current.text,
          label,
          readOnly,
          onChange(next) {
            latest.current.text = next
            latest.current.onChange(next)
          },
        })
        setView(created)
      })
      // Without it the plain field stays, which does as well.
      .catch((error: unknown) => {
        console.warn('@billow/react: ShaderEditor: CodeMirror could not be loaded', error)
      })
    return () => {
      isGone = true
      created?.destroy()
      setView(undefined)
    }
  }, [label, readOnly])

  useEffect(() => {
    view?.setProblems(problems)
  }, [view, problems])
  useEffect(() => {
    if (line !== undefined) view?.goTo(line)
  }, [view, line])
  useImperativeHandle(
    ref,
    () => ({
      goTo(wanted) {
        if (view) view.goTo(wanted)
        else plain.current?.focus()
      },
    }),
    [view],
  )

  return (
    <div className="billow-editor-source">
      <div ref={parent} />
      {view ? null : (
        <textarea
          ref={plain}
          aria-label={label}
          spellCheck={false}
          readOnly={readOnly}
          defaultValue={text}
          onChange={(event) => {
            latest.current.text = event.target.value
            onChange(event.target.value)
          }}
        />
      )}
    </div>
  )
}

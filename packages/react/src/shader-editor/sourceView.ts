/** A CodeMirror view of GLSL. It is loaded when an editor is shown, and not before. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { shader } from '@codemirror/legacy-modes/mode/clike'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { SourceProblem } from './checkSource.js'

export interface SourceViewOptions {
  readonly parent: HTMLElement
  readonly text: string
  /** For those who do not see it. */
  readonly label: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
}

export interface SourceView {
  setProblems(problems: readonly SourceProblem[]): void
  /** Puts the cursor into a line, from 1, and shows it. */
  goTo(line: number): void
  destroy(): void
}

export function createSourceView({
  parent,
  text,
  label,
  readOnly,
  onChange,
}: SourceViewOptions): SourceView {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        StreamLanguage.define(shader),
        syntaxHighlighting(colors),
        lintGutter(),
        // The tab key goes on to what comes after the editor, as everywhere in the page.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorState.readOnly.of(readOnly),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  const lineAt = (number: number) =>
    view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines))
  return {
    setProblems(problems) {
      const diagnostics = problems.map(({ line, message }): Diagnostic => {
        const { from, to } = lineAt(line ?? 1)
        return { from, to, severity: 'error', message }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo(line) {
      const { from } = lineAt(line)
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
      view.focus()
    },
    destroy() {
      view.destroy()
    },
  }
}

/** Names of classes, so that the colours are those of a page in light and dark. */
const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.modifier], class: 'billow-glsl-keyword' },
  { tag: [tags.typeName, tags.standard(tags.typeName)], class: 'billow-glsl-type' },
  { tag: tags.standard(tags.variableName), class: 'billow-glsl-builtin' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], class: 'billow-glsl-comment' },
  { tag: [tags.number, tags.literal, tags.atom], class: 'billow-glsl-number' },
  { tag: [tags.meta, tags.processingInstruction], class: 'billow-glsl-meta' },
])

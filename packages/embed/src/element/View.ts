/**
 * What is inside a `<billow-cloth>`: the picture, the page's own content in its place until there
 * is one, the buttons, and notes about settings. Shows what it is told and decides nothing.
 */
import type { Theme } from '../stage/palette.js'
import type { Texts } from '../texts/Texts.js'
import { type ControlActions, Controls } from './controls.js'
import { create, createIcon } from './dom.js'
import { adoptStyles } from './styles.js'

export interface ViewActions extends ControlActions {
  readonly showAgain: () => void
}

const CROSS = 'M3.4 2 8 6.6 12.6 2 14 3.4 9.4 8l4.6 4.6-1.4 1.4L8 9.4 3.4 14 2 12.6 6.6 8 2 3.4z'

export class View {
  /** Has the size of the picture, shown or not. */
  readonly frame: HTMLElement
  theme: Theme = 'light'
  private readonly picture = create('div', { class: 'picture', role: 'img', part: 'picture' })
  private readonly fallback: HTMLElement
  private readonly problem = create('p', { role: 'alert' })
  private readonly again = create('button', { type: 'button' })
  private readonly controls: Controls
  private readonly notes = create('div', { class: 'notes', part: 'notes' })
  private readonly noteList = create('ul')
  private readonly closeNotes = create('button', { type: 'button' }, createIcon(CROSS))
  private shownNotes = ''

  constructor(root: ShadowRoot, actions: ViewActions) {
    adoptStyles(root)
    this.controls = new Controls(actions)
    this.fallback = create(
      'div',
      { class: 'fallback', part: 'fallback' },
      this.problem,
      create('slot'),
      this.again,
    )
    this.notes.append(this.noteList, this.closeNotes)
    this.again.addEventListener('click', actions.showAgain)
    this.closeNotes.addEventListener('click', () => (this.notes.hidden = true))
    this.problem.hidden = this.again.hidden = this.notes.hidden = true
    this.picture.hidden = this.controls.group.hidden = true
    this.frame = create(
      'div',
      { class: 'frame' },
      this.picture,
      this.fallback,
      create('div', { role: 'status' }, this.notes),
      this.controls.group,
    )
    root.append(this.frame)
  }

  /** The cloth has been drawn. */
  showPicture(canvas: HTMLCanvasElement): void {
    this.picture.replaceChildren(canvas)
    this.picture.hidden = this.controls.group.hidden = false
    this.fallback.hidden = true
  }

  /** Text takes the place of the picture; with `again`, also a button to try once more. */
  showProblem(text: string, again?: string): void {
    this.picture.hidden = this.controls.group.hidden = true
    this.fallback.hidden = this.problem.hidden = false
    this.problem.textContent = text
    this.again.hidden = again === undefined
    this.again.textContent = again ?? ''
  }

  /** Back to the page's own content, as before the first picture. */
  showFallback(): void {
    this.picture.hidden = this.controls.group.hidden = true
    this.problem.hidden = this.again.hidden = true
    this.fallback.hidden = false
  }

  /** Notes that were closed stay closed until there are others. */
  showNotes(notes: readonly string[]): void {
    const shown = notes.join('\n')
    if (shown === this.shownNotes) return
    this.shownNotes = shown
    this.notes.hidden = notes.length === 0
    this.noteList.replaceChildren(...notes.map((note) => create('li', {}, note)))
  }

  paint(theme: Theme): void {
    this.theme = theme
    this.frame.dataset.theme = theme
  }

  update(texts: Texts, description: string, paused: boolean): void {
    this.picture.setAttribute('aria-label', description)
    this.closeNotes.setAttribute('aria-label', texts.closeNotes)
    this.closeNotes.title = texts.closeNotes
    this.controls.update(texts.labels.controls, texts.controls, paused)
  }
}

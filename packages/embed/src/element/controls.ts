/** Play or pause, step, reset: native buttons, so that keyboard and screen reader work as usual. */
import type { Labels } from '@billow/core'
import { create, createIcon } from './dom.js'

const ICONS = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z',
  step: 'M3 2.5v11l7-5.5zM11 2.5h2v11h-2z',
  reset: 'M8 2.5a5.5 5.5 0 1 1-5.2 3.7l1.7.6A3.7 3.7 0 1 0 8 4.3V7L3.6 3.4 8 0z',
} as const

type Action = keyof typeof ICONS

export interface ControlActions {
  /** Plays when paused, pauses when playing. */
  readonly toggle: () => void
  readonly step: () => void
  readonly reset: () => void
}

export class Controls {
  readonly group: HTMLElement
  private readonly toggle: HTMLButtonElement
  private readonly step: HTMLButtonElement
  private readonly reset: HTMLButtonElement

  constructor(actions: ControlActions) {
    this.toggle = createButton('toggle', actions.toggle)
    this.step = createButton('step', actions.step)
    this.reset = createButton('reset', actions.reset)
    this.group = create(
      'div',
      { class: 'controls', role: 'group' },
      this.toggle,
      this.step,
      this.reset,
    )
  }

  update(labels: Labels['controls'], groupLabel: string, paused: boolean): void {
    this.group.setAttribute('aria-label', groupLabel)
    label(this.toggle, paused ? 'play' : 'pause', labels)
    label(this.step, 'step', labels)
    label(this.reset, 'reset', labels)
  }
}

function createButton(part: string, action: () => void): HTMLButtonElement {
  const button = create('button', { type: 'button', part })
  button.addEventListener('click', action)
  return button
}

/** The name stays in the page where a narrow element shows the icon alone. */
function label(button: HTMLButtonElement, action: Action, labels: Labels['controls']): void {
  if (button.dataset.action === action && button.textContent === labels[action]) return
  button.dataset.action = action
  button.title = labels[action]
  button.replaceChildren(
    createIcon(ICONS[action]),
    create('span', { class: 'name' }, labels[action]),
  )
}

/** What `interactive` says: how people can touch a cloth. */
import { describeValue } from '@billow/core'
import type { SpokenOptions } from '@billow/three/hands'
import { checkInteractive, refuse } from '../checkInteractive.js'
import type { HandLink } from '../hands/HandLink.js'

/** How people touch a cloth. */
export interface HandOptions extends SpokenOptions {
  /**
   * Pointers drag particles, or a click takes one and the next one says where it is carried: for those who
   * cannot drag. @defaultValue 'drag'
   */
  readonly pointer?: 'drag' | 'click' | 'none' | undefined
  /** Is the cloth a tab stop, with keys that take particles and move them? @defaultValue true */
  readonly keyboard?: boolean | undefined
  /** Of `useHand`, for buttons beside the canvas. */
  readonly hand?: HandLink | undefined
}

export type Interactive = boolean | 'click' | HandOptions

const OFF: HandOptions = { pointer: 'none', keyboard: false }

/** @throws BillowError for what means nothing */
export function readInteractive(interactive: Interactive): HandOptions {
  // Programs without types say null, too.
  const given = interactive as Interactive | null
  const options = typeof given === 'object' ? (given ?? undefined) : undefined
  const pointer = interactive === 'click' ? 'click' : (options?.pointer ?? 'drag')
  const isKnown = options ?? (typeof interactive === 'boolean' || interactive === 'click')
  if (!isKnown || !['drag', 'click', 'none'].includes(pointer))
    refuse(
      'Cloth',
      `interactive must be a boolean, "click" or an object with pointer "drag", "click" or "none", ` +
        `got ${describeValue(options ? pointer : given)}`,
    )
  if (options) checkInteractive('Cloth', options, { hand: 'object' })
  return interactive === false ? OFF : { ...options, pointer, keyboard: options?.keyboard ?? true }
}

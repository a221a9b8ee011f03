/** The language to speak: the element's own `lang`, else that of what surrounds it. */
import { texts as de } from './de.js'
import { texts as en } from './en.js'
import type { Texts } from './Texts.js'

/** @param tag BCP 47, such as `de-AT`; any other language gets English */
export function textsFor(tag: string | null | undefined): Texts {
  return /^de\b/i.test(tag?.trim() ?? '') ? de : en
}

/** `closest` looks at the element itself first. Inside a shadow tree it ends at the tree's root. */
export function chooseTexts(element: Element): Texts {
  const speaker = element.closest('[lang]') ?? element.ownerDocument.documentElement
  return textsFor(speaker.getAttribute('lang'))
}

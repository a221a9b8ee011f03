/**
 * The script of player.html: turns the parameters of the page's address into attributes of its one
 * `<billow-cloth>`. Only names that the element knows become attributes; the rest is reported.
 */
import type { BillowCloth } from './BillowCloth.js'
import { readAddress } from './readAddress.js'
import { textsFor } from './texts/chooseTexts.js'

function start(element: BillowCloth): void {
  const known = (element.constructor as typeof BillowCloth).observedAttributes
  const { attributes, unknown } = readAddress(location.search, known)
  const language = attributes.get('lang') ?? navigator.language
  const texts = textsFor(language)
  document.documentElement.lang = texts.labels.language
  for (const [name, text] of attributes) element.setAttribute(name, text)
  element.note(...unknown.map((name) => texts.unknownName(name)))
  document.title = element.label
}

void customElements.whenDefined('billow-cloth').then(() => {
  const element = document.querySelector<BillowCloth>('billow-cloth')
  if (element) start(element)
})

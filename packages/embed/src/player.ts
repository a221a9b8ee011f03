/**
 * The script of player.html: makes a `<billow-cloth>` that fills the page, with the parameters of
 * the page's address as attributes. Only names that the element knows become attributes; the rest
 * is reported. What the page held until then becomes the text that stands in for the picture.
 */
import type { BillowCloth } from './BillowCloth.js'
import { readAddress } from './readAddress.js'
import { textsFor } from './texts/chooseTexts.js'

const NAME = 'billow-cloth'

function play(Element: typeof BillowCloth): void {
  const { attributes, unknown } = readAddress(location.search, Element.observedAttributes)
  const texts = textsFor(attributes.get('lang') ?? navigator.language)
  document.documentElement.lang = texts.labels.language

  const element = document.createElement(NAME) as BillowCloth
  for (const [name, text] of attributes) element.setAttribute(name, text)
  element.note(...unknown.map((name) => texts.unknownName(name)))
  const main = document.querySelector('main') ?? document.body
  element.append(...main.childNodes)
  main.append(element)
  document.title = element.label
}

void customElements
  .whenDefined(NAME)
  .then((Element) => play(Element as unknown as typeof BillowCloth))

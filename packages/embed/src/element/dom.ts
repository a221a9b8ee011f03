/** Making elements without markup: nothing that people write is ever parsed as HTML. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, value)
  element.append(...children)
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** An icon of 16 × 16 that screen readers pass over. */
export function createIcon(path: string): SVGSVGElement {
  const icon = document.createElementNS(SVG, 'svg')
  icon.setAttribute('viewBox', '0 0 16 16')
  icon.setAttribute('aria-hidden', 'true')
  icon.append(document.createElementNS(SVG, 'path'))
  icon.firstElementChild!.setAttribute('d', path)
  return icon
}

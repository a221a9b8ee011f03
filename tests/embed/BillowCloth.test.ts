// @vitest-environment happy-dom
// The element in a page without graphics: text takes the place of the picture.
import { afterEach, expect, test } from 'vitest'
import { BillowCloth, defineBillowElements } from '@billow/embed'
import { texts as de } from '../../packages/embed/src/texts/de.js'
import { texts as en } from '../../packages/embed/src/texts/en.js'

defineBillowElements()
afterEach(() => document.body.replaceChildren())

function mount(attributes: Record<string, string>): BillowCloth {
  const element = document.createElement('billow-cloth') as BillowCloth
  for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text)
  document.body.append(element)
  return element
}

const notesOf = (element: BillowCloth) =>
  [...element.shadowRoot!.querySelectorAll('[role=status] li')].map(
    ({ textContent }) => textContent,
  )

test('defining twice is harmless', () => {
  expect(() => defineBillowElements()).not.toThrow()
  expect(customElements.get('billow-cloth')).toBe(BillowCloth)
})

test('markup in attributes is shown as text', () => {
  const markup = '<img src=x onerror="window.hacked=1">'
  const element = mount({ solver: markup, preset: markup, lang: 'en' })
  element.note(en.unknownName(markup))
  expect(notesOf(element).some((note) => note.includes('<img'))).toBe(true)
  expect(element.shadowRoot!.querySelector('img')).toBeNull()
})

test('a mistyped setting is reported, a class is not', () => {
  const element = mount({ widn: '4', class: 'wide', 'data-x': '1' })
  expect(notesOf(element)).toEqual([en.unknownName('widn')])
})

test('speaks the language of what surrounds it', () => {
  document.body.lang = 'de-AT'
  const element = mount({})
  expect(element.label).toBe(de.presets.flag.title)
  element.setAttribute('lang', 'en')
  expect(element.label).toBe(en.presets.flag.title)
  document.body.removeAttribute('lang')
})

test('attributes that change together are read before anybody looks', () => {
  const element = mount({ autoplay: 'never' })
  const { simulation } = element
  element.setAttribute('wind', '7')
  element.setAttribute('preset', 'drape')
  expect(element.simulation).toBe(simulation)
  expect(simulation.params).toMatchObject({ wind: [7, 0, 0], orientation: 'horizontal' })
  element.removeAttribute('wind')
  expect(element.simulation.params.wind).toEqual([0, 0, 0])
})

test('play, pause, step and reset', () => {
  const element = mount({ autoplay: 'never' })
  expect(element.paused).toBe(true)
  element.play()
  expect(element.paused).toBe(false)
  element.step()
  expect(element.paused).toBe(true)
  expect(element.simulation.time).toBeCloseTo(1 / 60, 12)
  element.reset()
  expect(element.simulation.time).toBe(0)
})

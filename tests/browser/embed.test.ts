// <billow-cloth> in a real browser: it draws, moves, follows its attributes, and gives its graphics
// context back.
import { type BillowCloth, defineBillowElements } from '@billow/embed'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { texts as de } from '../../packages/embed/src/texts/de.js'
import { texts as en } from '../../packages/embed/src/texts/en.js'
import { SOON } from '../helpers/waiting.js'

const contexts: WebGL2RenderingContext[] = []
const alive = () => contexts.filter((context) => !context.isContextLost()).length

beforeAll(() => {
  const prototype = HTMLCanvasElement.prototype as { getContext: (...args: unknown[]) => unknown }
  const original = prototype.getContext
  prototype.getContext = function (...args) {
    const context = Reflect.apply(original, this, args)
    if (context instanceof WebGL2RenderingContext && !contexts.includes(context))
      contexts.push(context)
    return context
  }
  defineBillowElements()
})

afterEach(() => {
  document.body.replaceChildren()
  contexts.length = 0
})

/** A small sheet, so that software rendering keeps up. */
const SMALL = { segmentsx: '12', segmentsy: '8', lang: 'en' }

function place(attributes: Record<string, string> = {}): BillowCloth {
  const element = document.createElement('billow-cloth') as BillowCloth
  const all = { ...SMALL, ...attributes }
  for (const [name, text] of Object.entries(all)) element.setAttribute(name, text)
  element.style.width = '320px'
  element.append(Object.assign(document.createElement('p'), { textContent: 'A flag.' }))
  document.body.append(element)
  return element
}

const event = (element: BillowCloth, type: string) =>
  new Promise<CustomEvent<Record<string, unknown>>>((resolve) =>
    element.addEventListener(type, (e) => resolve(e as CustomEvent), { once: true }),
  )

async function placeReady(attributes: Record<string, string> = {}): Promise<BillowCloth> {
  const element = place(attributes)
  await event(element, 'billow-ready')
  return element
}

const inside = <Found extends HTMLElement>(element: BillowCloth, selector: string) =>
  element.shadowRoot!.querySelector<Found>(selector)!
const canvasOf = (element: BillowCloth) => inside<HTMLCanvasElement>(element, 'canvas')
const notesOf = (element: BillowCloth) =>
  [...element.shadowRoot!.querySelectorAll('li')].map(({ textContent }) => textContent)

/** Reads the picture in the task that drew it: later the drawing buffer is empty. */
function pixelsOf(element: BillowCloth): Uint8Array {
  const gl = canvasOf(element).getContext('webgl2')!
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
  const pixels = new Uint8Array(4 * width * height)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  return pixels
}

const countColours = (pixels: Uint8Array) => new Set(new Uint32Array(pixels.buffer)).size

test('draws a cloth in the proportions 8 to 5, in place of the page’s own text', async () => {
  const element = place({ autoplay: 'never' })
  const text = element.querySelector('p')!
  expect(text.checkVisibility()).toBe(true)
  const { detail } = await event(element, 'billow-ready')
  expect(detail.simulation).toBe(element.simulation)
  expect(text.checkVisibility()).toBe(false)
  expect([element.offsetWidth, element.offsetHeight]).toEqual([320, 200])

  element.step()
  expect(countColours(pixelsOf(element))).toBeGreaterThan(500)
  const picture = inside(element, '[role=img]')
  expect(picture.getAttribute('aria-label')).toBe(en.presets.flag.description)
})

test('the cloth moves while it is played, and rests while it is paused', async () => {
  const element = await placeReady()
  expect(element.paused).toBe(false)
  await vi.waitFor(() => expect(element.simulation.time).toBeGreaterThan(0.2), SOON)
  expect(element.simulation.positions).not.toEqual(element.simulation.grid.restPositions)
  element.pause()
  const hash = element.simulation.hash()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(element.simulation.hash()).toBe(hash)
})

test('a frame further on looks different', async () => {
  const element = await placeReady({ autoplay: 'never' })
  element.step()
  const first = pixelsOf(element)
  for (let n = 0; n < 30; n++) element.simulation.step()
  element.step()
  const second = pixelsOf(element)
  const changed = first.filter((value, i) => Math.abs(value - second[i]!) > 16).length
  expect(changed).toBeGreaterThan(first.length / 100)
})

test('rests off screen, and goes on when it is scrolled back', async () => {
  const element = await placeReady()
  const spacer = document.createElement('div')
  spacer.style.height = '3000px'
  document.body.prepend(spacer)
  await vi.waitFor(async () => {
    const { time } = element.simulation
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(element.simulation.time).toBe(time)
  }, SOON)
  expect(element.paused).toBe(false)
  const { time } = element.simulation
  spacer.remove()
  await vi.waitFor(() => expect(element.simulation.time).toBeGreaterThan(time), SOON)
})

test('is not drawn before it is first seen', async () => {
  const spacer = document.createElement('div')
  spacer.style.height = '3000px'
  document.body.append(spacer)
  const element = place()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(contexts).toHaveLength(0)
  const ready = event(element, 'billow-ready')
  spacer.remove()
  await ready
  expect(alive()).toBe(1)
})

test('live attributes act at once, others start the cloth anew', async () => {
  const element = await placeReady({ autoplay: 'never' })
  element.step()
  element.setAttribute('wind', '7')
  await Promise.resolve()
  expect(element.simulation.params.wind).toEqual([7, 0, 0])
  expect(element.simulation.time).toBeGreaterThan(0)
  element.setAttribute('segmentsx', '6')
  await Promise.resolve()
  expect(element.simulation.particleCount).toBe(7 * 9)
  expect(element.simulation.time).toBe(0)
  element.setAttribute('preset', 'drape')
  element.setAttribute('lang', 'de')
  await Promise.resolve()
  expect(inside(element, '[role=img]').ariaLabel).toBe(de.presets.drape.description)
  element.step()
  expect(countColours(pixelsOf(element))).toBeGreaterThan(500)
})

test('the theme changes the picture and the buttons', async () => {
  const element = await placeReady({ autoplay: 'never', theme: 'light' })
  const button = inside(element, 'button')
  const light = getComputedStyle(button).backgroundColor
  element.step()
  const before = pixelsOf(element)
  element.setAttribute('theme', 'dark')
  await Promise.resolve()
  expect(pixelsOf(element)).not.toEqual(before)
  expect(getComputedStyle(button).backgroundColor).not.toBe(light)
})

test('a finger on the cloth drags it, beside the cloth it scrolls the page', async () => {
  const element = await placeReady({ wind: '0', gravity: '0' })
  const spacer = document.createElement('div')
  spacer.style.height = '3000px'
  document.body.append(spacer)
  const { left, top, width, height } = canvasOf(element).getBoundingClientRect()
  const middle = { x: left + width / 2, y: top + height / 2 }
  const { simulation } = element
  const grab = vi.spyOn(simulation, 'grab')
  const release = vi.spyOn(simulation, 'release')
  await commands.swipe([middle, { x: middle.x, y: middle.y - 60 }])
  expect(window.scrollY).toBe(0)
  // The hand went up as far as the finger did, and not only to where it took hold.
  const heights = grab.mock.calls.map(([, target]) => target[1])
  expect(heights.at(-1) - heights[0]!).toBeGreaterThan(0.2)
  expect(release).toHaveBeenCalled()

  grab.mockClear()
  const corner = { x: left + width - 3, y: top + height - 3 }
  await commands.swipe([corner, { x: corner.x, y: corner.y - 120 }])
  await vi.waitFor(() => expect(window.scrollY).toBeGreaterThan(60), SOON)
  expect(grab).not.toHaveBeenCalled()
  window.scrollTo(0, 0)
})

test('two fingers drag two particles, each its own', async () => {
  const element = await placeReady({ wind: '0', gravity: '0' })
  const { left, top, width, height } = canvasOf(element).getBoundingClientRect()
  const y = top + height / 2
  const grab = vi.spyOn(element.simulation, 'grab')
  const release = vi.spyOn(element.simulation, 'release')
  const [one, other] = [left + 0.45 * width, left + 0.6 * width]
  await commands.swipe(
    [
      { x: one, y },
      { x: one, y: y - 40 },
    ],
    [
      { x: other, y },
      { x: other, y: y + 40 },
    ],
  )
  const rises = new Map<number, number[]>()
  for (const [particle, target] of grab.mock.calls)
    rises.set(particle, [...(rises.get(particle) ?? []), target[1]])
  const ways = [...rises.values()].map((heights) => heights.at(-1) - heights[0]!)
  expect(ways).toHaveLength(2)
  expect(Math.max(...ways)).toBeGreaterThan(0.1)
  expect(Math.min(...ways)).toBeLessThan(-0.1)
  const released = release.mock.calls.map(([particle]) => particle)
  expect(new Set(released)).toEqual(new Set(rises.keys()))
})

test('too much wind is clamped and said so, until the note is closed', async () => {
  const element = await placeReady({ wind: '1e9', autoplay: 'never' })
  expect(element.simulation.params.wind).toEqual([15, 0, 0])
  const notes = inside(element, '.notes')
  expect(notes.checkVisibility()).toBe(true)
  expect(notesOf(element)).toHaveLength(1)
  expect(notesOf(element)[0]).toMatch(/^wind: .*1e9.*15/)
  inside<HTMLButtonElement>(element, '.notes button').click()
  expect(notes.checkVisibility()).toBe(false)
  element.setAttribute('wind', '5')
  await Promise.resolve()
  expect(notesOf(element)).toEqual([])
})

// Every return compiles the shaders anew, which takes a busy machine some seconds.
test(
  '20 times out of the page and back leave one context, and none at the end',
  { timeout: 240_000 },
  async () => {
    const element = await placeReady({ autoplay: 'never' })
    element.simulation.step()
    const hash = element.simulation.hash()
    for (let n = 0; n < 20; n++) {
      element.remove()
      expect(alive()).toBe(0)
      document.body.append(element)
      await vi.waitFor(() => expect(canvasOf(element).checkVisibility()).toBe(true), SOON)
      expect(alive()).toBe(1)
    }
    expect(contexts).toHaveLength(21)
    expect(element.simulation.hash()).toBe(hash)
    element.step()
    expect(countColours(pixelsOf(element))).toBeGreaterThan(500)
    element.remove()
    expect(alive()).toBe(0)
  },
)

test('a lost context becomes text with a button that brings the picture back', async () => {
  const element = await placeReady({ autoplay: 'never' })
  const lost = event(element, 'billow-error')
  contexts[0]!.getExtension('WEBGL_lose_context')!.loseContext()
  expect((await lost).detail.message).toBe(en.contextLost)
  expect(inside(element, '[role=alert]').checkVisibility()).toBe(true)
  expect(element.querySelector('p')!.checkVisibility()).toBe(true)
  expect(inside(element, '.controls').checkVisibility()).toBe(false)
  inside<HTMLButtonElement>(element, '.fallback button').click()
  expect(canvasOf(element).checkVisibility()).toBe(true)
  element.step()
  expect(countColours(pixelsOf(element))).toBeGreaterThan(500)
})

test('without WebGL there is text, the page’s own included, and an error that leaves shadow trees', async () => {
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const host = document.createElement('div')
  document.body.append(host)
  const failed = new Promise<Event>((resolve) =>
    host.addEventListener('billow-error', resolve, { once: true }),
  )
  const element = document.createElement('billow-cloth') as BillowCloth
  element.lang = 'de'
  element.append('Eine Fahne.')
  host.attachShadow({ mode: 'open' }).append(element)
  await failed
  expect(inside(element, '[role=alert]').textContent).toBe(de.noWebGL)
  expect(inside(element, '[role=alert]').checkVisibility()).toBe(true)
  expect(element.shadowRoot!.querySelector('canvas')).toBeNull()
  getContext.mockRestore()
  quiet.mockRestore()
})

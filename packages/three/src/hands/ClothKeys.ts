/**
 * A keyboard for a `ClothHand`: an element of the page beside the canvas that takes the focus, with the keys
 * that `HandTexts.clothKeys` tells of. Keys count only while it has the focus, and Tab leaves it.
 *
 * ```ts
 * const keys = new ClothKeys(hand, { canvas: renderer.domElement, camera: () => camera, label: 'Curtain' })
 * // once per frame, after mesh.update()
 * hand.update(seconds)
 * keys.update()
 * ```
 */
import { type Camera, Vector3 } from 'three'
import type { ClothHand, HandDirection } from './ClothHand.js'
import { FocusSpot } from './FocusSpot.js'
import type { ScreenDirection } from './screenSteps.js'
import type { HandTexts } from './texts/HandTexts.js'
import { describeHand, handTextsFor } from './texts/texts.js'

export interface KeysOptions {
  /** In a document; the element is put beside it. */
  readonly canvas: HTMLCanvasElement
  readonly camera: () => Camera
  /** Asks for a frame. */
  readonly redraw?: (() => void) | undefined
}

export interface SpokenOptions {
  /** BCP 47 tag: German, or else English. Default: that of the page around the canvas. */
  readonly lang?: string | undefined
  /** Name of what is in the scene. Default: `Cloth`, `Grass`. */
  readonly label?: string | undefined
  /** Texts that replace those of the language. */
  readonly texts?: Partial<HandTexts> | undefined
}

export const ARROWS: Readonly<Record<string, ScreenDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const FAR_CHOICE: Readonly<Record<string, ScreenDirection>> = {
  Home: 'left',
  End: 'right',
  PageUp: 'up',
  PageDown: 'down',
}

const DEPTH: Readonly<Record<string, HandDirection>> = { PageUp: 'far', PageDown: 'near' }

/** With Shift, of a step. */
export const FINE = 0.1

const place = /* @__PURE__ */ new Vector3()
const goal = /* @__PURE__ */ new Vector3()

export class ClothKeys {
  private readonly spot: FocusSpot
  private texts!: HandTexts
  /** Is the hand used by others than keys? It is then shown and spoken of without the focus, too. */
  isShared = false
  private readonly unsubscribe: () => void

  constructor(
    readonly hand: ClothHand,
    private readonly options: KeysOptions & SpokenOptions,
  ) {
    const { canvas, redraw } = options
    this.spot = new FocusSpot(hand.mesh, canvas)
    this.say(options)
    const { element } = this.spot
    element.addEventListener('keydown', this.onKey)
    element.addEventListener('focus', this.onFocus)
    element.addEventListener('blur', this.onBlur)
    this.unsubscribe = hand.subscribe(() => {
      if (this.isShared || this.spot.isFocused) this.spot.say(describeHand(hand, this.texts))
      redraw?.()
    })
  }

  /** The element that takes the focus. */
  get element(): HTMLElement {
    return this.spot.element
  }

  /** Other texts. */
  say({ lang, label, texts }: SpokenOptions): void {
    const { canvas } = this.options
    this.texts = handTextsFor(lang ?? languageAround(canvas), texts)
    const { cloth, clothKeys, language } = this.texts
    this.spot.setTexts({ kind: cloth, label: label ?? cloth, keys: clothKeys }, language)
  }

  /** Draws ring and mark. To be called once per frame, once the mesh has been brought up to date. */
  update(): void {
    const { hand, spot } = this
    const { isHolding, isPinned } = hand
    const isShown = isHolding || spot.isFocused || this.isShared
    spot.draw(this.options.camera(), hand.mesh.geometry.boundingBox, {
      place: isShown ? hand.placeOf('particle', place) : undefined,
      isPinned,
      hand: isHolding ? hand.placeOf('hand', goal) : undefined,
    })
  }

  /** Takes the element out of the page. The hand stays as it is. */
  dispose(): void {
    this.unsubscribe()
    this.spot.dispose()
  }

  private readonly onFocus = (): void => {
    if (this.hand.particle === undefined) this.hand.chooseMiddle(this.options.camera())
    this.spot.say(describeHand(this.hand, this.texts))
    this.options.redraw?.()
  }

  private readonly onBlur = (): void => {
    this.options.redraw?.()
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    // Other modifiers belong to the browser, Alt with arrows to the hand.
    if (event.ctrlKey || event.metaKey || !this.press(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** @returns whether the key means something here */
  private press({ key, shiftKey, altKey, repeat }: KeyboardEvent): boolean {
    const { hand } = this
    const camera = this.options.camera()
    const arrow = ARROWS[key]
    if (altKey) {
      const isDepth = hand.isHolding && (arrow === 'up' || arrow === 'down')
      if (isDepth) this.move(arrow === 'up' ? 'far' : 'near', shiftKey)
      return isDepth
    }
    if (hand.isHolding) {
      const direction = arrow ?? DEPTH[key]
      if (direction) {
        this.move(direction, shiftKey)
        return true
      }
      // Mean nothing now, and yet must not scroll the page away under what is held.
      if (FAR_CHOICE[key]) return true
    } else if (arrow ?? FAR_CHOICE[key]) {
      hand.chooseTowards((arrow ?? FAR_CHOICE[key])!, camera, !arrow)
      return true
    }
    if (key === 'Enter' || key === ' ') {
      if (!repeat) hand.toggle()
      return true
    }
    if (key.toLowerCase() === 'p') {
      if (!repeat) hand.togglePin()
      return true
    }
    if (key !== 'Escape') return false
    if (hand.isHolding) {
      hand.release()
      return true
    }
    this.element.blur()
    return false
  }

  private move(direction: HandDirection, isFine: boolean): void {
    const { hand } = this
    hand.move(direction, this.options.camera(), hand.stepLength * (isFine ? FINE : 1))
  }
}

/** Of the page around an element. */
export function languageAround(element: HTMLElement): string {
  return element.closest<HTMLElement>('[lang]')?.lang ?? 'en'
}

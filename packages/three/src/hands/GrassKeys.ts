/**
 * A keyboard for a `GrassFoot`: an element of the page beside the canvas that takes the focus, with the keys
 * that `HandTexts.grassKeys` tells of. Keys count only while it has the focus, and Tab leaves it.
 *
 * ```ts
 * const keys = new GrassKeys(foot, { canvas: renderer.domElement, camera: () => camera, label: 'Meadow' })
 * // once per frame, after mesh.update()
 * keys.update()
 * ```
 */
import { Vector3 } from 'three'
import { ARROWS, FINE, type KeysOptions, languageAround, type SpokenOptions } from './ClothKeys.js'
import { FocusSpot } from './FocusSpot.js'
import type { GrassFoot } from './GrassFoot.js'
import type { HandTexts } from './texts/HandTexts.js'
import { describeFoot, handTextsFor } from './texts/texts.js'

const place = /* @__PURE__ */ new Vector3()

export class GrassKeys {
  private readonly spot: FocusSpot
  private texts!: HandTexts
  private readonly unsubscribe: () => void

  constructor(
    readonly foot: GrassFoot,
    private readonly options: KeysOptions & SpokenOptions,
  ) {
    const { canvas, redraw } = options
    this.spot = new FocusSpot(foot.mesh, canvas)
    this.say(options)
    const { element } = this.spot
    element.addEventListener('keydown', this.onKey)
    element.addEventListener('focus', this.onFocus)
    element.addEventListener('blur', this.onBlur)
    this.unsubscribe = foot.subscribe(() => {
      this.tell()
      redraw?.()
    })
  }

  /** The element that takes the focus. */
  get element(): HTMLElement {
    return this.spot.element
  }

  /** Other texts. */
  say({ lang, label, texts }: SpokenOptions): void {
    this.texts = handTextsFor(lang ?? languageAround(this.options.canvas), texts)
    const { grass, grassKeys, language } = this.texts
    this.spot.setTexts({ kind: grass, label: label ?? grass, keys: grassKeys }, language)
  }

  /** Draws ring and mark. To be called once per frame, once the mesh has been brought up to date. */
  update(): void {
    const { foot, spot } = this
    const at = foot.isDown || spot.isFocused ? foot.placeOf(place) : undefined
    spot.draw(this.options.camera(), foot.bounds, {
      place: at,
      isPinned: false,
      hand: foot.isDown ? at : undefined,
    })
  }

  /** Takes the element out of the page. The foot stays as it is. */
  dispose(): void {
    this.unsubscribe()
    this.spot.dispose()
  }

  /** Lifts the foot and disposes. */
  close(): void {
    this.foot.lift()
    this.dispose()
  }

  private tell(): void {
    if (this.spot.isFocused) this.spot.say(describeFoot(this.foot, this.texts))
  }

  private readonly onFocus = (): void => {
    if (!this.foot.isPlaced) this.foot.goToMiddle(this.options.camera())
    this.tell()
    this.options.redraw?.()
  }

  private readonly onBlur = (): void => {
    this.options.redraw?.()
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    // Other modifiers belong to the browser.
    if (event.ctrlKey || event.metaKey || event.altKey || !this.press(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** @returns whether the key means something here */
  private press({ key, shiftKey, repeat }: KeyboardEvent): boolean {
    const { foot } = this
    const arrow = ARROWS[key]
    if (arrow) {
      foot.move(arrow, this.options.camera(), foot.stepLength * (shiftKey ? FINE : 1))
      return true
    }
    if (key === 'Enter' || key === ' ') {
      if (!repeat) foot.toggle()
      return true
    }
    if (key !== 'Escape') return false
    if (foot.isDown) {
      foot.lift()
      return true
    }
    this.element.blur()
    return false
  }
}

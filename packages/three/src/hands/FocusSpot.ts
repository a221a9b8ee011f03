/**
 * What a keyboard and a screen reader find of something in a scene: an element of the page over the canvas
 * that takes the focus, with a ring around what it stands for, a mark at one place of it, and a polite
 * voice. Pointers pass through it. Styles are set one by one, which every content security policy allows.
 */
import type { Camera, Object3D } from 'three'
import { Box3, Vector3 } from 'three'

export interface SpotTexts {
  /** What this is, in a word or two: `cloth`. */
  readonly kind: string
  /** Its name. */
  readonly label: string
  /** Which keys do what. */
  readonly keys: string
}

/** What is marked, in world space: a ring, a square where something is pinned, a dot where the hand is. */
export interface Marked {
  readonly place: Vector3 | undefined
  readonly isPinned: boolean
  readonly hand: Vector3 | undefined
}

/** ms from one announcement to the next: keys that are held down repeat faster than anybody listens. */
const PAUSE_MS = 600

/** Of a mark and the dot of a hand, and of the ring's distance from what it is around, CSS pixels. */
const MARK = 26
const DOT = 8
const MARGIN = 8

/** White with black on both sides is seen on any fabric. */
const LIGHT = '#fff'
const DARK = '#000'
const ACCENT = '#1d5fbf'

const corner = /* @__PURE__ */ new Vector3()
const box = /* @__PURE__ */ new Box3()

/** Spots by the object that they stand for, so that the tab order is that of the scene. */
const spots = new WeakMap<Object3D, FocusSpot>()

let ids = 0

export class FocusSpot {
  /** Takes the focus. */
  readonly element: HTMLElement
  private readonly frame: HTMLElement
  private readonly voice: HTMLElement
  private readonly words: HTMLElement
  private readonly mark: HTMLElement
  private readonly dot: HTMLElement
  private readonly watch: ResizeObserver | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting: string | undefined
  private said = ''
  private last = -Infinity

  /**
   * @param object what it stands for
   * @param canvas in a document
   */
  constructor(
    private readonly object: Object3D,
    private readonly canvas: HTMLCanvasElement,
  ) {
    const { ownerDocument } = canvas
    const make = (style: Partial<CSSStyleDeclaration>): HTMLElement => {
      const element = ownerDocument.createElement('div')
      Object.assign(element.style, { position: 'absolute', boxSizing: 'border-box', ...style })
      return element
    }
    this.frame = make({ overflow: 'hidden', pointerEvents: 'none' })
    this.element = make({ inset: '0', outline: 'none', borderRadius: '6px' })
    this.voice = make(HIDDEN)
    this.words = make({ display: 'none' })
    this.mark = make({
      ...{ display: 'none', width: `${MARK}px`, height: `${MARK}px` },
      ...{ margin: `${-MARK / 2}px`, border: `4px solid ${LIGHT}` },
      ...{ outline: `2px solid ${DARK}`, boxShadow: `inset 0 0 0 2px ${DARK}` },
    })
    this.dot = make({
      ...{ display: 'none', width: `${DOT}px`, height: `${DOT}px`, margin: `${-DOT / 2}px` },
      ...{ borderRadius: '50%', border: `4px solid ${LIGHT}`, outline: `2px solid ${DARK}` },
    })
    this.words.id = `billow-hand-${ids++}`
    const { element, voice, mark } = this
    element.tabIndex = 0
    element.setAttribute('role', 'application')
    element.setAttribute('aria-describedby', this.words.id)
    voice.setAttribute('aria-live', 'polite')
    mark.setAttribute('aria-hidden', 'true')
    this.dot.setAttribute('aria-hidden', 'true')
    this.frame.append(element, this.words, voice, mark, this.dot)
    this.insert()
    this.fit()
    if (typeof ResizeObserver === 'function') {
      this.watch = new ResizeObserver(() => {
        this.fit()
      })
      this.watch.observe(canvas)
    }
  }

  get isFocused(): boolean {
    const root = this.element.getRootNode() as Document | ShadowRoot
    return root.activeElement === this.element
  }

  setTexts({ kind, label, keys }: SpotTexts, language: string): void {
    this.frame.lang = language
    this.element.setAttribute('aria-roledescription', kind)
    this.element.setAttribute('aria-label', label)
    this.words.textContent = keys
  }

  /** Says something when it is new, as soon as there has been a pause. */
  say(text: string): void {
    if (text === (this.waiting ?? this.said)) return
    this.waiting = text
    if (this.timer !== undefined) return
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        this.last = performance.now()
        this.said = this.waiting ?? ''
        this.waiting = undefined
        this.voice.textContent = this.said
      },
      Math.max(0, this.last + PAUSE_MS - performance.now()),
    )
  }

  /** Draws the ring while this has the focus, and the marks. */
  draw(camera: Camera, bounds: Box3 | null, { place, isPinned, hand }: Marked): void {
    this.drawRing(camera, bounds)
    this.mark.style.borderRadius = isPinned ? '3px' : '50%'
    put(this.mark, place, camera)
    put(this.dot, hand, camera)
  }

  dispose(): void {
    clearTimeout(this.timer)
    this.watch?.disconnect()
    this.frame.remove()
    spots.delete(this.object)
  }

  private drawRing(camera: Camera, bounds: Box3 | null): void {
    const { style } = this.element
    if (!this.isFocused) {
      if (style.outlineStyle !== 'none')
        Object.assign(style, { outline: 'none', boxShadow: 'none' })
      return
    }
    const { clientWidth: width, clientHeight: height } = this.canvas
    let [left, top, right, bottom] = [1, 1, -1, -1]
    if (bounds) box.copy(bounds)
    for (let n = 0; bounds && n < 8; n++) {
      corner.set(
        n & 1 ? box.max.x : box.min.x,
        n & 2 ? box.max.y : box.min.y,
        n & 4 ? box.max.z : box.min.z,
      )
      const { x, y } = this.object.localToWorld(corner).project(camera)
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, -y), Math.max(bottom, -y)]
    }
    // Whole on the canvas, wherever what it is around may be.
    const side = (n: number, size: number): number =>
      Math.min(Math.max(((n + 1) / 2) * size, MARGIN), size - MARGIN)
    const edges = [side(left, width), side(right, width), side(top, height), side(bottom, height)]
    const isThere = edges[1]! > edges[0]! && edges[3]! > edges[2]!
    const [x0, x1, y0, y1] = isThere ? edges : [MARGIN, width - MARGIN, MARGIN, height - MARGIN]
    Object.assign(style, {
      ...{ left: `${x0! - 2}px`, right: `${width - x1! - 2}px` },
      ...{ top: `${y0! - 2}px`, bottom: `${height - y1! - 2}px` },
      ...{ outline: `3px solid ${LIGHT}`, boxShadow: `0 0 0 6px ${ACCENT}` },
    })
  }

  /** Beside the canvas, before the first spot of an object that comes later in the scene. */
  private insert(): void {
    const { object, canvas } = this
    spots.set(object, this)
    let root = object
    while (root.parent) root = root.parent
    let isAfter = false
    let next: HTMLElement | undefined
    root.traverse((other) => {
      const frame = spots.get(other)?.frame
      if (isAfter && frame?.parentElement === canvas.parentElement) next ??= frame
      if (other === object) isAfter = true
    })
    canvas.parentElement!.insertBefore(this.frame, next ?? null)
  }

  /** As large as the canvas, and where that is. */
  private fit(): void {
    const { canvas } = this
    Object.assign(this.frame.style, {
      ...{ left: `${canvas.offsetLeft}px`, top: `${canvas.offsetTop}px` },
      ...{ width: `${canvas.clientWidth}px`, height: `${canvas.clientHeight}px` },
    })
  }
}

/** Over a place in world space, unless that is out of sight. */
function put({ style }: HTMLElement, place: Vector3 | undefined, camera: Camera): void {
  const seen = place && corner.copy(place).project(camera)
  const isSeen = seen !== undefined && Math.abs(seen.z) <= 1
  style.display = isSeen ? 'block' : 'none'
  if (!isSeen) return
  style.left = percent(seen.x)
  style.top = percent(-seen.y)
}

/** For voices, not for eyes. */
const HIDDEN: Partial<CSSStyleDeclaration> = {
  ...{ width: '1px', height: '1px', overflow: 'hidden' },
  ...{ clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
}

/** From −1 … 1 across the canvas. */
const percent = (n: number): string => `${(50 * (n + 1)).toFixed(3)}%`

/**
 * `<billow-cloth preset="flag" wind="4" lang="de">`: a cloth in a page. Connects attributes, the
 * simulation, the stage that draws it and what surrounds the picture, and decides when to run: only
 * while it is played and can be seen.
 *
 * The simulation lives as long as the element; the stage, and with it the graphics context, from
 * when the element is first seen until it leaves the page.
 */
import type { ClothSimulation } from '@billow/core'
import { BaseElement } from './BaseElement.js'
import { changeCloth, createCloth } from './clothOf.js'
import { FrameLoop } from './element/FrameLoop.js'
import { View } from './element/View.js'
import { watchMedia } from './element/watchMedia.js'
import { watchVisibility } from './element/watchVisibility.js'
import { isForeign } from './foreignAttributes.js'
import { type Preset, presets } from './presets.js'
import { attributeNames, type ClothAttributes, readAttributes } from './readAttributes.js'
import { ClothStage } from './stage/ClothStage.js'
import { chooseTexts } from './texts/chooseTexts.js'
import type { Texts } from './texts/Texts.js'

/**
 * Fires `billow-ready` (detail `{ simulation }`) when the first picture is there, and
 * `billow-error` (detail `{ message }`) when there is none or it is lost. Both bubble and leave
 * shadow trees.
 */
export class BillowCloth extends BaseElement {
  static readonly observedAttributes = attributeNames

  private readonly view: View
  private readonly loop = new FrameLoop((seconds) => this.frame(seconds))
  private settings: ClothAttributes | undefined
  private texts!: Texts
  private cloth: ClothSimulation | undefined
  private stage: ClothStage | undefined
  /** Ends everything that was begun when the element came into the page. */
  private connection: AbortController | undefined
  private stale = false
  /** Not set until somebody plays or pauses; until then `autoplay` counts. */
  private isPaused: boolean | undefined
  private reducedMotion = false
  private visible = false
  private darkSystem = false
  private announced = false
  private extraNotes: readonly string[] = []

  constructor() {
    super()
    this.view = new View(this.attachShadow({ mode: 'open' }), {
      toggle: () => (this.paused ? this.play() : this.pause()),
      step: () => this.step(),
      reset: () => this.reset(),
      showAgain: () => this.raise(),
    })
  }

  /** The running simulation, as the attributes are now. */
  get simulation(): ClothSimulation {
    this.refresh()
    return this.cloth!
  }

  /** What is simulated, in a few words of the chosen language. */
  get label(): string {
    this.refresh()
    return this.texts.presets[this.settings!.preset].title
  }

  get paused(): boolean {
    return this.isPaused ?? (this.reducedMotion || this.settings?.autoplay === 'never')
  }

  /** Runs whenever it can be seen. */
  play(): void {
    this.setPaused(false)
  }

  pause(): void {
    this.setPaused(true)
  }

  /** Pauses, and goes on by one time step. */
  step(): void {
    this.setPaused(true)
    this.simulation.step()
    this.draw()
  }

  /** Back to the start; goes on playing if it did. */
  reset(): void {
    this.simulation.reset()
    this.draw()
  }

  /** Shows sentences among the notes on settings, as plain text. */
  note(...sentences: readonly string[]): void {
    this.extraNotes = sentences
    this.stale = true
    this.refresh()
  }

  connectedCallback(): void {
    this.connection = new AbortController()
    const { signal } = this.connection
    this.stale = true
    this.refresh()
    watchMedia('(prefers-color-scheme: dark)', signal, (dark) => {
      this.darkSystem = dark
      this.paint()
    })
    watchMedia('(prefers-reduced-motion: reduce)', signal, (reduced) => {
      this.reducedMotion = reduced
      this.update()
    })
    const resizing = new ResizeObserver(() => this.resize())
    resizing.observe(this.view.frame)
    signal.addEventListener('abort', () => resizing.disconnect(), { once: true })
    watchVisibility(this, signal, (visible) => {
      this.visible = visible
      if (visible) this.raise()
      this.update()
    })
    this.update()
  }

  disconnectedCallback(): void {
    this.connection?.abort()
    this.connection = undefined
    this.visible = false
    this.loop.running = false
    this.lower()
    this.view.showFallback()
  }

  attributeChangedCallback(): void {
    if (this.stale) return
    this.stale = true
    // Several attributes that change together are read together.
    if (this.isConnected) queueMicrotask(() => this.refresh())
  }

  private setPaused(paused: boolean): void {
    this.isPaused = paused
    this.update()
  }

  /** Reads the attributes, if they may have changed, and brings everything in line with them. */
  private refresh(): void {
    if (!this.stale && this.cloth) return
    this.stale = false
    this.texts = chooseTexts(this)
    const before = this.settings?.preset
    const settings = readAttributes(this.writtenAttributes(), this.texts)
    const { preset, params } = settings
    this.settings = settings
    if (this.cloth) changeCloth(this.cloth, preset, params, preset !== before)
    else this.cloth = createCloth(preset, params)
    this.view.showNotes([...settings.warnings, ...this.extraNotes])
    this.stage?.show(presets[preset])
    this.paint()
    this.update()
  }

  private *writtenAttributes(): Iterable<readonly [string, string]> {
    for (const { name, value } of this.attributes) {
      if (attributeNames.includes(name) || !isForeign(name)) yield [name, value]
    }
  }

  /** Buttons, texts and the loop follow the state. */
  private update(): void {
    const { settings, texts, stage } = this
    if (!settings) return
    this.view.update(texts, texts.presets[settings.preset].description, this.paused)
    const running = !this.paused && this.visible && stage !== undefined
    this.loop.running = running
    if (stage) stage.draggable = running
  }

  private paint(): void {
    const theme = this.settings?.theme ?? (this.darkSystem ? 'dark' : 'light')
    this.view.paint(theme)
    this.stage?.paint(theme)
    this.draw()
  }

  private frame(seconds: number): void {
    this.simulation.advance(seconds)
    this.draw()
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.view.frame
    this.stage?.resize(clientWidth, clientHeight)
    this.draw()
  }

  private draw(): void {
    this.stage?.draw()
  }

  /** Makes the stage, draws the first picture and shows it. */
  private raise(): void {
    if (this.stage || !this.isConnected) return
    const { simulation, settings, texts } = this
    const preset: Preset = presets[settings!.preset]
    try {
      this.stage = new ClothStage(simulation, preset, this.view.theme)
    } catch {
      this.fail(texts.noWebGL)
      return
    }
    const { canvas } = this.stage
    canvas.addEventListener('webglcontextlost', () => this.lose(canvas))
    this.resize()
    this.view.showPicture(canvas)
    this.update()
    if (this.announced) return
    this.announced = true
    this.announce('billow-ready', { simulation })
  }

  private lower(): void {
    const { stage } = this
    this.stage = undefined
    stage?.dispose()
  }

  /** Pages with many contexts lose the oldest; the picture comes back when it is next seen. */
  private lose(canvas: HTMLCanvasElement): void {
    if (this.stage?.canvas !== canvas) return
    this.lower()
    this.update()
    this.fail(this.texts.contextLost, this.texts.showAgain)
  }

  private fail(message: string, again?: string): void {
    this.view.showProblem(message, again)
    this.announce('billow-error', { message })
  }

  private announce(type: 'billow-ready' | 'billow-error', detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }
}

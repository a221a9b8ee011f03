/**
 * What moves in a plot: the chart, the figures of its lines, the cursor by pointer and by keys, and the words
 * for those who do not see it. It writes into elements that `<TimePlot>` has rendered, and renders nothing.
 * Loaded with the library of charts, once there is a plot.
 */
import type { RecordedSeries, Recording } from '../Recording.js'
import type { InstrumentTexts } from '../texts/InstrumentTexts.js'
import { figuresOf } from '../texts/texts.js'
import { alignRuns } from './alignRuns.js'
import { Chart, type ChartData } from './Chart.js'
import { drawPicture } from './drawPicture.js'
import type { LineLook } from './lines.js'

export interface PlotLine {
  /** Of the element with its figure. */
  readonly key: string
  readonly run: RecordedSeries
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly look: LineLook
  readonly isShown: boolean
}

export interface PlotElements {
  readonly host: HTMLElement
  /** Takes the focus. */
  readonly reader: HTMLElement
  readonly time: HTMLElement
  readonly summary: HTMLElement
  readonly figureOf: (key: string) => HTMLElement | null
}

export interface PlotSettings {
  readonly lines: readonly PlotLine[]
  readonly texts: InstrumentTexts
  readonly ink: string
  readonly font: string
  readonly title: string
  readonly axisLabel: (unit: string) => string
  /** Most times per second of the page's time that it is drawn. */
  readonly rate: number
}

const MS = 1000
/** Of the words, ms: they are read by and by. */
const SUMMARY_MS = 2000
/** Samples that Page Up and Page Down go. */
const PAGE = 20

export class PlotView {
  private readonly chart: Chart
  private data: ChartData
  private request = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private drawnAt = -Infinity
  private toldAt = -Infinity
  private pointed: number | null = null
  /** s */
  private readTime: number | null = null
  private held = false
  private readonly unsubscribe: () => void
  private readonly figure
  private readonly fine

  constructor(
    private readonly recording: Recording,
    private readonly elements: PlotElements,
    private readonly settings: PlotSettings,
  ) {
    this.figure = figuresOf(settings.texts)
    this.fine = figuresOf(settings.texts, 5)
    const { lines, texts, ink, font, axisLabel } = settings
    this.data = alignRuns(lines)
    this.chart = new Chart(elements.host, this.data, {
      ...{ lines, ink, font, axisLabel },
      timeLabel: `${texts.time} (s)`,
      format: this.fine,
      onPoint: (index) => {
        this.pointed = index
        // What keys have read comes back when the pointer has gone.
        if (index === null) this.chart.point(this.readIndex)
        this.writeFigures()
      },
    })
    this.unsubscribe = recording.subscribe(() => {
      if (!this.held) this.drawSoon()
    })
    this.draw()
  }

  /** As PNG. @param paper the colour behind it */
  picture(paper: string): Promise<Blob> {
    const { lines, ink, font, title } = this.settings
    const chart = this.chart.canvas
    const scale = chart.width / this.elements.host.clientWidth
    const shown = lines.filter(({ isShown }) => isShown)
    return drawPicture({ title, chart, scale, ink, paper, font, lines: shown })
  }

  /** While it is held, what is recorded is not shown. */
  hold(isHeld: boolean): void {
    this.held = isHeld
    if (!isHeld) this.drawSoon()
  }

  /** @returns whether the key means something here */
  press(key: string): boolean {
    const last = this.data[0].length - 1
    if (last < 0) return false
    // From where the pointer is, if that was last; a pointer that only rests there is not in the way of keys.
    const at = this.pointed ?? this.readIndex ?? last
    const to: Record<string, number | null> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageUp: at + PAGE,
      PageDown: at - PAGE,
      Home: 0,
      End: last,
      Escape: null,
    }
    const next = to[key]
    if (next === undefined) return false
    this.readTime = next === null ? null : this.data[0][Math.min(last, Math.max(0, next))]!
    this.pointed = null
    this.chart.point(this.readIndex)
    this.writeFigures()
    this.tell()
    return true
  }

  /** Says what there is now to whoever comes to it. */
  tell(): void {
    const { reader } = this.elements
    const times = this.data[0]
    const index = this.index
    const set = (name: string, value: number): void => {
      reader.setAttribute(`aria-value${name}`, String(Number(value.toPrecision(6))))
    }
    set('min', times[0] ?? 0)
    set('max', times[times.length - 1] ?? 0)
    set('now', index === null ? 0 : times[index]!)
    reader.setAttribute('aria-valuetext', this.words(index))
    this.summarize()
  }

  dispose(): void {
    this.unsubscribe()
    cancelAnimationFrame(this.request)
    clearTimeout(this.timer)
    this.chart.dispose()
  }

  private drawSoon(): void {
    if (this.timer !== undefined) return
    const wait = this.drawnAt + MS / this.settings.rate - performance.now()
    this.timer = setTimeout(
      () => {
        this.request = requestAnimationFrame(() => {
          this.timer = undefined
          this.draw()
        })
      },
      Math.max(0, wait),
    )
  }

  private draw(): void {
    this.drawnAt = performance.now()
    this.data = alignRuns(this.settings.lines)
    this.chart.setData(this.data)
    if (this.readTime !== null && this.pointed === null) this.chart.point(this.readIndex)
    this.writeFigures()
    if (this.drawnAt - this.toldAt < SUMMARY_MS) return
    this.toldAt = this.drawnAt
    this.summarize()
  }

  /** The sample that is read by keys; that nearest to its time, since samples may have been left out. */
  private get readIndex(): number | null {
    const { readTime } = this
    const times = this.data[0]
    if (readTime === null || times.length === 0) return null
    let low = 0
    let high = times.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (times[middle]! > readTime) high = middle
      else low = middle
    }
    return times[high]! - readTime < readTime - times[low]! ? high : low
  }

  /** The sample whose values are shown: under the pointer, else that read by keys, else the newest. */
  private get index(): number | null {
    const { length } = this.data[0]
    if (length === 0) return null
    const { pointed } = this
    if (pointed !== null && pointed < length) return pointed
    const { recording } = this
    const newest = recording.length > 0 ? this.indexBefore(recording.lastTime) : length - 1
    return this.readIndex ?? newest
  }

  /** An earlier run may be longer than that which is being recorded. */
  private indexBefore(time: number): number {
    const times = this.data[0]
    let n = times.length - 1
    while (n > 0 && times[n]! > time) n--
    return n
  }

  private writeFigures(): void {
    const { settings, elements, data, index } = this
    elements.time.textContent = index === null ? '' : this.seconds(data[0][index]!)
    settings.lines.forEach(({ key, unit }, n) => {
      const cell = elements.figureOf(key)
      if (cell) cell.textContent = this.value(n, index, unit)
    })
  }

  /** To a millisecond, as the clock has it. */
  private seconds(time: number): string {
    return this.fine(Math.round(MS * time) / MS, 's')
  }

  private value(line: number, index: number | null, unit: string): string {
    const value = index === null ? null : this.data[line + 1]?.[index]
    return this.figure(value ?? NaN, unit)
  }

  private words(index: number | null): string {
    const { lines, texts } = this.settings
    if (index === null) return texts.nothing
    const values = lines.flatMap(({ label, unit, isShown }, n) =>
      isShown ? `${label} ${this.value(n, index, unit)}` : [],
    )
    return `${this.seconds(this.data[0][index]!)}: ${values.join(', ')}`
  }

  private summarize(): void {
    const { lines, texts } = this.settings
    const times = this.data[0]
    if (times.length === 0) {
      this.elements.summary.textContent = texts.nothing
      return
    }
    const courses = lines.map(({ label, unit }, n) => {
      const values = Array.from(this.data[n + 1]!).filter((value) => value !== null)
      if (values.length === 0) return ''
      const least = values.reduce((a, b) => Math.min(a, b))
      const most = values.reduce((a, b) => Math.max(a, b))
      return texts.course(
        label,
        this.figure(values[values.length - 1]!, unit),
        this.figure(least, unit),
        this.figure(most, unit),
      )
    })
    const span = this.figure(times[times.length - 1]! - times[0]!, 's')
    this.elements.summary.textContent = [texts.summary(span), ...courses].join(' ')
  }
}

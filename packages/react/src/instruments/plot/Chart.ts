/**
 * A chart of lines over time, drawn by uPlot, which is loaded with this file only. What is around it (names,
 * values, buttons) is made by `<TimePlot>`.
 */
import uPlot from 'uplot'
import type { LineLook } from './lines.js'

export interface ChartLine {
  readonly label: string
  readonly unit: string
  readonly look: LineLook
  readonly isShown: boolean
}

export interface ChartOptions {
  readonly lines: readonly ChartLine[]
  /** Colour of text, as CSS has it. */
  readonly ink: string
  /** CSS font family. */
  readonly font: string
  /** Along the axis of time. */
  readonly timeLabel: string
  /** Along that of a unit. */
  readonly axisLabel: (unit: string) => string
  readonly format: (value: number) => string
  /** Told of the sample under the pointer; null where there is none. */
  readonly onPoint: (index: number | null) => void
}

/** Of text, pixels of the page. */
const TEXT = 12
/** About the width of a figure of that text. */
const FIGURE = 7.5
/** Of what stands beside an axis. */
const LABEL = 18
const GRID = 0.16

/** Of a cursor that is not to be seen. */
const AWAY = { left: -10, top: -10 }

export type ChartData = [times: ArrayLike<number>, ...lines: ArrayLike<number | null>[]]

export class Chart {
  private readonly plot: uPlot
  private readonly resizing: ResizeObserver
  private data: ChartData
  /** Is the cursor where the pointer is, or where `point` has put it? */
  private isPointed = false
  /** Where `point` has put it. */
  private marked: number | null = null

  constructor(host: HTMLElement, data: ChartData, options: ChartOptions) {
    this.data = data
    const { lines, onPoint } = options
    const units = [...new Set(lines.map(({ unit }) => unit))]
    this.plot = new uPlot(
      {
        width: Math.max(1, host.clientWidth),
        height: Math.max(1, host.clientHeight),
        legend: { show: false },
        padding: [8, 10, 0, 0],
        scales: { x: { time: false } },
        axes: [timeAxis(options), ...units.map((unit, n) => valueAxis(unit, n, options))],
        series: [
          {},
          ...lines.map(({ label, unit, look, isShown }) => ({
            label,
            scale: scaleOf(unit),
            stroke: look.color,
            dash: [...look.dash],
            width: look.width,
            show: isShown,
            points: { show: false },
          })),
        ],
        cursor: {
          ...{ y: false, drag: { x: false, y: false }, points: { size: 8 } },
          bind: {
            mousemove: (_plot, _over, follow) => (event: MouseEvent) => {
              // Browsers also tell of a pointer that rests while the page under it moves.
              if (event.movementX !== 0 || event.movementY !== 0) this.isPointed = true
              return this.isPointed ? follow(event) : null
            },
            mouseleave: (_plot, _over, follow) => (event: MouseEvent) => {
              if (!this.isPointed) return null
              follow(event)
              this.isPointed = false
              onPoint(null)
              return null
            },
          },
        },
        hooks: {
          setCursor: [
            ({ cursor }) => {
              if (this.isPointed) onPoint(cursor.idx ?? null)
            },
          ],
          // Data that is set is drawn later, and scales are known then.
          draw: [
            () => {
              this.mark()
            },
          ],
        },
      },
      data as uPlot.AlignedData,
      host,
    )
    this.resizing = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = host
      if (width > 0 && height > 0) this.plot.setSize({ width, height })
    })
    this.resizing.observe(host)
  }

  /** What is drawn, in pixels of the screen. */
  get canvas(): HTMLCanvasElement {
    return this.plot.ctx.canvas
  }

  setData(data: ChartData): void {
    this.data = data
    this.plot.setData(data as uPlot.AlignedData)
  }

  /** Puts the cursor on a sample until the pointer moves; null takes it away. Tells nobody. */
  point(index: number | null): void {
    this.isPointed = false
    this.marked = index
    this.mark()
  }

  dispose(): void {
    this.resizing.disconnect()
    this.plot.destroy()
  }

  private mark(): void {
    const time = this.marked === null ? undefined : this.data[0][this.marked]
    if (this.isPointed) return
    const place = time === undefined ? AWAY : { left: this.plot.valToPos(time, 'x'), top: 0 }
    this.plot.setCursor(place)
  }
}

const scaleOf = (unit: string): string => `in ${unit}`

function look({ ink, font }: ChartOptions) {
  return {
    stroke: ink,
    font: `${TEXT}px ${font}`,
    labelFont: `${TEXT}px ${font}`,
    labelSize: LABEL,
    grid: { stroke: faint(ink), width: 1 },
    ticks: { stroke: faint(ink), width: 1, size: 4 },
    gap: 4,
  }
}

function timeAxis(options: ChartOptions): uPlot.Axis {
  return {
    ...look(options),
    label: options.timeLabel,
    size: 28,
    values: (_, splits) => splits.map((split) => options.format(split)),
  }
}

function valueAxis(unit: string, n: number, options: ChartOptions): uPlot.Axis {
  const style = look(options)
  return {
    ...style,
    scale: scaleOf(unit),
    // The first is on the left, all others on the right, whose lines would cross those of the first.
    side: n === 0 ? 3 : 1,
    grid: n === 0 ? style.grid : { show: false },
    label: options.axisLabel(unit),
    values: (_, splits) => splits.map((split) => options.format(split)),
    size: (_, values) => {
      const longest = (values as string[] | null)?.reduce(
        (most, { length }) => Math.max(most, length),
        0,
      )
      return 12 + FIGURE * (longest ?? 3)
    },
  }
}

/** The same colour, for what is to be seen behind the lines. */
function faint(color: string): string {
  const [r = 128, g = 128, b = 128] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return `rgba(${r}, ${g}, ${b}, ${GRID})`
}

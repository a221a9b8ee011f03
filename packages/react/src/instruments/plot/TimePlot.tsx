'use client'
/**
 * `<TimePlot>`: lines over simulated time, as they are recorded, with figures, cursor, and the data to take
 * home as CSV or PNG. HTML for the page around the canvas. uPlot draws; it is loaded with the first plot.
 *
 * ```tsx
 * const recording = useRecording()
 * <Canvas><Cloth pins="top"><Recorder recording={recording} /></Cloth></Canvas>
 * <TimePlot recording={recording} title="Strain" quantities={['maxStrain', 'meanStrain']} />
 * ```
 */
import { checkNumber } from '@billow/core'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { toCsv } from '../csv.js'
import type { RecordedSeries, Recording } from '../Recording.js'
import { saveFile } from '../saveFile.js'
import { labelOf, textsFor } from '../texts/texts.js'
import { adoptStyle } from './adoptStyle.js'
import { earlierLook, type LineLook, lineLook } from './lines.js'
import { plotStyle } from './plotStyle.js'
import type { PlotLine, PlotView } from './PlotView.js'
import { paperOf, usePageLook } from './usePageLook.js'

export interface TimePlotProps {
  /** What is drawn, by `useRecording` or `useMeasurements`. */
  recording: Recording
  /** Stands over the plot, and names it for screen readers. */
  title: string
  /** Ids of those that are shown. Default: all that are recorded. */
  quantities?: readonly string[] | undefined
  /** Names by id, in place of those that texts know. */
  labels?: Readonly<Record<string, string>> | undefined
  /** Id of the line that sums up others, and is drawn in the colour of the text. */
  main?: string | undefined
  /** A run to compare with, in fine dashes. */
  earlier?: RecordedSeries | undefined
  /** BCP 47 tag: German, or else English. @defaultValue 'en' */
  lang?: string | undefined
  /** Of the chart, pixels, 80 or more. @defaultValue 220 */
  height?: number
  /** Most times per second that it is drawn. @defaultValue 10 */
  rate?: number
  /** Of files, without ending. Default: made of the title. */
  fileName?: string | undefined
  /** Takes files, in place of saving them. */
  onSave?: ((file: Blob, name: string) => void) | undefined
  /** Bring a look along; `false` leaves it to the page. @defaultValue true */
  styled?: boolean
  className?: string
}

const EARLIER = 'earlier '

/** @throws BillowError for an unknown quantity or a wrong number */
export function TimePlot({
  recording,
  title,
  quantities,
  labels,
  main,
  earlier,
  lang = 'en',
  height = 220,
  rate = 10,
  fileName,
  onSave = saveFile,
  styled = true,
  className = '',
}: TimePlotProps): ReactNode {
  checkNumber('TimePlot', 'height', height, { atLeast: 80 }, 'px')
  checkNumber('TimePlot', 'rate', rate, { above: 0 }, 'Hz')
  const shown = quantities ?? recording.quantities.map(({ id }) => id)
  for (const id of shown) recording.valuesOf(id)
  const id = useId()
  const figure = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<PlotView>(null)
  const held = useRef(false)
  const look = usePageLook(figure)
  const texts = textsFor(lang)
  const [isHeld, setHeld] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set())
  const [problem, setProblem] = useState('')

  const key = JSON.stringify({ ids: shown, own: labels, sum: main })
  const lines = useMemo(() => {
    const { ids, own, sum } = JSON.parse(key) as LineKey
    return makeLines({ recording, earlier, ids, sum, hidden, ...look }, (quantity) =>
      labelOf(quantity, texts, own),
    ).map((line) => (line.run === recording ? line : { ...line, label: texts.earlier(line.label) }))
  }, [key, recording, earlier, hidden, look, texts])

  useEffect(() => (styled ? adoptStyle(figure.current!, plotStyle) : undefined), [styled])

  useEffect(() => {
    const root = figure.current!
    const find = (part: string) => root.querySelector<HTMLElement>(`[data-part="${part}"]`)
    let next: PlotView | undefined
    let isThere = true
    const show = ({ PlotView: View }: { PlotView: typeof PlotView }): void => {
      if (!isThere) return
      const elements = {
        host: host.current!,
        reader: find('reader')!,
        time: find('time')!,
        summary: find('summary')!,
        figureOf: (line: string) => find(`value ${line}`),
      }
      view.current = next = new View(recording, elements, {
        ...{ lines, texts, rate, title, ink: look.ink, font: look.font },
        axisLabel: (unit) => axisLabel(lines, unit, title),
      })
      next.hold(held.current)
    }
    import('./PlotView.js').then(show, () => {
      setProblem(texts.noChart)
    })
    return () => {
      isThere = false
      view.current = null
      next?.dispose()
    }
  }, [recording, lines, texts, rate, look, title])

  useEffect(() => {
    held.current = isHeld
    view.current?.hold(isHeld)
  }, [isHeld])

  const name = fileName ?? title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()
  const saveCsv = (): void => {
    onSave(new Blob([toCsv(recording, title)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
  }
  const savePng = async (): Promise<void> => {
    const paper = paperOf(figure.current!, look.isDark)
    const file = await view.current?.picture(paper)
    if (file) onSave(file, `${name}.png`)
  }

  return (
    <figure
      className={`billow-plot ${className}`}
      lang={texts.language}
      ref={figure}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}summary`}
    >
      <div className="billow-plot-bar">
        <figcaption id={`${id}title`}>{title}</figcaption>
        <span className="billow-plot-time" data-part="time" />
        <button
          type="button"
          aria-pressed={isHeld}
          onClick={() => {
            setHeld(!isHeld)
          }}
        >
          {texts.pause}
        </button>
        <button type="button" aria-label={texts.save('CSV')} onClick={saveCsv}>
          CSV
        </button>
        <button type="button" aria-label={texts.save('PNG')} onClick={() => void savePng()}>
          PNG
        </button>
      </div>
      <div
        className="billow-plot-chart"
        data-part="reader"
        role="slider"
        tabIndex={0}
        aria-label={texts.reader(title)}
        aria-describedby={`${id}keys`}
        aria-valuemin={0}
        aria-valuemax={0}
        aria-valuenow={0}
        onFocus={() => view.current?.tell()}
        onKeyDown={(event) => {
          if (view.current?.press(event.key)) event.preventDefault()
        }}
      >
        <Sized height={height} hostRef={host} />
        {problem}
      </div>
      <ul className="billow-plot-lines" aria-label={texts.lines}>
        {lines.map((line) => (
          <li key={line.key}>
            <button
              type="button"
              aria-pressed={line.isShown}
              onClick={() => {
                setHidden((before) => toggled(before, line.key))
              }}
            >
              <Sample look={line.look} />
              <span>{line.label}</span>
              <span data-part={`value ${line.key}`} />
            </button>
          </li>
        ))}
      </ul>
      <p className="billow-plot-hidden" id={`${id}summary`} data-part="summary" />
      <p className="billow-plot-hidden" id={`${id}keys`}>
        {texts.keys}
      </p>
    </figure>
  )
}

/** Where the chart is. Its height is set by script: markup with a style is refused by strict policies. */
function Sized({
  height,
  hostRef,
}: {
  height: number
  hostRef: React.RefObject<HTMLDivElement | null>
}): ReactNode {
  useEffect(() => {
    hostRef.current!.style.height = `${height}px`
  }, [hostRef, height])
  return <div ref={hostRef} />
}

function Sample({ look: { color, dash, width } }: { look: LineLook }): ReactNode {
  return (
    <svg viewBox="0 0 36 12" aria-hidden="true">
      <line
        x1="0"
        y1="6"
        x2="36"
        y2="6"
        stroke={color}
        strokeWidth={width}
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  )
}

interface LineKey {
  readonly ids: readonly string[]
  readonly own?: Readonly<Record<string, string>>
  readonly sum?: string
}

interface Lines {
  readonly recording: Recording
  readonly earlier: RecordedSeries | undefined
  readonly ids: readonly string[]
  readonly sum: string | undefined
  readonly hidden: ReadonlySet<string>
  readonly ink: string
  readonly isDark: boolean
}

function makeLines(
  { recording, earlier, ids, sum, hidden, ink, isDark }: Lines,
  label: (quantity: Recording['quantities'][number]) => string,
): PlotLine[] {
  const now = ids.map((id, n): PlotLine => {
    const quantity = recording.quantities.find((each) => each.id === id)!
    const look = lineLook(n, isDark, id === sum ? ink : undefined)
    const isShown = !hidden.has(id)
    return {
      key: id,
      run: recording,
      id,
      label: label(quantity),
      unit: quantity.unit,
      look,
      isShown,
    }
  })
  if (!earlier) return now
  const known = new Set(earlier.quantities.map(({ id }) => id))
  const before = now
    .filter(({ id }) => known.has(id))
    .map((line) => {
      const key = EARLIER + line.id
      return { ...line, key, run: earlier, look: earlierLook(line.look), isShown: !hidden.has(key) }
    })
  return [...now, ...before]
}

/** Lines of one unit have it in common, and what they are of where there is one only. */
function axisLabel(lines: readonly PlotLine[], unit: string, title: string): string {
  const names = [
    ...new Set(
      lines
        .filter((line) => line.unit === unit && !line.key.startsWith(EARLIER))
        .map(({ label }) => label),
    ),
  ]
  const name = names.length === 1 ? names[0]! : title
  return unit === '' ? name : `${name} (${unit})`
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}

/** One more figure in the stage's readout, read a few times per second without rendering React. */
import { useEffect, useRef } from 'react'
import { Swatch } from './Swatch'

const INTERVAL_MS = 200

export interface ReadingProps {
  /** For `data-value`, by which play functions find it. */
  name: string
  label: string
  /** The colour that it has on the stage. */
  color?: number
  /** Undefined leaves what is shown. */
  read: () => string | undefined
}

export function Reading({ name, label, color, read }: ReadingProps) {
  const cell = useRef<HTMLElement>(null)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    const timer = setInterval(() => {
      const text = latest.current()
      if (cell.current && text !== undefined) cell.current.textContent = text
    }, INTERVAL_MS)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return (
    <div>
      <dt>
        {color === undefined ? null : <Swatch color={color} />}
        {label}
      </dt>
      <dd data-value={name} ref={cell}>
        –
      </dd>
    </div>
  )
}

/** Time, strain and contacts of the cloths on the stage, a few times per second, without rendering React. */
import type { ClothHandle } from '@billow/react'
import { useEffect, useRef } from 'react'

const INTERVAL_MS = 250

export function Readout({ cloths }: { cloths: ReadonlySet<ClothHandle> }) {
  const output = useRef<HTMLDListElement>(null)
  useEffect(() => {
    const write = () => {
      const measured = [...cloths].map((cloth) => cloth.measure())
      if (!output.current || measured.length === 0) return
      const show = (name: string, text: string) => {
        const cell = output.current?.querySelector(`[data-value="${name}"]`)
        if (cell) cell.textContent = text
      }
      show('time', `${measured[0]!.time.toFixed(2)} s`)
      show(
        'strain',
        measured.map(({ maxStrain }) => `${(100 * maxStrain).toFixed(1)} %`).join(' / '),
      )
      show('contacts', measured.map(({ contacts }) => String(contacts)).join(' / '))
    }
    write()
    const timer = setInterval(write, INTERVAL_MS)
    return () => {
      clearInterval(timer)
    }
  }, [cloths])
  return (
    <dl className="stage-readout" ref={output}>
      <div>
        <dt>Time</dt>
        <dd data-value="time">0.00 s</dd>
      </div>
      <div>
        <dt>Largest strain</dt>
        <dd data-value="strain">0.0 %</dd>
      </div>
      <div>
        <dt>Contacts</dt>
        <dd data-value="contacts">0</dd>
      </div>
    </dl>
  )
}

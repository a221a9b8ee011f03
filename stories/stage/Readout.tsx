/**
 * Time, strain and contacts of the cloths on the stage, blades and their lean of a field of grass, a few
 * times per second, without rendering React. Of few cloths each is shown, of many the one that is
 * stretched most.
 */
import type { ClothMeasurements, GrassMeasurements } from '@billow/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { StageCloth, StageReading } from './StageContext'

const INTERVAL_MS = 250

/** More values than these are a row of numbers that nobody compares. */
const MOST_SHOWN = 3

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

type Named<Reading> = Reading & { readonly name: string }
type Measured = Named<ClothMeasurements>

const isCloth = (reading: Named<StageReading>): reading is Measured => 'maxStrain' in reading

function bladesOf(fields: readonly GrassMeasurements[]): string {
  return fields.reduce((sum, { blades }) => sum + blades, 0).toLocaleString('en')
}

function leanOf(fields: readonly GrassMeasurements[]): string {
  return fields.map(({ meanLean }) => `${meanLean.toFixed(1)}°`).join(' / ')
}

function strainOf(measured: readonly Measured[]): string {
  if (measured.length <= MOST_SHOWN)
    return measured.map(({ maxStrain }) => percent(maxStrain)).join(' / ')
  const most = measured.reduce((a, b) => (b.maxStrain > a.maxStrain ? b : a))
  return most.name === '' ? percent(most.maxStrain) : `${percent(most.maxStrain)}, ${most.name}`
}

function contactsOf(measured: readonly Measured[]): string {
  const counts = measured.map(({ contacts }) => contacts)
  return counts.length <= MOST_SHOWN ? counts.join(' / ') : String(counts.reduce((a, b) => a + b))
}

const measureAll = (cloths: ReadonlySet<StageCloth>): Promise<Named<StageReading>[]> =>
  Promise.all(
    [...cloths].map(async (cloth) => ({ ...(await cloth.measure()), name: cloth.object.name })),
  )

export function Readout({
  cloths,
  children,
}: {
  cloths: ReadonlySet<StageCloth>
  /** Further readings: `<div><dt>Name</dt><dd>Value</dd></div>`. */
  children?: ReactNode
}) {
  const output = useRef<HTMLDListElement>(null)
  useEffect(() => {
    const show = (name: string, text: string, isThere = true) => {
      const cell = output.current?.querySelector(`[data-value="${name}"]`)
      if (!cell) return
      cell.textContent = text
      cell.parentElement!.hidden = !isThere
    }
    let isMeasuring = false
    const write = async () => {
      if (isMeasuring) return
      isMeasuring = true
      // A cloth in a worker may have gone before it answers.
      const measured: Named<StageReading>[] = await measureAll(cloths).catch(() => [])
      isMeasuring = false
      if (measured.length === 0) return
      show('time', `${measured[0]!.time.toFixed(2)} s`)
      const cloth = measured.filter(isCloth)
      const fields = measured.filter((reading) => !isCloth(reading)) as GrassMeasurements[]
      show('strain', cloth.length > 0 ? strainOf(cloth) : '', cloth.length > 0)
      show('contacts', contactsOf(cloth), cloth.length > 0)
      show('blades', bladesOf(fields), fields.length > 0)
      // Fields that are too large to be looked through four times a second have none.
      const leaning = fields.filter(({ meanLean }) => !Number.isNaN(meanLean))
      show('lean', leanOf(leaning), leaning.length > 0)
    }
    void write()
    const timer = setInterval(() => void write(), INTERVAL_MS)
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
      <div hidden>
        <dt>Blades</dt>
        <dd data-value="blades">0</dd>
      </div>
      <div hidden>
        <dt>Mean lean</dt>
        <dd data-value="lean">0.0°</dd>
      </div>
      {children}
    </dl>
  )
}

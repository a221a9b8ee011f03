/** What colours mean, among the stage's readings: a word to each, or a figure that changes. */
import { Reading } from './Reading'
import { Swatch } from './Swatch'

export interface LegendEntry {
  name: string
  color: number
  label: string
  /** What it is, or how to read it. */
  value: string | (() => string | undefined)
}

export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return entries.map(({ name, color, label, value }) =>
    typeof value === 'function' ? (
      <Reading key={name} name={name} label={label} color={color} read={value} />
    ) : (
      <div key={name}>
        <dt>
          <Swatch color={color} />
          {label}
        </dt>
        <dd>{value}</dd>
      </div>
    ),
  )
}

'use client'
/** What the colours of `<StrainMap>` mean: an element of the page, beside the canvas. */
import { strainLegend } from '@billow/three/materials'
import type { ComponentProps, ReactNode } from 'react'

export interface StrainLegendProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** As that of the map. @defaultValue 0 */
  minStrain?: number
  /** As that of the map. @defaultValue 0.1 */
  maxStrain?: number
  /** Words before the scale. @defaultValue 'Strain' */
  label?: string
  /** How many figures, 2 or more. @defaultValue 3 */
  marks?: number
}

/** Colours of the band. */
const STOPS = 9

export function StrainLegend({
  minStrain = 0,
  maxStrain = 0.1,
  label = 'Strain',
  marks = 3,
  ...props
}: StrainLegendProps): ReactNode {
  const stops = strainLegend(minStrain, maxStrain, STOPS).map(({ color }) => color)
  const figures = strainLegend(minStrain, maxStrain, marks).map(({ strain }) => percent(strain))
  const range = `${label}: ${figures[0]!} to ${figures.at(-1)!}`
  return (
    <div role="img" aria-label={range} {...props}>
      <div style={{ display: 'grid', width: '100%', gap: '0.2em' }}>
        <div>{label}</div>
        <div
          style={{ height: '0.75em', background: `linear-gradient(to right, ${stops.join(', ')})` }}
        />
        <div style={{ display: 'flex', justifyContent: 'space-between' }}>
          {figures.map((figure, n) => (
            <span key={n}>{figure}</span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Per cent, with as many digits as say something. */
function percent(strain: number): string {
  return `${Number((100 * strain).toPrecision(3))} %`
}

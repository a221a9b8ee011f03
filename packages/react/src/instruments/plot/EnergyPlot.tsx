'use client'
/** `<EnergyPlot>`: the energies of a cloth and their sum over time. */
import type { ReactNode } from 'react'
import { textsFor } from '../texts/texts.js'
import { TimePlot, type TimePlotProps } from './TimePlot.js'

export interface EnergyPlotProps extends Omit<TimePlotProps, 'quantities' | 'main' | 'title'> {
  /** Default: energy, in the language of the plot. */
  title?: string
}

const ENERGIES = ['kinetic', 'gravitational', 'elastic', 'total'] as const

/**
 * Kinetic, gravitational and elastic energy, and the sum of them, J. Gravitational energy is zero at the
 * origin; elastic energy is that of the springs of `solver="mass-spring"`, and of no other solver.
 */
export function EnergyPlot({ title, ...props }: EnergyPlotProps): ReactNode {
  return (
    <TimePlot
      {...props}
      title={title ?? textsFor(props.lang ?? 'en').energy}
      quantities={ENERGIES}
      main="total"
    />
  )
}

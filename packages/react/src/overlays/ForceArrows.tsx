'use client'
/** The forces on particles of the `<Cloth>` around, as arrows. */
import { checkNumber } from '@billow/core'
import { ForceArrows as Arrows } from '@billow/three/overlays'
import type { ReactNode } from 'react'
import { useCloth } from '../cloth/ClothContext.js'
import { useView } from '../views/useView.js'

export interface ForceArrowsProps {
  /** Numbers of the particles that have arrows. Default: some all over the sheet. */
  particles?: readonly number[] | undefined
  /** All over the sheet, every so many particles have arrows, 1 or more. @defaultValue 4 */
  stride?: number
  /** Length of an arrow for 1 N, m. Default: one that suits the weight of a particle. */
  forceScale?: number | undefined
  /** m g. @defaultValue true */
  gravity?: boolean
  /** Of springs, or what constraints did in their place. @defaultValue true */
  spring?: boolean
  /** Of the air. @defaultValue true */
  wind?: boolean
  /** Of colliders. @defaultValue true */
  contact?: boolean
}

/** Arrows of gravity, springs, wind and contact; see `ForceGauge` of core for what they are. */
export function ForceArrows({
  particles,
  stride = 4,
  forceScale,
  gravity = true,
  spring = true,
  wind = true,
  contact = true,
}: ForceArrowsProps): ReactNode {
  checkNumber('ForceArrows', 'stride', stride, { atLeast: 1 })
  if (forceScale !== undefined)
    checkNumber('ForceArrows', 'forceScale', forceScale, { above: 0 }, 'm/N')
  useView(
    useCloth('ForceArrows'),
    (mesh) => new Arrows(mesh),
    (view) => {
      Object.assign(view, { particles, stride, forceScale })
      Object.assign(view.shown, { gravity, spring, wind, contact })
    },
    undefined,
  )
  return null
}

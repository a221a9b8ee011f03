'use client'
/**
 * Teaching views of a field, as children of `<GrassField>`: how blades are made and which forces act
 * on them, and the wind over the ground.
 */
import { BillowError } from '@billow/core'
import { GrassAnatomy as Anatomy, type GrassMesh, WindArrows as Arrows } from '@billow/three'
import { createContext, type ReactNode, type RefObject, use } from 'react'
import { useView } from '../views/useView.js'

/** The field around a view. */
export const GrassFieldContext = createContext<RefObject<GrassMesh | null> | undefined>(undefined)

export interface GrassAnatomyProps {
  /** Numbers of the blades to show, as `GrassMesh.bladeAt` and clicks have them. */
  blades: readonly number[]
  /** Control points, polygon and curve. @defaultValue true */
  curve?: boolean
  /** Arrows of gravity, recovery, wind and their sum. @defaultValue true */
  forces?: boolean
  /** Length of an arrow for 1 m/s, in parts of the blade's height. @defaultValue 0.05 */
  forceScale?: number
}

/** Control points, curve and forces of picked blades of the field around it. */
export function GrassAnatomy({
  blades,
  curve = true,
  forces = true,
  forceScale = 0.05,
}: GrassAnatomyProps): ReactNode {
  useView(
    useField('GrassAnatomy'),
    (grass) => new Anatomy(grass),
    (view) => Object.assign(view, { blades, showCurve: curve, showForces: forces, forceScale }),
    0,
  )
  return null
}

export interface WindArrowsProps {
  /** Distance between arrows, m. @defaultValue 1 */
  spacing?: number
  /** Length of an arrow for 1 m/s, in parts of the spacing. @defaultValue 0.15 */
  lengthScale?: number
}

/** The wind over the field around it, as arrows on the ground. */
export function WindArrows({ spacing = 1, lengthScale = 0.15 }: WindArrowsProps): ReactNode {
  useView(
    useField('WindArrows'),
    (grass) => new Arrows(grass, spacing),
    (view) => (view.lengthScale = lengthScale),
    spacing,
  )
  return null
}

function useField(who: string): RefObject<GrassMesh | null> {
  const field = use(GrassFieldContext)
  if (!field) throw new BillowError(`@billow/react: ${who} must be inside a <GrassField>`)
  return field
}

'use client'
/**
 * Teaching views of a field, as children of `<GrassField>`: how blades are made and which forces act
 * on them, and the wind over the ground.
 */
import { BillowError } from '@billow/core'
import {
  GrassAnatomy as Anatomy,
  type GrassMesh,
  type Strokes,
  WindArrows as Arrows,
} from '@billow/three'
import { useThree } from '@react-three/fiber'
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useStepFrame } from '../simulation/useStepFrame.js'

/** The field around a view. */
export const GrassFieldContext = createContext<RefObject<GrassMesh | null> | undefined>(undefined)

/** After the field has been brought up to date, before drawing. */
const AFTER_FIELDS = 2 * Number.MIN_VALUE

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
    'GrassAnatomy',
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
    'WindArrows',
    (grass) => new Arrows(grass, spacing),
    (view) => (view.lengthScale = lengthScale),
    spacing,
  )
  return null
}

/** A drawing in the field, as long as the component is there. */
function useView<View extends Strokes & { update(): void }>(
  who: string,
  create: (grass: GrassMesh) => View,
  configure: (view: View) => unknown,
  identity: unknown,
): void {
  const field = use(GrassFieldContext)
  if (!field) throw new BillowError(`@billow/react: ${who} must be inside a <GrassField>`)
  const invalidate = useThree((three) => three.invalidate)
  const view = useRef<View>(null)
  const latest = useRef({ create, configure })

  useLayoutEffect(() => {
    latest.current = { create, configure }
  })

  useLayoutEffect(
    () => () => {
      drop(view)
    },
    [identity],
  )

  useEffect(() => {
    invalidate()
  })

  useStepFrame(() => {
    const grass = field.current
    if (!grass) return
    // Another shape of the field is another object.
    if (view.current?.parent !== grass) {
      drop(view)
      view.current = latest.current.create(grass)
      grass.add(view.current)
    }
    latest.current.configure(view.current)
    view.current.update()
  }, AFTER_FIELDS)
}

function drop(view: RefObject<Strokes | null>): void {
  view.current?.removeFromParent()
  view.current?.dispose()
  view.current = null
}

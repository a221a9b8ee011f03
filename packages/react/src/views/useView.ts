'use client'
/**
 * A drawing inside an object of the scene, for as long as a component is there. It is made in the frame in
 * which it is first drawn, so that StrictMode and suspended trees leave nothing behind.
 */
import { useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Object3D } from 'three'
import { useStepFrame } from '../simulation/useStepFrame.js'

/** After cloths and fields have been brought up to date, before drawing. */
const AFTER_STEPPED = 2 * Number.MIN_VALUE

/** What is shown: an object of the scene, or what changes its parent. */
export interface View {
  update(): void
  dispose(): void
}

/**
 * @param parent what it is drawn in; for another one it is made anew
 * @param configure called before every update
 * @param identity changes when it has to be made anew
 */
export function useView<Parent extends Object3D, Drawing extends View>(
  parent: RefObject<Parent | null>,
  create: (parent: Parent) => Drawing,
  configure: (view: Drawing) => unknown,
  identity: unknown,
): RefObject<Drawing | null> {
  const invalidate = useThree((three) => three.invalidate)
  const [, raise] = useState<undefined>()
  const view = useRef<Drawing>(null)
  const within = useRef<Parent>(null)
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
    return invalidate
  })

  const draw = (): void => {
    const { current } = parent
    // Another shape of a field is another object.
    if (view.current && within.current !== current) drop(view)
    if (!current) return
    if (!view.current) {
      view.current = latest.current.create(current)
      within.current = current
      if (isObject(view.current)) current.add(view.current)
    }
    latest.current.configure(view.current)
    view.current.update()
  }

  useStepFrame(() => {
    try {
      draw()
    } catch (error) {
      // Nobody catches what a frame throws; an error boundary catches what a render throws.
      raise(() => {
        throw error
      })
    }
  }, AFTER_STEPPED)

  return view
}

function drop(view: RefObject<View | null>): void {
  if (view.current && isObject(view.current)) view.current.removeFromParent()
  view.current?.dispose()
  view.current = null
}

function isObject(view: object): view is Object3D {
  return 'isObject3D' in view
}

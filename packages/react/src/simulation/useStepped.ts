'use client'
/**
 * The part of an object in the frame: bodies around it are read, it advances, it is drawn; by the
 * loop of its simulation, or by a callback of its own where it is in none.
 */
import type { CollidingObject } from '@billow/three'
import { type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
import { ColliderSet } from './ColliderSet.js'
import { SimulationContext } from './SimulationContext.js'
import type { SteppedCloth } from './SimulationLoop.js'
import { useRunFrame } from './useStepFrame.js'

export interface Stepping {
  /**
   * @param seconds of simulated time
   * @returns false where it has come to rest: another frame would show the same
   */
  readonly advance: (seconds: number) => boolean
  /** Takes over the state for drawing. */
  readonly draw: () => void
  readonly paused: boolean
  readonly timeScale: number
  readonly updatePriority: number | undefined
}

/**
 * @param object in the scene
 * @param identity changes when `object` is another one
 * @returns where bodies for this object alone are to be added
 */
export function useStepped(
  object: RefObject<CollidingObject | null>,
  identity: unknown,
  stepping: Stepping,
): ColliderSet {
  const loop = use(SimulationContext)?.loop
  const [bodies] = useState(() => new ColliderSet())
  const latest = useRef<Omit<SteppedCloth, 'mesh'>>(null)

  useLayoutEffect(() => {
    const { advance, draw, timeScale } = stepping
    const paused = stepping.paused || timeScale === 0
    latest.current = {
      readBodies(isRunning) {
        bodies.update(isRunning && !paused)
      },
      advance(seconds) {
        return !paused && advance(seconds * timeScale)
      },
      draw,
      isPaused: () => paused,
      timeScale: () => timeScale,
    }
  })

  useLayoutEffect(() => bodies.addCloth(object.current!), [bodies, object, identity])

  useLayoutEffect(
    () =>
      loop?.addCloth({
        mesh: object.current!,
        readBodies: (isRunning) => latest.current?.readBodies(isRunning),
        advance: (seconds) => latest.current?.advance(seconds) === true,
        draw: () => latest.current?.draw(),
        isPaused: () => latest.current?.isPaused() === true,
        timeScale: () => latest.current?.timeScale() ?? 1,
      }),
    [loop, object, identity],
  )

  useRunFrame(
    (seconds) => {
      latest.current?.readBodies(true)
      const goesOn = latest.current?.advance(seconds)
      latest.current?.draw()
      return goesOn === true
    },
    stepping.updatePriority,
    !loop,
  )

  return bodies
}

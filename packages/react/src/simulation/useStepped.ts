'use client'
/**
 * The part of an object in the frame: bodies around it are read, it advances, it is drawn; by the
 * loop of its simulation, or by one of its own where it is in none.
 */
import type { CollidingObject } from '@billow/three'
import { type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
import { ColliderSet } from './ColliderSet.js'
import { SimulationContext } from './SimulationContext.js'
import { SimulationLoop, type SteppedCloth } from './SimulationLoop.js'
import { useRunFrame } from './useStepFrame.js'

export interface Stepping {
  /**
   * By its own clock.
   * @param seconds of simulated time
   * @returns false where it has come to rest: another frame would show the same
   */
  readonly advance: (seconds: number) => boolean
  readonly isResting: () => boolean
  /** Takes over the state for drawing. */
  readonly draw: () => void
  readonly paused: boolean
  readonly timeScale: number
  readonly updatePriority: number | undefined
}

export interface Stepped {
  /** Where bodies for this object alone are to be added. */
  readonly bodies: ColliderSet
  /** What steps it. */
  readonly loop: SimulationLoop
}

/**
 * @param object in the scene
 * @param identity changes when `object` is another one
 */
export function useStepped(
  object: RefObject<CollidingObject | null>,
  identity: unknown,
  stepping: Stepping,
): Stepped {
  const around = use(SimulationContext)?.loop
  const [own] = useState(() => new SimulationLoop(true))
  const loop = around ?? own
  const isLone = !around
  const [bodies] = useState(() => new ColliderSet())
  const latest = useRef<Omit<SteppedCloth, 'mesh'>>(null)

  useLayoutEffect(() => {
    const { advance, isResting, draw, timeScale } = stepping
    const paused = stepping.paused || timeScale === 0
    latest.current = {
      readBodies(isRunning) {
        bodies.update(isRunning && !paused)
      },
      advance(seconds) {
        return !paused && advance(isLone ? seconds : seconds * timeScale)
      },
      isResting,
      draw,
      isPaused: () => paused,
      // The clock of one that is alone runs by it.
      timeScale: () => (isLone ? 1 : timeScale),
    }
  })

  useLayoutEffect(() => bodies.addCloth(object.current!), [bodies, object, identity])

  useLayoutEffect(
    () =>
      loop.addCloth({
        mesh: object.current!,
        readBodies: (isRunning) => latest.current?.readBodies(isRunning),
        advance: (seconds) => latest.current?.advance(seconds) === true,
        isResting: () => latest.current?.isResting() !== false,
        draw: () => latest.current?.draw(),
        isPaused: () => latest.current?.isPaused() === true,
        timeScale: () => latest.current?.timeScale() ?? 1,
      }),
    [loop, object, identity],
  )

  const { paused, timeScale, updatePriority } = stepping
  useRunFrame(
    (seconds) => own.frame(seconds * timeScale, !paused && timeScale > 0),
    updatePriority,
    isLone,
  )

  return { bodies, loop }
}

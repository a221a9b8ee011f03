'use client'
/**
 * The part of an object in the frame: bodies around it are read, it advances, it is drawn; by the
 * loop of its simulation, or by a callback of its own where it is in none.
 */
import type { CollidingObject } from '@billow/three'
import { useThree } from '@react-three/fiber'
import { type RefObject, use, useLayoutEffect, useRef, useState } from 'react'
import { ColliderSet } from './ColliderSet.js'
import { SimulationContext } from './SimulationContext.js'
import type { SteppedCloth } from './SimulationLoop.js'
import { useStepFrame } from './useStepFrame.js'

export interface Stepping {
  /** @param seconds of simulated time */
  readonly advance: (seconds: number) => void
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
  const invalidate = useThree((three) => three.invalidate)
  const loop = use(SimulationContext)?.loop
  const [bodies] = useState(() => new ColliderSet())
  const latest = useRef<Omit<SteppedCloth, 'mesh'>>(null)

  useLayoutEffect(() => {
    const { advance, draw, paused, timeScale } = stepping
    latest.current = {
      readBodies(isRunning) {
        bodies.update(isRunning && !paused)
      },
      advance(seconds) {
        if (paused) return
        advance(seconds * timeScale)
        invalidate()
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
        advance: (seconds) => latest.current?.advance(seconds),
        draw: () => latest.current?.draw(),
        isPaused: () => latest.current?.isPaused() === true,
        timeScale: () => latest.current?.timeScale() ?? 1,
      }),
    [loop, object, identity],
  )

  useStepFrame(
    (_, delta) => {
      latest.current?.readBodies(true)
      latest.current?.advance(delta)
      latest.current?.draw()
    },
    stepping.updatePriority,
    !loop,
  )

  return bodies
}

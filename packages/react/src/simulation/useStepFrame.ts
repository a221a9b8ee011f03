'use client'
/**
 * The place of a simulation within a frame: after the scene's own frame callbacks, so that cloth meets
 * bodies where they are about to be drawn and not where they were a frame ago, and before drawing.
 */
import { type RenderCallback, useStore, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** After every callback that has no priority, before those that come later and draw. */
const AFTER_OTHERS = Number.MIN_VALUE

/** s; a frame after a rest counts for no more: while nobody asks for frames, time stands. */
const FIRST_FRAME = 1 / 60

/** s; no frame that counts in full is longer. */
const LONGEST_FRAME = 0.25

/**
 * @param priority order among frame callbacks. Default: after those that have none
 * @param enabled false leaves the callback out
 */
export function useStepFrame(
  callback: RenderCallback,
  priority: number = AFTER_OTHERS,
  enabled = true,
): void {
  const store = useStore()
  const latest = useRef(callback)

  useLayoutEffect(() => {
    latest.current = callback
  })

  useLayoutEffect(() => {
    if (!enabled) return undefined
    // Whoever has a positive priority draws the scene instead of react-three-fiber, which counts
    // them. A simulation draws nothing.
    const counted = priority > 0 ? 1 : 0
    const unsubscribe = store.getState().internal.subscribe(latest, priority, store)
    store.getState().internal.priority -= counted
    return () => {
      store.getState().internal.priority += counted
      unsubscribe()
    }
  }, [store, priority, enabled])
}

/**
 * A simulation in the frame. On canvases that draw on demand it asks for the next frame as long as there
 * is something to do, and is at rest until somebody else does.
 *
 * @param run is told how many seconds have passed, and says whether it is to go on
 */
export function useRunFrame(
  run: (seconds: number) => boolean,
  priority?: number,
  enabled?: boolean,
): void {
  const store = useStore()
  const canvas = useThree((three) => three.gl.domElement)
  const invalidate = useThree((three) => three.invalidate)
  const goesOn = useRef(true)
  const lastLoop = useRef<string>(null)

  useStepFrame(
    ({ frameloop }, delta) => {
      // Who advances a canvas says what time it is, and react-three-fiber takes the first one for a length:
      // since 1970, or since the page was loaded.
      const begins = frameloop === 'never' && lastLoop.current !== 'never' && delta > LONGEST_FRAME
      const rested = begins || (frameloop === 'demand' && !goesOn.current)
      lastLoop.current = frameloop
      goesOn.current = run(rested ? Math.min(delta, FIRST_FRAME) : delta)
      if (goesOn.current) invalidate()
    },
    priority,
    enabled,
  )

  // Frames that were asked for before are still drawn, once nobody but the application is to draw any, and
  // their milliseconds are taken for seconds.
  useEffect(
    () =>
      store.subscribe(({ frameloop, internal }, before) => {
        if (frameloop === 'never' && before.frameloop !== 'never') internal.frames = 0
      }),
    [store],
  )

  // A graphics card that comes back has nothing of the last picture.
  useEffect(() => {
    const redraw = (): void => {
      invalidate()
    }
    canvas.addEventListener('webglcontextrestored', redraw)
    return () => {
      canvas.removeEventListener('webglcontextrestored', redraw)
    }
  }, [canvas, invalidate])
}

'use client'
/**
 * The place of a simulation within a frame: after the scene's own frame callbacks, so that cloth meets
 * bodies where they are about to be drawn and not where they were a frame ago, and before drawing.
 */
import { type RenderCallback, useStore } from '@react-three/fiber'
import { useLayoutEffect, useRef } from 'react'

/** After every callback that has no priority, before those that come later and draw. */
const AFTER_OTHERS = Number.MIN_VALUE

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

'use client'
/**
 * Callbacks of fixed steps. Frames come as the screen has them, steps at fixed simulated times: what moves
 * a scene in steps moves it alike at any frame rate, bit by bit.
 *
 * ```tsx
 * useBeforeStep(({ time }) => ball.current.set({ center: [Math.sin(time), 0, 0] }))
 * ```
 */
import { BillowError } from '@billow/core'
import { use, useLayoutEffect, useRef } from 'react'
import { useThree } from '@react-three/fiber'
import { LoopContext } from './SimulationContext.js'
import type { StepCallback } from './StepCallbacks.js'

/**
 * Calls back before every fixed step of the `<Simulation>` around, or of the `<Cloth>` or `<GrassField>`
 * where that is alone, at any frame rate, and also before a step by hand. Renders nothing anew; the
 * callback is the one of the last render. As long as somebody listens, the clock of a canvas that draws on
 * demand goes on.
 *
 * @throws BillowError where there is nothing around that is simulated
 */
export function useBeforeStep(callback: StepCallback): void {
  useStepCallback('useBeforeStep', 'beforeStep', callback)
}

/** As `useBeforeStep`, once all that follows the clock has taken the step. */
export function useAfterStep(callback: StepCallback): void {
  useStepCallback('useAfterStep', 'afterStep', callback)
}

function useStepCallback(
  who: string,
  when: 'beforeStep' | 'afterStep',
  callback: StepCallback,
): void {
  const loop = use(LoopContext)
  if (!loop)
    throw new BillowError(
      `@billow/react: ${who} must be used in a component within a <Simulation>, <Cloth> or <GrassField>`,
    )
  const latest = useRef(callback)
  const invalidate = useThree((three) => three.invalidate)

  useLayoutEffect(() => {
    latest.current = callback
  })

  useLayoutEffect(() => {
    const callbacks = loop.callbacks[when]
    const call: StepCallback = (moment) => {
      latest.current(moment)
    }
    callbacks.add(call)
    invalidate()
    return () => {
      callbacks.delete(call)
    }
  }, [loop, when, invalidate])
}

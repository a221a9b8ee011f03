'use client'
/** What a ref to `<Simulation>`, and `useSimulation` inside it, give: verbs for all of it at once. */
import { BillowError } from '@billow/core'
import type { CollidingSimulation } from '@billow/three'
import { createContext, use } from 'react'
import type { SimulationLoop } from './SimulationLoop.js'

export interface SimulationHandle {
  /** Cloths and fields of grass, in the order in which they came. A new list each time. */
  readonly simulations: readonly CollidingSimulation[]
  /** Simulated seconds since the start, by the clock that all share. */
  readonly time: number
  /** Seconds per step of that clock. */
  readonly timeStep: number
  /** One fixed step of all that is not paused by itself, also while the simulation is. */
  step(): void
  /** All back to the start. */
  reset(): void
}

export const SimulationHandleContext = createContext<SimulationHandle | undefined>(undefined)

/** @param redraw asks for a frame, for canvases that draw on demand */
export function createSimulationHandle(loop: SimulationLoop, redraw: () => void): SimulationHandle {
  return {
    get simulations() {
      return loop.simulations
    },
    get time() {
      return loop.time
    },
    get timeStep() {
      return loop.timeStep
    },
    step() {
      loop.step()
      redraw()
    },
    reset() {
      loop.reset()
      redraw()
    },
  }
}

/**
 * The simulation around a component: the same object in every render.
 *
 * @throws BillowError where there is none
 */
export function useSimulation(): SimulationHandle {
  const handle = use(SimulationHandleContext)
  if (!handle)
    throw new BillowError(
      '@billow/react: useSimulation must be used in a component within a <Simulation>',
    )
  return handle
}

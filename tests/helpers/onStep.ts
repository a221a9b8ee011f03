/** Looks into steps that a cloth takes on its own, several in a frame. */
import type { ClothSimulation } from '@billow/core'

interface Run {
  step(stepsLeft: number): void
}

/** Calls back after every step of a cloth, or in place of it. */
export function onStep(cloth: ClothSimulation, call: () => void, replaces = false): void {
  const { run } = cloth as unknown as { readonly run: Run }
  const step = run.step.bind(run)
  run.step = (stepsLeft) => {
    if (!replaces) step(stepsLeft)
    call()
  }
}

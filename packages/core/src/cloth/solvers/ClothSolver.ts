/**
 * What a solver is to `ClothSimulation`: something that moves a `ClothState` on by one substep.
 * The simulation owns the clock, pins and hands; the solver owns forces, constraints and contacts.
 */
import type { ClothParams } from '../../params/clothParams.js'

export interface ClothSolver {
  /** Takes over parameters; called before the first step and after every change. */
  configure(params: ClothParams): void
  /** Called before the substeps of a step that starts at `time` seconds. */
  beginStep(time: number): void
  /** Moves the state on by `dt` seconds. */
  substep(dt: number): void
  /** Particles that were moved out of colliders or away from each other in the last substep. */
  readonly contacts: number
  /** Largest stiffness `ks` that is stable at this substep, N/m; infinite where there is no limit. */
  stableStiffness(dt: number): number
}

/** Mass of one particle, kg: the sheet's mass, shared evenly. */
export function particleMass({ size, density }: ClothParams, particleCount: number): number {
  return (size[0] * size[1] * density) / particleCount
}

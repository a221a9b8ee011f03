/**
 * The frame of a simulation: first all bodies are read, then all cloths advance by the same time, then
 * they are drawn as they are.
 */
import type { CollidingObject } from '@billow/three'
import { ColliderSet } from './ColliderSet.js'

/** A cloth as its simulation sees it. */
export interface SteppedCloth {
  readonly mesh: CollidingObject
  /** Reads what only this cloth touches. */
  readBodies(isRunning: boolean): void
  /** @param seconds of simulated time, times its own time scale */
  advance(seconds: number): void
  draw(): void
}

export class SimulationLoop {
  /** What all cloths touch. */
  readonly shared = new ColliderSet()
  private readonly cloths = new Set<SteppedCloth>()

  addCloth(cloth: SteppedCloth): () => void {
    const leave = this.shared.addCloth(cloth.mesh)
    this.cloths.add(cloth)
    return () => {
      this.cloths.delete(cloth)
      leave()
    }
  }

  /** @param isRunning false while the clock is stopped */
  frame(seconds: number, isRunning: boolean): void {
    this.shared.update(isRunning)
    for (const cloth of this.cloths) cloth.readBodies(isRunning)
    if (isRunning) for (const cloth of this.cloths) cloth.advance(seconds)
    for (const cloth of this.cloths) cloth.draw()
  }
}

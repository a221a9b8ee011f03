/**
 * The frame of a simulation: first all bodies are read, then all cloths advance by the same time, then
 * they are drawn as they are. Cloths that touch each other advance together.
 */
import { BillowError, ClothGroup, type ClothGroupOptions, type ClothSimulation } from '@billow/core'
import type { CollidingObject } from '@billow/three'
import { ColliderSet } from './ColliderSet.js'

/** A cloth as its simulation sees it. */
export interface SteppedCloth {
  readonly mesh: CollidingObject
  readonly isPaused: () => boolean
  readonly timeScale: () => number
  /** Reads what only this cloth touches. */
  readBodies(isRunning: boolean): void
  /**
   * @param seconds of simulated time, times its own time scale
   * @returns false where it has come to rest, or stands still
   */
  advance(seconds: number): boolean
  draw(): void
}

/** Largest difference of two places in the scene that counts as rounding. */
const ROUNDING = 1e-6

export class SimulationLoop {
  /** What all cloths touch. */
  readonly shared = new ColliderSet()
  private readonly cloths = new Set<SteppedCloth>()
  private group: ClothGroup | undefined

  addCloth(cloth: SteppedCloth): () => void {
    this.join(cloth)
    const leave = this.shared.addCloth(cloth.mesh)
    this.cloths.add(cloth)
    return () => {
      this.cloths.delete(cloth)
      this.group?.remove(cloth.mesh.simulation as ClothSimulation)
      leave()
    }
  }

  /**
   * Lets cloths touch each other from now on.
   *
   * @returns ends that
   * @throws BillowError where one of them cannot
   */
  collide(options: ClothGroupOptions): () => void {
    const group = new ClothGroup([], options)
    this.group = group
    const end = (): void => {
      group.dispose()
      if (this.group === group) this.group = undefined
    }
    try {
      for (const cloth of this.cloths) this.join(cloth)
    } catch (error) {
      end()
      throw error
    }
    return end
  }

  /**
   * @param isRunning false while the clock is stopped
   * @returns false where all have come to rest: another frame would show the same
   */
  frame(seconds: number, isRunning: boolean): boolean {
    this.shared.update(isRunning)
    for (const cloth of this.cloths) cloth.readBodies(isRunning)
    const goesOn = isRunning && this.advance(seconds)
    for (const cloth of this.cloths) cloth.draw()
    return goesOn
  }

  private advance(seconds: number): boolean {
    let goesOn = this.group ? this.advanceGroup(this.group, seconds) : false
    for (const cloth of this.cloths)
      if (!this.isInGroup(cloth) && cloth.advance(seconds)) goesOn = true
    return goesOn
  }

  /** Those that are paused stand still; once time has passed, all can be stepped by hand. */
  private advanceGroup(group: ClothGroup, seconds: number): boolean {
    let isAnyRunning = false
    for (const cloth of this.cloths) {
      if (!this.isInGroup(cloth)) continue
      const isPaused = cloth.isPaused()
      group.setPaused(cloth.mesh.simulation as ClothSimulation, isPaused)
      if (!isPaused) isAnyRunning = true
    }
    const steps = isAnyRunning ? group.advance(seconds) : 0
    // Before a step nobody knows.
    let goesOn = isAnyRunning && steps === 0
    for (const cloth of this.cloths) {
      if (!this.isInGroup(cloth)) continue
      const simulation = cloth.mesh.simulation as ClothSimulation
      if (!cloth.isPaused() && !simulation.sleeping) goesOn = true
      group.setPaused(simulation, false)
    }
    return goesOn
  }

  private isInGroup({ mesh }: SteppedCloth): boolean {
    return this.group !== undefined && (mesh.simulation as ClothSimulation).group === this.group
  }

  /** Takes a cloth into the group, if there is one; fields of grass are none. */
  private join(cloth: SteppedCloth): void {
    const { group } = this
    const { simulation } = cloth.mesh
    if (!group || !('grab' in simulation)) return
    if (cloth.timeScale() !== 1)
      refuse('share its clock, so the timeScale of each must be 1; use that of the Simulation')
    for (const other of this.cloths) {
      if (!this.isInGroup(other) || isSamePlace(cloth.mesh, other.mesh)) continue
      refuse(
        'must be at the same place in the scene; use origin in place of position, rotation and scale',
      )
    }
    group.add(simulation as ClothSimulation)
  }
}

function refuse(what: string): never {
  throw new BillowError(`@billow/react: Simulation: cloths with clothCollision ${what}`)
}

/** Particles are in the space of their mesh: those of two can be compared where these are the same. */
function isSamePlace(one: CollidingObject, other: CollidingObject): boolean {
  one.updateWorldMatrix(true, false)
  other.updateWorldMatrix(true, false)
  const { elements } = other.matrixWorld
  return one.matrixWorld.elements.every((x, n) => Math.abs(x - elements[n]!) < ROUNDING)
}

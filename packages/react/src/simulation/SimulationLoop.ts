/**
 * The frame of a simulation: first all bodies are read, then all cloths and fields advance by the same
 * time, then they are drawn as they are. One clock gives the steps, and every step is one of all of them
 * between two calls of those who asked for it; cloths that touch each other take it together. Whatever has
 * a time step or a time scale of its own, or is in a worker, has its own clock, too.
 */
import {
  BillowError,
  type ClothGroup,
  type ClothSimulation,
  FixedStepper,
  type GrassSimulation,
} from '@billow/core'
import type { CollidingObject, CollidingSimulation } from '@billow/three'
import { ColliderSet } from './ColliderSet.js'
import { StepCallbacks } from './StepCallbacks.js'

/** A cloth as its simulation sees it. */
export interface SteppedCloth {
  readonly mesh: CollidingObject
  readonly isPaused: () => boolean
  readonly timeScale: () => number
  /** Has it come to rest? Before a step nobody knows. */
  readonly isResting: () => boolean
  /** Reads what only this cloth touches. */
  readBodies(isRunning: boolean): void
  /**
   * By its own clock.
   * @param seconds of simulated time, times its own time scale
   * @returns false where it has come to rest, or stands still
   */
  advance(seconds: number): boolean
  draw(): void
}

/** What can be stepped by a clock outside. */
interface Steppable extends CollidingSimulation {
  readonly timeStep: number
  pending: number
  step(stepsLeft?: number): void
}

/** Largest difference of two places in the scene that counts as rounding. */
const ROUNDING = 1e-6

/** s */
const TIME_STEP = 1 / 60

const loops = /* @__PURE__ */ new WeakMap<object, SimulationLoop>()

/** The loop that steps a simulation in the scene, for who is not in the scene. */
export function loopOf(simulation: object): SimulationLoop | undefined {
  return loops.get(simulation)
}

export class SimulationLoop {
  /** What all cloths touch. */
  readonly shared = new ColliderSet()
  readonly callbacks = new StepCallbacks()
  private readonly cloths = new Set<SteppedCloth>()
  private group: ClothGroup | undefined
  private clock = new FixedStepper()
  private maxSubSteps: number | undefined
  private stepSeconds = TIME_STEP
  private elapsed = 0
  private passed = 0

  /** @param isLone is it that of one object, whose clock it takes over? */
  constructor(private readonly isLone = false) {}

  /** Simulated seconds since the start, by the clock of all. */
  get time(): number {
    return this.elapsed
  }

  /** Simulated seconds of the last frame, of which there may be no step yet; 0 while the clock is stopped. */
  get frameSeconds(): number {
    return this.passed
  }

  /** Seconds per step of the clock. */
  get timeStep(): number {
    return this.stepSeconds
  }

  /** Everything that is simulated here. */
  get simulations(): readonly CollidingSimulation[] {
    return [...this.cloths].map(({ mesh }) => mesh.simulation)
  }

  /**
   * @param maxSubSteps most steps in one frame, 1 or more; as many as a cloth takes where nobody says
   * @throws BillowError for a wrong number
   */
  setClock(timeStep: number, maxSubSteps: number | undefined): void {
    this.stepSeconds = timeStep
    if (maxSubSteps === this.maxSubSteps) return
    this.maxSubSteps = maxSubSteps
    const { pending } = this.clock
    this.clock = new FixedStepper(maxSubSteps === undefined ? {} : { maxSteps: maxSubSteps })
    this.clock.pending = pending
  }

  addCloth(cloth: SteppedCloth): () => void {
    this.join(cloth)
    const leave = this.shared.addCloth(cloth.mesh)
    loops.set(cloth.mesh.simulation, this)
    this.cloths.add(cloth)
    return () => {
      this.cloths.delete(cloth)
      this.group?.remove(cloth.mesh.simulation as ClothSimulation)
      leave()
    }
  }

  /**
   * Lets cloths touch each other from now on. The group is handed over, so that a cloth that is alone does
   * not load its code.
   *
   * @param group of no cloths yet
   * @returns ends that
   * @throws BillowError where one of them cannot
   */
  collide(group: ClothGroup): () => void {
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
    this.passed = isRunning ? seconds : 0
    this.shared.update(isRunning)
    for (const cloth of this.cloths) cloth.readBodies(isRunning)
    this.callbacks.observe()
    const goesOn = isRunning && this.advance(seconds)
    for (const cloth of this.cloths) cloth.draw()
    return goesOn
  }

  /**
   * One step by hand of one cloth or field, as it goes: with those that it touches, and where it is
   * alone with all that goes with a step.
   */
  stepOne(simulation: ClothSimulation | GrassSimulation): void {
    if (this.isLone) this.step(true)
    else ('group' in simulation ? (simulation.group ?? simulation) : simulation).step()
  }

  /**
   * One step of everything, by hand.
   * @param all also of what is paused by itself
   */
  step(all = false): void {
    this.readLone()
    this.pauseGroup()
    this.stepInStep(1, all)
    for (const cloth of this.cloths)
      if ((all || !cloth.isPaused()) && !this.isInStep(cloth) && !this.isInGroup(cloth))
        (cloth.mesh.simulation as Steppable).step()
    this.resumeGroup()
  }

  /** Back to the start. */
  reset(): void {
    this.elapsed = 0
    this.clock.reset()
    for (const { mesh } of this.cloths) (mesh.simulation as unknown as ClothSimulation).reset()
  }

  private advance(seconds: number): boolean {
    const { clock, cloths } = this
    this.readLone()
    this.pauseGroup()
    const steps = clock.advance(seconds, this.stepSeconds)
    for (let left = steps; left > 0; left--) this.stepInStep(left)
    // A clock that somebody listens to goes on.
    let goesOn = !this.callbacks.isEmpty
    for (const cloth of cloths) {
      const isPaused = cloth.isPaused()
      if (this.isInStep(cloth)) {
        if (!isPaused) (cloth.mesh.simulation as Steppable).pending = clock.pending
        if (!isPaused && (steps === 0 || !cloth.isResting())) goesOn = true
      } else if (!this.isInGroup(cloth) && cloth.advance(seconds)) goesOn = true
    }
    if (this.advanceGroup(seconds, steps)) goesOn = true
    this.resumeGroup()
    return goesOn
  }

  /** One step of everything that follows the clock of all. */
  private stepInStep(stepsLeft: number, all = false): void {
    this.callbacks.before(this.elapsed, this.stepSeconds)
    if (this.isGroupInStep()) this.group!.step(stepsLeft)
    for (const cloth of this.cloths)
      if (this.isInStep(cloth) && (all || !cloth.isPaused()))
        (cloth.mesh.simulation as Steppable).step(stepsLeft)
    this.elapsed += this.stepSeconds
    this.callbacks.after(this.elapsed, this.stepSeconds)
  }

  /** Cloths in a group, which have stepped by the clock of all unless they have a time step of their own. */
  private advanceGroup(seconds: number, steps: number): boolean {
    const { group } = this
    if (!group || !this.isAnyRunning()) return false
    const inStep = this.isGroupInStep()
    const taken = inStep ? steps : group.advance(seconds)
    if (inStep) group.pending = this.clock.pending
    let goesOn = taken === 0
    for (const cloth of this.cloths)
      if (this.isInGroup(cloth) && !cloth.isPaused() && !cloth.isResting()) goesOn = true
    return goesOn
  }

  /** Those that are paused stand still. */
  private pauseGroup(): void {
    for (const cloth of this.cloths)
      if (this.isInGroup(cloth))
        this.group!.setPaused(cloth.mesh.simulation as ClothSimulation, cloth.isPaused())
  }

  /** Once time has passed, all can be stepped by hand. */
  private resumeGroup(): void {
    for (const cloth of this.cloths)
      if (this.isInGroup(cloth))
        this.group!.setPaused(cloth.mesh.simulation as ClothSimulation, false)
  }

  /** The only object has a clock, which its handle resets and its snapshots restore. */
  private readLone(): void {
    if (!this.isLone) return
    for (const { mesh } of this.cloths) {
      const { time, timeStep, pending } = mesh.simulation as Partial<Steppable>
      this.stepSeconds = timeStep ?? TIME_STEP
      this.elapsed = time ?? 0
      if (pending !== undefined) this.clock.pending = pending
    }
  }

  /** Does it take the steps of the clock of all? */
  private isInStep(cloth: SteppedCloth): boolean {
    const { simulation } = cloth.mesh
    return (
      'pending' in simulation &&
      (simulation as Steppable).timeStep === this.stepSeconds &&
      cloth.timeScale() === 1 &&
      !this.isInGroup(cloth)
    )
  }

  private isAnyRunning(): boolean {
    for (const cloth of this.cloths) if (this.isInGroup(cloth) && !cloth.isPaused()) return true
    return false
  }

  private isGroupInStep(): boolean {
    if (!this.group || !this.isAnyRunning()) return false
    for (const cloth of this.cloths)
      if (this.isInGroup(cloth))
        return (cloth.mesh.simulation as Steppable).timeStep === this.stepSeconds
    return false
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

/**
 * The steps of one cloth: whole ones where it is alone, and in pieces for a `ClothGroup`, which takes
 * those of several cloths in turn.
 */
import { fail, show } from '../params/check.js'
import type { ClothParams } from '../params/clothParams.js'
import type { FixedStepper } from '../time/FixedStepper.js'
import type { ClothGroup } from './ClothGroup.js'
import type { RunningParts } from './runningParts.js'
import type { ClothProgress } from './snapshot.js'
import type { StepTiming } from './solvers/ClothSolver.js'
import { rescaleVelocities } from './verlet.js'

/** What is told of every step that moves a cloth. */
interface StepObserver {
  beginStep(): void
  endStep(): void
}

interface Running {
  readonly params: Readonly<ClothParams>
}

const runs = /* @__PURE__ */ new WeakMap<object, ClothRun>()

/** How a cloth is stepped; undefined for what is no `ClothSimulation`. */
export function runOf(cloth: object): ClothRun | undefined {
  return runs.get(cloth)
}

/** @throws BillowError for a solver whose cloths cannot touch each other */
export function checkGroupSolver(who: string, { solver }: Pick<ClothParams, 'solver'>): void {
  if (solver === 'mass-spring')
    fail(who, 'a cloth in a ClothGroup must have solver "xpbd" or "pbd", got "mass-spring"')
}

/** @throws BillowError for what is no number of steps */
export function checkStepsLeft(who: string, stepsLeft: unknown): void {
  if (!Number.isInteger(stepsLeft) || (stepsLeft as number) < 1)
    fail(who, `stepsLeft must be an integer >= 1, got ${show(stepsLeft)}`)
}

export class ClothRun {
  parts!: RunningParts
  readonly timing: StepTiming = { time: 0, dt: 0, step: 0, stepsLeft: 1 }
  readonly progress: ClothProgress = { time: 0, steps: 0, unstableSteps: 0, lastSubstep: 0 }
  /** What steps the cloth, where it is not alone. */
  group: ClothGroup | undefined
  /** Notes what forces do, where somebody looks at them. */
  observer: StepObserver | undefined
  /** It is at rest and computed all the same, since what is near it moves. */
  isKeptAwake = false

  constructor(
    private readonly cloth: Running,
    readonly clock: FixedStepper,
  ) {
    runs.set(cloth, this)
  }

  get params(): Readonly<ClothParams> {
    return this.cloth.params
  }

  get sleeping(): boolean {
    return !this.isKeptAwake && this.parts.sleep.isSleeping(this.params)
  }

  /**
   * One step of a cloth that is alone.
   *
   * @param stepsLeft steps that remain in this frame, this one included
   */
  step(stepsLeft: number): void {
    const { substeps } = this.params
    this.aim(stepsLeft, substeps)
    if (this.begin()) this.move(substeps)
    this.pass()
  }

  /** @throws BillowError when what a pin follows gives no place, and then nothing has changed */
  aim(stepsLeft: number, substeps: number): void {
    const { timing, progress, params } = this
    timing.time = progress.time
    timing.dt = params.timeStep / substeps
    timing.step = params.timeStep
    timing.stepsLeft = stepsLeft
    this.parts.holds.aim(timing, stepsLeft)
  }

  /** @returns false where the cloth is at rest */
  begin(): boolean {
    const { sleep } = this.parts
    const rests = sleep.goesOn(this.params)
    this.stand()
    return !rests
  }

  /** What was is what is. */
  stand(): void {
    const { state, previous } = this.parts
    previous.set(state.positions)
  }

  beginSubsteps(): void {
    const { timing, progress } = this
    const { state, solver, holds, easing } = this.parts
    if (progress.lastSubstep !== timing.dt) {
      if (progress.lastSubstep !== 0) rescaleVelocities(state, timing.dt / progress.lastSubstep)
      progress.lastSubstep = timing.dt
    }
    easing.advance(timing)
    this.observer?.beginStep()
    solver.beginStep(timing, holds)
  }

  endSubsteps(): void {
    const { solver, sleep, tearing } = this.parts
    if (!solver.endStep(this.timing)) this.takeBack()
    this.observer?.endStep()
    tearing?.tear(this.params.tearStrain)
    sleep.observe()
  }

  /** The time of the step is over. */
  pass(): void {
    const { progress } = this
    progress.time += this.params.timeStep
    progress.steps++
  }

  private move(substeps: number): void {
    const { timing } = this
    const { solver, holds } = this.parts
    this.beginSubsteps()
    for (let left = substeps; left > 0; left--) {
      holds.move(left)
      solver.substep(timing, holds, left === 1)
    }
    this.endSubsteps()
  }

  /** Undoes a step that exploded, and stops all motion: nothing that is not a number gets out. */
  private takeBack(): void {
    const { state, previous, solver, sleep } = this.parts
    state.positions.set(previous)
    state.lastPositions.set(previous)
    solver.settle()
    this.progress.unstableSteps++
    sleep.wake()
  }
}

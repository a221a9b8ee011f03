/** Those who want to be told of every fixed step of a clock, before it or after it. */

/** When a step is. The same object in every call. */
export interface StepMoment {
  /** Simulated seconds since the start: before a step when it begins, after a step when it has ended. */
  time: number
  /** Length of the step, s. */
  timeStep: number
}

export type StepCallback = (moment: Readonly<StepMoment>) => void

export class StepCallbacks {
  readonly beforeStep = new Set<StepCallback>()
  readonly afterStep = new Set<StepCallback>()
  /** Look on after every step and in every frame, before its steps; the clock does not go on for them. */
  readonly observers = new Set<() => void>()
  private readonly moment: StepMoment = { time: 0, timeStep: 0 }

  get isEmpty(): boolean {
    return this.beforeStep.size === 0 && this.afterStep.size === 0
  }

  before(time: number, timeStep: number): void {
    this.call(this.beforeStep, time, timeStep)
  }

  after(time: number, timeStep: number): void {
    this.call(this.afterStep, time, timeStep)
    this.observe()
  }

  observe(): void {
    for (const observer of this.observers) observer()
  }

  private call(callbacks: Set<StepCallback>, time: number, timeStep: number): void {
    const { moment } = this
    moment.time = time
    moment.timeStep = timeStep
    for (const callback of callbacks) callback(moment)
  }
}

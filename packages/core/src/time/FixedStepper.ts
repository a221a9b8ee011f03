/**
 * The clock of a simulation. Frames of any length go in, whole steps of fixed length come out, so
 * that a second of frames at 30, 60 or 144 Hz gives bit-equal states ("Fix your timestep", Fiedler
 * 2004). A long frame (a hidden tab, a breakpoint) is cut short and never caught up.
 */
import { checkNumber, fail, show } from '../params/check.js'

/** A frame never counts for more than this: one slow frame may lag, a pause is dropped. */
const MAX_FRAME_SECONDS = 0.25

/** Steps per frame at most, so that a slow machine runs in slow motion instead of freezing. */
const MAX_STEPS_PER_FRAME = 8

/**
 * Frames that add up to a step in decimal may miss it by a rounding error in binary
 * (144 · 1/144 < 1). A step starts when it is due within this share of its length.
 */
const ROUNDING_SLACK = 1e-6

export interface StepperOptions {
  /** Longest frame that is simulated in full, in seconds. Default 0.25. */
  readonly maxFrameSeconds?: number
  /** Most steps in one frame. Default 8. */
  readonly maxSteps?: number
}

export class FixedStepper {
  readonly maxFrameSeconds: number
  readonly maxSteps: number
  private accumulator = 0

  /** @throws BillowError for a limit that is not positive. */
  constructor({
    maxFrameSeconds = MAX_FRAME_SECONDS,
    maxSteps = MAX_STEPS_PER_FRAME,
  }: StepperOptions = {}) {
    this.maxFrameSeconds = checkNumber(
      'FixedStepper',
      'maxFrameSeconds',
      maxFrameSeconds,
      { above: 0 },
      's',
    )
    this.maxSteps = checkNumber('FixedStepper', 'maxSteps', maxSteps, { atLeast: 1 })
  }

  /**
   * Takes in one frame and returns how many steps are due.
   *
   * @param frameSeconds time since the last frame. A negative value (a clock set back) counts as 0.
   * @throws BillowError when it is NaN or no number.
   */
  advance(frameSeconds: number, timeStep: number): number {
    if (typeof frameSeconds !== 'number' || Number.isNaN(frameSeconds)) {
      fail('FixedStepper', `frameSeconds must be a number of seconds, got ${show(frameSeconds)}`)
    }
    this.accumulator += Math.min(Math.max(frameSeconds, 0), this.maxFrameSeconds)
    const due = Math.floor(this.accumulator / timeStep + ROUNDING_SLACK)
    const steps = Math.min(due, this.maxSteps)
    // What the cap cut off is dropped, or a slow machine would fall ever further behind.
    this.accumulator -= due * timeStep
    return steps
  }

  /** How far the clock is between the last step and the next, from 0 to 1, for interpolation. */
  alpha(timeStep: number): number {
    return Math.min(1, Math.max(0, this.accumulator / timeStep))
  }

  /** Seconds that wait for the next step. */
  get pending(): number {
    return this.accumulator
  }

  set pending(seconds: number) {
    this.accumulator = checkNumber('FixedStepper', 'pending', seconds)
  }

  reset(): void {
    this.accumulator = 0
  }
}

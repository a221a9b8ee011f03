/**
 * The page's copy of the worker's clock: it tells at which moments the steps of the calls that are
 * about to be sent will end, so that functions of time can be asked where they are then.
 */
import type { ClothParams } from '../params/clothParams.js'
import { clothParams } from '../params/clothParams.js'
import { FixedStepper, type StepperOptions } from '../time/FixedStepper.js'
import type { PinBook } from './PinBook.js'
import type { Call, ClothCalls, ClothMethod } from './protocol.js'

type Arguments<Method extends ClothMethod> = Parameters<ClothCalls[Method]>

export class WorkerClock {
  private readonly stepper: FixedStepper
  private timeStep: number = clothParams.timeStep.default
  private time = 0

  constructor(options: StepperOptions | undefined) {
    this.stepper = new FixedStepper(options)
  }

  /** Takes over what the worker has said: simulated time and seconds that wait, s. */
  set(time: number, pending: number): void {
    this.time = time
    this.stepper.pending = pending
  }

  /** Goes through calls as the worker will, and adds the places of functions of time to them. */
  run(calls: readonly Call[], pins: PinBook): void {
    for (const call of calls) {
      const moments = this.pass(call)
      if (!call.targets) continue
      // At least once, since what is not mentioned is followed no longer.
      const asked = moments.length > 0 ? moments : [this.time]
      const places = asked.flatMap((time) => pins.readPaths(time))
      if (places.length > 0) call.targets = [...call.targets, ...places]
    }
  }

  /** @returns the moments at which the call asks */
  private pass({ method, args }: Call): number[] {
    switch (method) {
      case 'advance': {
        const [seconds] = args as Arguments<'advance'>
        return this.steps(this.stepper.advance(seconds, this.timeStep))
      }
      case 'step':
        return this.steps(1)
      case 'setParams':
        this.change((args as Arguments<'setParams'>)[0])
        return []
      case 'create':
      case 'rebuild':
        this.change((args as Arguments<'create'>)[0].params)
        this.set(0, 0)
        return [0]
      case 'reset':
        this.set(0, 0)
        return [0]
      case 'restore': {
        const [{ time, pending }] = args as Arguments<'restore'>
        // Anything else the worker refuses, and says which time it is.
        if (Number.isFinite(time) && Number.isFinite(pending)) this.set(time, pending)
        return []
      }
      default:
        return [this.time]
    }
  }

  private steps(count: number): number[] {
    // The same sums as in the worker, and so the same bits.
    return Array.from({ length: count }, () => (this.time += this.timeStep))
  }

  private change({ timeStep }: Partial<ClothParams>): void {
    this.timeStep = timeStep ?? this.timeStep
  }
}

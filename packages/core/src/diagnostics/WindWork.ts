/**
 * The work of the air on a cloth, J: force times way, ∫ F · dx, summed over particles and steps. Positive
 * where the wind drives the cloth, negative where still air slows it.
 *
 * ```ts
 * const work = new WindWork(cloth)
 * cloth.step()
 * work.joules
 * work.dispose()
 * ```
 *
 * The force of a step is that which `xpbd` takes as constant within it; of the other solvers, which compute
 * it in every substep, the mean of those at the start and the end (trapezoidal rule). What is pinned moves by
 * its pin and not by the air, whose work on it counts, too; but with `xpbd`, which computes no air for what is
 * held. After a reset, and in whatever other way time
 * goes back, it is 0 again.
 */
import { StepRecord } from './StepRecord.js'

const WHO = 'WindWork'

export class WindWork {
  private readonly record: StepRecord
  private airBefore = new Float64Array(0)
  private sum = 0
  /** Steps of the cloth at the last step that counted. */
  private steps = 0
  private isDisposed = false

  /** @throws BillowError for what is no `ClothSimulation` on this page */
  constructor(cloth: object) {
    this.record = StepRecord.of(WHO, cloth)
    this.record.followers.add(this.count)
    this.steps = this.record.run.progress.steps
  }

  /** Since this was made, `begin` was called, or time went back. */
  get joules(): number {
    this.noticeReset()
    return this.sum
  }

  /** Counts anew, from so many joules on. */
  begin(joules = 0): void {
    this.sum = joules
    this.steps = this.record.run.progress.steps
  }

  /** Safe to call again. */
  dispose(): void {
    if (this.isDisposed) return
    this.isDisposed = true
    this.record.followers.delete(this.count)
    this.record.release()
  }

  private noticeReset(): void {
    const { steps } = this.record.run.progress
    if (steps >= this.steps) return
    this.sum = 0
    this.steps = steps
    this.airBefore.fill(NaN)
  }

  private readonly count = (): void => {
    this.noticeReset()
    const { run, air } = this.record
    const { state, previous } = run.parts
    const { positions } = state
    const isMean = run.params.solver !== 'xpbd'
    if (this.airBefore.length !== air.length)
      this.airBefore = new Float64Array(air.length).fill(NaN)
    const { airBefore } = this
    const hasBefore = isMean && airBefore[0] === airBefore[0]
    let work = 0
    for (let i = 0; i < air.length; i++) {
      const force = hasBefore ? (airBefore[i]! + air[i]!) / 2 : air[i]!
      work += force * (positions[i]! - previous[i]!)
    }
    airBefore.set(air)
    this.sum += work
    this.steps = run.progress.steps
  }
}

/** Particles as contacts see them, in batches; how a solver stores them is its own affair. */
import type { ContactRule } from './Contacts.js'
import { BATCH, Probe } from './Probe.js'

/** A batch of particles on their way from the start of a substep. */
export class ContactBatch extends Probe {
  /** Where particles were at the start of the substep, xyz, m. */
  readonly starts = new Float64Array(3 * BATCH)
  /** kg; 0 for those that are held. */
  readonly masses = new Float64Array(BATCH)
  /** What of the way is no motion and leaves no velocity, xyz, m; zeros unless `isShifted`. */
  readonly shifts = new Float64Array(3 * BATCH)
  isShifted = false

  forgetShifts(): void {
    if (this.isShifted) this.shifts.fill(0)
    this.isShifted = false
  }
}

/** Batches of so many particles. */
export function batchesOf(particleCount: number): number {
  return Math.ceil(particleCount / BATCH)
}

export interface ContactParticles {
  readonly count: number
  /** Writes least and greatest xyz of every `BATCH` particles, m. */
  writeBounds(boxes: Float64Array): void
  /**
   * Fills points, starts and masses of a batch. Starts are where particles were at the start of the
   * substep or, where the rule is of no substep, before they were put elsewhere since.
   */
  load(first: number, batch: ContactBatch, rule: Pick<ContactRule, 'dt' | 'isSubstep'>): void
  /** Takes over points of a batch that have changed, and shifts where there are any. */
  store(first: number, batch: ContactBatch): void
}

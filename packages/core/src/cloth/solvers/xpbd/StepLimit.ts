/**
 * How a step of xpbd ends within the strain limit. What is taken away here has gathered over the whole
 * step, so the velocity changes by the way over the time of the step: over that of a substep it would be
 * an impulse out of nothing. A hand gives way only where the limit cannot hold otherwise.
 *
 * Where two pins stand against it, the cloth stays as its constraints have it: there it comes to
 * rest, and what passes left would be thrown about for ever. Where none do, passes were too few; what
 * they came to is kept, and cloth that hangs from one pin at most keeps the shape of before, or where that
 * was beyond the limit is drawn in as a whole.
 */
import { pinsApart } from '../../../diagnostics/infeasible.js'
import type { ClothParams } from '../../../params/clothParams.js'
import type { ClothState } from '../../ClothState.js'
import { type HandledParticles, letSlip, takeInHand } from '../../hands.js'
import type { Holds } from '../../Holds.js'
import type { ClothLayer } from '../ClothLayer.js'
import type { CoarseLevels } from './CoarseLevels.js'
import type { ConstraintLists } from './ConstraintLists.js'
import { ShapeBefore } from './ShapeBefore.js'
import type { StrainLimit } from './StrainLimit.js'
import type { XpbdMemory } from './XpbdMemory.js'

/** Limit and contacts act in turn so many times, while each leaves less than this share of the strain before. */
const LIMIT_ROUNDS = 8
const STANDSTILL = 0.97

export class StepLimit {
  /** Largest strain that pins or contacts have left beyond the limit, else 0. */
  infeasibleStrain = 0
  /** Offsets without those of nodes. */
  private readonly ownOffsets: Float32Array
  private readonly before: ShapeBefore

  constructor(
    private readonly memory: XpbdMemory,
    private readonly state: ClothState,
    private readonly limit: StrainLimit,
    private readonly constraints: ConstraintLists,
    private readonly coarse: CoarseLevels,
    private readonly handled: HandledParticles,
    public params: ClothParams,
  ) {
    this.ownOffsets = memory.offsets.subarray(0, memory.predicted.length)
    this.before = new ShapeBefore(memory)
  }

  beginStep(): void {
    if (this.params.limitStrain) this.before.beginStep()
  }

  /**
   * Ends a step of one cloth within the limit, before contacts.
   *
   * @returns whether it may have moved
   */
  enforce(holds: Holds): boolean {
    const { constraints, memory, ownOffsets, params } = this
    this.infeasibleStrain = 0
    memory.predicted.set(ownOffsets)
    if (!params.limitStrain) return false
    constraints.showOwn(memory.restLengths)
    const isMoved = this.hold(holds)
    constraints.showEased(memory.restLengths)
    return isMoved
  }

  /**
   * Contacts have the last word, and may pull apart what the limit held together: over an edge both act in
   * turn until they agree, or it comes to nothing.
   *
   * @returns particles that contacts have moved
   */
  settle(layer: Pick<ClothLayer, 'resolve'>): number {
    const { limit, params, constraints, memory } = this
    let contacts = layer.resolve(false)
    let before = Infinity
    constraints.showOwn(memory.restLengths)
    for (let round = 0; contacts > 0 && round < LIMIT_ROUNDS; round++) {
      const strain = limit.strainBeyond(params.strainLimit)
      if (strain === 0 || strain > STANDSTILL * before) break
      before = strain
      limit.enforceAgain(params.strainLimit)
      contacts = layer.resolve(false)
    }
    constraints.showEased(memory.restLengths)
    return contacts
  }

  /** Says what contacts have left beyond the limit. */
  finish(contacts: number): void {
    const { constraints, memory, params } = this
    if (contacts > 0 && params.limitStrain) {
      constraints.showOwn(memory.restLengths)
      this.infeasibleStrain = this.limit.strainBeyond(params.strainLimit)
      constraints.showEased(memory.restLengths)
    }
  }

  /** @returns whether cloth may have moved */
  private hold(holds: Holds): boolean {
    const { strainLimit } = this.params
    const { memory, limit, before } = this
    const { offsets, predicted } = memory
    if (!limit.isPassed()) return false
    let isWithin = limit.enforce(strainLimit)
    if (!isWithin && holds.hands.length > 0) {
      letSlip(this.handled, holds)
      this.coarse.weigh(memory)
      isWithin = limit.enforce(strainLimit)
      takeInHand(this.handled, holds, this.params)
      this.coarse.weigh(memory)
    }
    if (isWithin) return true
    const pins = holds.pinned()
    const isApart = pins.length > 1 && pinsApart(this.state, pins, strainLimit).length > 0
    if (!isApart && limit.enforceLocally(strainLimit)) return true
    if (pins.length > 1) {
      if (isApart) offsets.set(predicted)
      limit.giveUp()
      this.infeasibleStrain = limit.strain()
      return !isApart
    }
    if (limit.allows(before.bases)) before.keep(pins[0], () => limit.allows())
    else limit.shrink(strainLimit, pins[0])
    return true
  }
}

/**
 * The pace of hands that carry their particle. A hand goes at full speed as long as the cloth comes
 * along. What slips out of it in one substep it catches up in the next ones, but not at once: the
 * last substep would have to make up for all before it, with a tug. Where the cloth gives less, as
 * pins hold it back, the hand goes on a little faster than the cloth gave; so it ends with a gentle
 * pull.
 */
import type { ClothState } from './ClothState.js'
import type { StepTiming } from './solvers/ClothSolver.js'

/** Fastest that a hand moves, or a pin comes nearer to its target, m/s: a quick movement of an arm. */
export const MAX_HOLD_SPEED = 15

/** A hand catches up what it lost at half its speed at most. */
const CATCH_UP = 1.5

/**
 * After a step with slip, a hand goes a quarter farther than the cloth let it: a free sheet that is
 * thrown into motion gives more from step to step, one that pins hold gives less and less.
 */
const AFTER_SLIP = 1.25

/** After a step without slip, a hand that went slowly goes twice as far. */
const WITHOUT_SLIP = 2

/** The gentlest pull, as a share of full speed: 0.1 m/s. What slips less in a step is no resistance. */
const GENTLEST = 1 / 64

export class HandPace {
  private hands: readonly number[] = []
  /** Way of each hand in this step, m. */
  private ways = new Float64Array(0)
  /** Way of a hand at full speed in this step, m; in an array, since passing numbers makes objects. */
  private readonly reach = new Float64Array(1)
  private substeps = 1

  /**
   * @param goals where particles are to be at the end of the step, xyz per particle, m
   * @param paces how far a hand may go in a step, per particle, m; 0 before its first step
   */
  constructor(
    private readonly state: ClothState,
    private readonly goals: Float64Array,
    private readonly paces: Float64Array,
  ) {}

  /** Particles that are carried. */
  take(hands: readonly number[]): void {
    this.hands = hands
    this.ways = new Float64Array(hands.length)
  }

  beginStep({ step, dt }: StepTiming): void {
    this.reach[0] = MAX_HOLD_SPEED * step
    this.substeps = Math.round(step / dt)
  }

  /** @returns how far a hand may go in this step, m */
  allow(particle: number): number {
    const reach = this.reach[0]!
    const pace = this.paces[particle]!
    const allowed = pace === 0 ? reach : Math.min(reach, Math.max(pace, GENTLEST * reach))
    this.paces[particle] = allowed
    return allowed
  }

  /** To be called when the goals of a step are known. */
  noteWays(): void {
    const { hands, ways } = this
    for (let h = 0; h < hands.length; h++) ways[h] = this.missing(hands[h]!)
  }

  /** Moves all hands on; `left` substeps remain, this one included. */
  move(left: number): void {
    const { hands, ways, goals, substeps } = this
    const { positions, lastPositions } = this.state
    for (let h = 0; h < hands.length; h++) {
      const distance = this.missing(hands[h]!)
      const share = Math.min(1 / left, (CATCH_UP * ways[h]!) / (substeps * distance))
      const i = 3 * hands[h]!
      for (let axis = i; axis < i + 3; axis++) {
        lastPositions[axis] = positions[axis]!
        // At last exactly, without the rounding of a sum. At the goal already, the share is no number.
        if (share < 1) positions[axis]! += share * (goals[axis]! - positions[axis]!)
        else positions[axis] = goals[axis]!
      }
    }
  }

  /**
   * Sets the pace of the next step.
   *
   * @param hand its place among those that are carried
   * @param hasSlipped did its particle slip in the last substep?
   */
  endStep(hand: number, hasSlipped: boolean): void {
    const { paces, reach, ways, hands } = this
    const particle = hands[hand]!
    const gentlest = GENTLEST * reach[0]!
    if (hasSlipped) {
      const lost = this.missing(particle)
      const given = 1 - Math.max(0, lost - gentlest) / Math.max(ways[hand]!, lost, gentlest)
      paces[particle]! *= AFTER_SLIP * given
    } else paces[particle]! *= WITHOUT_SLIP
    // No pace at all would be that of a hand that has just begun.
    paces[particle] = Math.max(paces[particle]!, gentlest)
  }

  /** Way to the goal, m. */
  private missing(particle: number): number {
    const { goals } = this
    const { positions } = this.state
    const i = 3 * particle
    const dx = goals[i]! - positions[i]!
    const dy = goals[i + 1]! - positions[i + 1]!
    const dz = goals[i + 2]! - positions[i + 2]!
    return Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
}

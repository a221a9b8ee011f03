/**
 * Notices when a field has come to rest: nothing has acted on it for a while but what acts now, and no
 * tip has got anywhere meanwhile, nor is any blade held down more or less than before. Steps then change nothing and need not be computed, nor drawn anew,
 * until something else acts. Looks at a while and not at a step, since in single precision tips at rest
 * go to and fro between neighbouring numbers, and slow ones move less than that in a step.
 */
import { BODY_STRIDE } from './bodies.js'
import type { GrassArrays, GrassStep } from './GrassBackend.js'
import type { GrassBlades, GrassState } from './GrassBlades.js'

/**
 * A tip that has moved less than this between two looks, in parts of its height, is at rest, where it is
 * in double precision: what is left of its way is some steps' worth of it, far below what can be seen.
 */
const STILL = 1e-9

/** In single precision: some units in the last place. */
const STILL_SINGLE = 5e-7

/** Steps from one look to the next while nothing changes; what a backend has must be fetched for it. */
const LOOK_EVERY = { arrays: 32, backend: 120 } as const

export class Stillness {
  private isStill = false
  private unchanged = 0
  /** As the blades were at the last look. */
  private before: Pick<GrassState, 'tips' | 'strengths'> | undefined
  private forces: GrassStep['forces'] | undefined
  private windHold = 0
  private bodyCount = 0
  private bodies = new Float64Array(0)

  /** Would a step change nothing? */
  holds(step: GrassStep): boolean {
    return this.isStill && this.isAsBefore(step)
  }

  /** After a step: has nothing changed for so long that it is worth looking at the blades? */
  isDue(step: GrassStep, where: keyof typeof LOOK_EVERY): boolean {
    if (this.isAsBefore(step)) {
      this.unchanged++
    } else {
      this.end()
      this.remember(step)
    }
    return this.unchanged > 0 && this.unchanged % LOOK_EVERY[where] === 0
  }

  /**
   * Looks at the blades. A field at rest gets its tips of one step ago where they are now.
   *
   * @param resolution a tip that moves less, in parts of its height, may do so by rounding
   */
  note(
    blades: GrassBlades,
    { state, previous }: GrassArrays,
    { air }: GrassStep,
    resolution = state.tips instanceof Float32Array ? STILL_SINGLE : STILL,
  ): void {
    const { tips, strengths } = state
    const { before } = this
    this.isStill =
      air.isSteady && before !== undefined && isAtRest(blades, state, before, resolution)
    if (this.isStill) previous.set(tips)
    this.before ??= { tips: tips.slice(), strengths: strengths.slice() }
    this.before.tips.set(tips)
    this.before.strengths.set(strengths)
  }

  /** Something else has moved the blades, or acts on them. */
  end(): void {
    this.isStill = false
    this.unchanged = 0
    this.before = undefined
  }

  private isAsBefore({ forces, windHold, air, bodies }: GrassStep): boolean {
    if (forces !== this.forces || windHold !== this.windHold) return false
    if (!air.isSteady || bodies.count !== this.bodyCount) return false
    for (let i = 0; i < BODY_STRIDE * bodies.count; i++)
      if (bodies.packed[i] !== this.bodies[i]) return false
    return true
  }

  private remember({ forces, windHold, bodies }: GrassStep): void {
    this.forces = forces
    this.windHold = windHold
    const { count, packed } = bodies
    this.bodyCount = count
    if (this.bodies.length !== packed.length) this.bodies = packed.slice()
    else this.bodies.set(packed)
  }
}

/** Stops at the first blade that has moved. */
function isAtRest(
  { heights, count }: GrassBlades,
  { tips, strengths }: GrassState,
  before: Pick<GrassState, 'tips' | 'strengths'>,
  resolution: number,
): boolean {
  for (let n = 0, i = 0; n < count; n++, i += 3) {
    const most = resolution * heights[n]!
    // While that changes, so will the place.
    if (!(Math.abs(strengths[n]! - before.strengths[n]!) <= resolution)) return false
    for (let k = i; k < i + 3; k++)
      if (!(Math.abs(tips[k]! - before.tips[k]!) <= most)) return false
  }
  return true
}

/**
 * Notices when a field has come to rest: nothing acts on it but what acted before, and no tip has
 * moved. Steps then change nothing and need not be computed, nor drawn anew, until something does.
 */
import type { GrassArrays, GrassStep } from './GrassBackend.js'
import type { GrassBlades } from './GrassBlades.js'
import { BODY_STRIDE } from './bodies.js'

/**
 * A tip that moves less than this in a step, in parts of its height, is at rest: what is left of its way
 * is some steps' worth of it, far below what single precision shows.
 */
const STILL = 1e-9

/** What a backend has must be fetched to be looked at; done this often, in steps, while nothing changes. */
const LOOK_EVERY = 120

export class Stillness {
  private isStill = false
  private unchanged = 0
  private forces: GrassStep['forces'] | undefined
  private windHold = 0
  private bodyCount = 0
  private bodies = new Float64Array(0)

  /** Would a step change nothing? */
  holds(step: GrassStep): boolean {
    return this.isStill && this.isAsBefore(step)
  }

  /** After a step: has nothing changed for so long that it is worth looking at blades kept elsewhere? */
  isDue(step: GrassStep): boolean {
    if (this.isAsBefore(step)) {
      this.unchanged++
    } else {
      this.end()
      this.remember(step)
    }
    return this.unchanged > 0 && this.unchanged % LOOK_EVERY === 0
  }

  /**
   * Looks at what a step did. A field at rest gets its tips of one step ago where they are now.
   *
   * @param resolution a tip that moves less in a step, in parts of its height, may do so by rounding
   */
  note(blades: GrassBlades, arrays: GrassArrays, step: GrassStep, resolution = STILL): void {
    this.isStill = step.air.isSteady && isAtRest(blades, arrays, resolution)
    if (!this.isStill) return
    arrays.previous.set(arrays.state.tips)
    this.remember(step)
  }

  /** Something else has moved the blades. */
  end(): void {
    this.isStill = false
    this.unchanged = 0
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

/** Stops at the first blade that moves, so that a field in the wind pays nothing. */
function isAtRest(
  { heights, count }: GrassBlades,
  { state, previous }: GrassArrays,
  resolution: number,
): boolean {
  const { tips, strengths } = state
  for (let n = 0, i = 0; n < count; n++, i += 3) {
    const most = resolution * heights[n]!
    // How hard it was pressed still changes, and with it where it will be.
    if (strengths[n]! > 0 && strengths[n]! < 1) return false
    for (let k = i; k < i + 3; k++) if (!(Math.abs(tips[k]! - previous[k]!) <= most)) return false
  }
  return true
}

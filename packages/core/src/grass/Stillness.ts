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

export class Stillness {
  private isStill = false
  private forces: GrassStep['forces'] | undefined
  private windHold = 0
  private bodyCount = 0
  private bodies = new Float64Array(0)

  /** Would a step change nothing? */
  holds({ forces, windHold, air, bodies }: GrassStep): boolean {
    if (!this.isStill || forces !== this.forces || windHold !== this.windHold) return false
    if (!air.isSteady || bodies.count !== this.bodyCount) return false
    for (let i = 0; i < BODY_STRIDE * bodies.count; i++)
      if (bodies.packed[i] !== this.bodies[i]) return false
    return true
  }

  /** Looks at what a step did. A field at rest gets its tips of one step ago where they are now. */
  note(blades: GrassBlades, arrays: GrassArrays, step: GrassStep): void {
    this.isStill = step.air.isSteady && isAtRest(blades, arrays)
    if (!this.isStill) return
    arrays.previous.set(arrays.state.tips)
    this.forces = step.forces
    this.windHold = step.windHold
    const { count, packed } = step.bodies
    this.bodyCount = count
    if (this.bodies.length !== packed.length) this.bodies = packed.slice()
    else this.bodies.set(packed)
  }

  /** Something else has moved the blades. */
  end(): void {
    this.isStill = false
  }
}

/** Stops at the first blade that moves, so that a field in the wind pays nothing. */
function isAtRest({ heights, count }: GrassBlades, { state, previous }: GrassArrays): boolean {
  const { tips, strengths } = state
  for (let n = 0, i = 0; n < count; n++, i += 3) {
    const most = STILL * heights[n]!
    // How hard it was pressed still changes, and with it where it will be.
    if (strengths[n]! > 0 && strengths[n]! < 1) return false
    for (let k = i; k < i + 3; k++) if (!(Math.abs(tips[k]! - previous[k]!) <= most)) return false
  }
  return true
}

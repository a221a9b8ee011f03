/**
 * Rest: a cloth whose particles have all stayed where they are for a while, and around which nothing
 * changes, is not computed any further: what still moved would be rounding. Rest is measured by places and not by speeds: those of single
 * precision tremble about a place by some units in the last place, and a pendulum stands still at
 * its turning points.
 */
import type { Collider } from '../collision/colliders/Collider.js'
import type { ClothParams } from '../params/clothParams.js'
import { feelsAir } from '../wind/aerodynamics.js'
import type { ClothState, ParticleArray } from './ClothState.js'
import type { Holds } from './Holds.js'
import { Surroundings } from './Surroundings.js'

/**
 * Largest change of a coordinate in a cloth at rest, m, for one of 1 m and more, and as a share of the
 * size of a smaller one: ten times and more what the rounding of either precision makes tremble.
 */
const STILL_SINGLE = 1e-5
const STILL_DOUBLE = 1e-10

/** s; within that even a slow swing leaves the place of its turning point. */
const QUIET_TIME = 1

/** Long steps are few: so many have to be still all the same. */
const QUIET_STEPS = 30

/** What a snapshot keeps of rest. */
export interface RestRecord {
  /** Steps for which particles have stayed near `positions`. */
  readonly steps: number
  /** xyz per particle, m; empty while there are none. */
  readonly positions: Float64Array
  /** Parameters and colliders at that time. */
  readonly surroundings: string
}

export class Sleep {
  /** Do sources of wind blow at the cloth? Then it never rests. */
  isBlownAt = false
  private steps = 0
  private readonly places: ParticleArray
  private readonly tolerance: number
  private readonly surroundings = new Surroundings()

  constructor(
    private readonly state: ClothState,
    private readonly colliders: readonly Collider[],
    private readonly holds: Holds,
  ) {
    this.places = state.positions.slice()
    const still = state.positions instanceof Float32Array ? STILL_SINGLE : STILL_DOUBLE
    this.tolerance = still * Math.min(1, Math.sqrt(state.sheet.area))
  }

  /** Does the cloth sleep, with these parameters? */
  isSleeping(params: ClothParams): boolean {
    const { steps, colliders, holds } = this
    return (
      steps >= QUIET_STEPS &&
      steps * params.timeStep >= QUIET_TIME &&
      !this.surroundings.differ(params, colliders, holds.revision)
    )
  }

  /** Before a step, when holds are aimed: may it be left out? Any change wakes the cloth. */
  goesOn(params: ClothParams): boolean {
    const { colliders, holds, surroundings } = this
    const changed = surroundings.differ(params, colliders, holds.revision)
    if (changed) surroundings.take(params, colliders, holds.revision)
    if (changed || holds.stirred || !this.mayRest(params)) this.wake()
    return this.isSleeping(params)
  }

  /** After a step: has anything moved? */
  observe(): void {
    const { state, places, tolerance } = this
    const { positions } = state
    for (let i = 0; i < positions.length; i++) {
      if (Math.abs(positions[i]! - places[i]!) <= tolerance) continue
      this.wake()
      return
    }
    this.steps++
  }

  wake(): void {
    this.steps = 0
    this.places.set(this.state.positions)
  }

  /** A cloth in the wind never rests. */
  private mayRest(params: ClothParams): boolean {
    if (!params.sleep) return false
    const { wind } = params
    const isCalm = wind[0] === 0 && wind[1] === 0 && wind[2] === 0 && !this.isBlownAt
    return isCalm || !feelsAir(params)
  }

  record(params: ClothParams): RestRecord {
    const { steps } = this
    return {
      steps,
      positions: Float64Array.from(steps === 0 ? [] : this.places),
      surroundings: this.surroundings.describe(params, this.colliders),
    }
  }

  /** Takes over rest from a snapshot, if the surroundings are the same. */
  restore(record: RestRecord | undefined, params: ClothParams): void {
    const { colliders, holds, surroundings } = this
    this.wake()
    surroundings.take(params, colliders, holds.revision)
    if (!record || record.steps === 0) return
    if (record.surroundings !== surroundings.describe(params, colliders)) return
    this.steps = record.steps
    this.places.set(record.positions)
  }
}

/**
 * Moves blades that are in typed arrays of either precision: the wind at every root, then forces, then
 * bodies. The reference for every other way, and what runs where there is none.
 */
import type { GrassArrays, GrassStep } from './GrassBackend.js'
import type { GrassBlades } from './GrassBlades.js'
import { pressBlades } from './bodies.js'
import { stepBlades } from './stepBlades.js'

/** Moves blades in typed arrays by one step. Returns how many were touched by bodies. */
export interface BladeMover {
  step(blades: GrassBlades, arrays: GrassArrays, step: GrassStep): number
}

export class ArrayMover implements BladeMover {
  /** xyz per blade at its root: place in the world (m), and the wind there (m/s). */
  private places = new Float64Array(0)
  private winds = new Float64Array(0)
  private blades: GrassBlades | undefined

  step(blades: GrassBlades, { state, previous }: GrassArrays, step: GrassStep): number {
    const { forces, bodies } = step
    previous.set(state.tips)
    this.blow(blades, step)
    stepBlades(blades, state, this.winds, forces)
    if (bodies.count === 0) return 0
    return pressBlades(blades, state, bodies.packed, bodies.count, forces.model)
  }

  /** The wind at all roots in the middle of the step, in parts of how hard it gets hold. */
  private blow(blades: GrassBlades, { air, moment, origin, windHold }: GrassStep): void {
    // Not before the first step: blades that are moved elsewhere need neither.
    if (this.blades !== blades) this.place(blades, origin)
    const { places, winds } = this
    air.sampleAll(places, blades.count, 3, moment, winds)
    if (windHold === 1) return
    for (let i = 0; i < winds.length; i++) winds[i]! *= windHold
  }

  private place(blades: GrassBlades, origin: Float64Array): void {
    this.places = Float64Array.from(blades.roots, (part, i) => origin[i % 3]! + part)
    this.winds = new Float64Array(3 * blades.count)
    this.blades = blades
  }
}

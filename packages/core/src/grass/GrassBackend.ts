/**
 * Where the blades of a field are kept and moved: in typed arrays (`ArrayMover`), or elsewhere,
 * as in textures of a graphics card. A simulation owns clock, parameters, air and colliders either
 * way, and tells a backend what acts on the blades in a step.
 */
import type { Moment, WindField } from '../wind/WindField.js'
import type { BladeArray, GrassState } from './GrassBlades.js'
import type { BladeForces } from './stepBlades.js'

/** Bodies that press blades down, `BODY_STRIDE` numbers each, m from the origin of the field. */
export interface PackedBodies {
  readonly packed: Float64Array
  readonly count: number
}

/** What acts on the blades in one step; the same object every time. */
export interface GrassStep {
  readonly forces: BladeForces
  /** Factor on the wind. */
  readonly windHold: number
  readonly air: WindField
  /** The middle of the step, when the air counts. */
  readonly moment: Moment
  /** Of the field in the world, m. */
  readonly origin: Float64Array
  readonly bodies: PackedBodies
}

/** A state in arrays: how the blades stand, and where tips were one step ago. */
export interface GrassArrays {
  readonly state: GrassState
  readonly previous: BladeArray
}

/** Keeps and moves blades elsewhere; made for the blades of one field, and of no use after its `rebuild`. */
export interface GrassBackend {
  /** Tips at rest may still move by this in a step, in parts of their height, by rounding. */
  readonly resolution: number
  /** Gravity, recovery and wind move all tips; then bodies press them out. */
  step(step: GrassStep): void
  /** Puts all blades upright, now and one step ago. */
  raise(): void
  /** Takes over a state; guides follow from tips. */
  write(arrays: GrassArrays): void
  /**
   * Writes tips, strengths and tips one step ago. Waits until they are there.
   *
   * @returns how many blades a body moved in the last step
   */
  read(arrays: GrassArrays): number
}

/**
 * The air around a cloth that keeps velocities as last positions (Verlet): samples the wind at the
 * particles once per step, and adds drag and lift in every substep.
 */
import type { ClothState } from '../cloth/ClothState.js'
import type { Integration } from '../cloth/verlet.js'
import type { ClothParams } from '../params/clothParams.js'
import { addAirForces, areasOf, feelsAir, massesInAir } from './aerodynamics.js'
import { type Moment, WindField, type WindSource } from './WindField.js'

export class AirDrag {
  /** Its point sources are set with `setSources`. */
  readonly field = new WindField()
  private readonly load
  private configured: ClothParams | undefined
  /** `load.masses` if a particle had 1 kg. */
  private massShares: Float64Array
  /** Mass per particle that `load.masses` was computed for, kg. */
  private mass = 1

  constructor(private readonly state: ClothState) {
    const { triangles, restPositions, particleCount } = state.sheet
    this.massShares = massesInAir(triangles, particleCount, 1)
    this.load = {
      positions: state.positions,
      velocities: new Float64Array(restPositions.length),
      wind: new Float64Array(restPositions.length),
      stride: 3,
      triangles,
      restAreas: areasOf(triangles, restPositions),
      masses: this.massShares.slice(),
      dt: 0,
    }
  }

  /** Takes over triangles that a tear has changed. */
  topologyChanged(): void {
    const { triangles, particleCount } = this.state.sheet
    this.massShares = massesInAir(triangles, particleCount, 1)
    // Not a mass: those of triangles are computed anew.
    this.mass = NaN
  }

  /** @param sources in place of those before */
  setSources(sources: readonly WindSource[]): void {
    this.field.configure({ sources })
    // Told of parameters anew at the time of the next step: this was at no time.
    this.configured = undefined
  }

  /** Is there any force of the air to compute? */
  static isActive(params: ClothParams): boolean {
    return feelsAir(params)
  }

  /** Back to time 0. */
  rewind(params: ClothParams): void {
    this.field.rewind()
    this.field.configure(params)
    this.configured = params
  }

  /** Samples the wind at every particle at a moment. */
  sample(params: ClothParams, moment: Moment): void {
    if (params !== this.configured) this.field.configure(params, moment.time)
    else this.field.goOn(moment)
    this.configured = params
    const { positions, sheet } = this.state
    this.field.sampleAll(positions, sheet.particleCount, 3, moment, this.load.wind)
  }

  /**
   * Adds the force on every triangle to `forces`, those of the state where none are given.
   *
   * @param integration mass of one particle and substep; in one object, since a number that is passed
   * to a function which is not inlined becomes a new object every time
   */
  addForces(
    params: ClothParams,
    integration: Readonly<Integration>,
    forces = this.state.forces,
  ): void {
    const { mass, dt } = integration
    const { positions, lastPositions } = this.state
    const { load, massShares } = this
    const { velocities, masses } = load
    for (let i = 0; i < velocities.length; i++) {
      velocities[i] = (positions[i]! - lastPositions[i]!) / dt
    }
    if (mass !== this.mass) {
      for (let t = 0; t < masses.length; t++) masses[t] = mass * massShares[t]!
      this.mass = mass
    }
    load.dt = dt
    addAirForces(load, params, forces)
  }
}

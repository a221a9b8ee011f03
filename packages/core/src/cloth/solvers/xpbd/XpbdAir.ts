/**
 * The air around an xpbd cloth: wind and its force are sampled once per step, since gusts are slow
 * beside it, and act on as accelerations over the substeps.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import type { ClothParams } from '../../../params/clothParams.js'
import {
  addAirForces,
  type AirLoad,
  areasOf,
  feelsAir,
  massesInAir,
} from '../../../wind/aerodynamics.js'
import { type Moment, WindField } from '../../../wind/WindField.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class XpbdAir {
  private readonly field = new WindField()
  private readonly load: AirLoad
  private readonly wind: Float32Array
  /** Places of the particles in the world, m. */
  private readonly places: Float32Array
  private params: ClothParams | undefined
  /** What the field knows of; it is told of changes at the time of the next step. */
  private configured: ClothParams | undefined
  private inverseMasses: Float64Array

  constructor(
    private readonly memory: XpbdMemory,
    private readonly sheet: ClothSheet,
  ) {
    const { triangles, restPositions, particleCount } = sheet
    this.wind = new Float32Array(STRIDE * particleCount)
    this.places = new Float32Array(STRIDE * particleCount)
    this.inverseMasses = new Float64Array(particleCount)
    this.load = {
      positions: memory.particles,
      velocities: memory.velocities,
      wind: this.wind,
      stride: STRIDE,
      triangles,
      restAreas: areasOf(triangles, restPositions),
      masses: new Float64Array(triangles.length / 3),
      dt: 0,
    }
  }

  /** @param masses kg per particle */
  configure(params: ClothParams, masses: Float64Array): void {
    this.params = params
    this.load.masses.set(massesInAir(this.sheet.triangles, this.sheet.particleCount, masses))
    this.inverseMasses = masses.map((mass) => (mass === 0 ? 0 : 1 / mass))
  }

  /** What the wind depends on beside parameters. */
  get drift(): Float64Array {
    return this.field.memory
  }

  /** Back to time 0. */
  rewind(): void {
    this.field.rewind()
    if (this.params) this.field.configure(this.params)
    this.configured = this.params
  }

  /**
   * Renews the accelerations for a step that starts at a moment.
   *
   * @param origin of the frame that the particles are in, m
   */
  blow(moment: Moment, origin: Float64Array): void {
    const { memory, params, inverseMasses, places } = this
    const { accelerations, particles } = memory
    accelerations.fill(0)
    if (!params || !feelsAir(params)) return
    if (params !== this.configured) this.field.configure(params, moment.time)
    else this.field.goOn(moment)
    this.configured = params
    for (let i = 0; i < places.length; i += STRIDE) {
      for (let k = 0; k < 3; k++) places[i + k] = origin[k]! + particles[i + k]!
    }
    this.field.sampleAll(places, inverseMasses.length, STRIDE, moment, this.wind)
    this.load.dt = params.timeStep
    addAirForces(this.load, params, accelerations)
    for (let i = 0; i < places.length; i++) accelerations[i]! *= inverseMasses[i >> 2]!
  }
}

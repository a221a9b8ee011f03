/**
 * The air around an xpbd cloth: wind and its force are sampled once per step, since gusts are slow
 * beside it, and act on as accelerations over the substeps.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import type { ClothParams } from '../../../params/clothParams.js'
import { areasOf, feelsAir, massesInAir } from '../../../wind/aerodynamics.js'
import { type Moment, WindField } from '../../../wind/WindField.js'
import type { Air, XpbdKernels } from './kernels.js'
import { LANES, STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class XpbdAir {
  private readonly field = new WindField()
  /** Places of the particles in the world, m. */
  private readonly places: Float32Array
  private readonly air: Air = { airDensity: 0, drag: 0, lift: 0, dt: 0 }
  private params: ClothParams | undefined
  /** What the field knows of; it is told of changes at the time of the next step. */
  private configured: ClothParams | undefined

  constructor(
    private readonly memory: XpbdMemory,
    private readonly kernels: XpbdKernels,
    private readonly sheet: ClothSheet,
  ) {
    this.places = new Float32Array(STRIDE * sheet.particleCount)
    memory.areas.set(areasOf(sheet.triangles, sheet.restPositions))
  }

  /** Places for triangles in memory, filled up to fours. */
  static capacity({ triangles }: ClothSheet): number {
    return LANES * Math.ceil(triangles.length / 3 / LANES)
  }

  /** Takes over the corners of triangles, which a tear has changed. */
  topologyChanged(): void {
    const { corners } = this.memory
    const { triangles } = this.sheet
    // Places that are left over have no mass in the air, so their corners do not matter.
    corners.forEach((_, c) => {
      corners[c] = STRIDE * (triangles[c] ?? 0)
    })
  }

  /** @param masses kg per particle */
  configure(params: ClothParams, masses: Float64Array): void {
    this.params = params
    const { triangles, particleCount } = this.sheet
    this.memory.airMasses.set(massesInAir(triangles, particleCount, masses))
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
    const { memory, params, air, field } = this
    if (!params || !feelsAir(params)) {
      memory.accelerations.fill(0)
      return
    }
    if (params !== this.configured) field.configure(params, moment.time)
    else field.goOn(moment)
    this.configured = params
    this.sample(moment, origin)
    air.airDensity = params.airDensity
    air.drag = params.drag
    air.lift = params.lift
    air.dt = params.timeStep
    this.kernels.pushByAir(air)
  }

  private sample(moment: Moment, origin: Float64Array): void {
    const { field, places } = this
    const { particles, winds } = this.memory
    const count = places.length / STRIDE
    if (field.isUniform) {
      field.sampleAll(origin, 1, 3, moment, winds)
      const [x, y, z] = [winds[0]!, winds[1]!, winds[2]!]
      for (let i = STRIDE; i < winds.length; i += STRIDE) {
        winds[i] = x
        winds[i + 1] = y
        winds[i + 2] = z
      }
      return
    }
    for (let i = 0; i < places.length; i += STRIDE) {
      for (let k = 0; k < 3; k++) places[i + k] = origin[k]! + particles[i + k]!
    }
    field.sampleAll(places, count, STRIDE, moment, winds)
  }
}

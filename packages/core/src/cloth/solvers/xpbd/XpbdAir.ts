/**
 * The air around an xpbd cloth: wind and its force are sampled once per step, since gusts are slow
 * beside it, and act on as accelerations over the substeps.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import type { ClothParams } from '../../../params/clothParams.js'
import { areasOf, feelsAir, massesInAir } from '../../../wind/aerodynamics.js'
import { type Moment, WindField, type WindSource } from '../../../wind/WindField.js'
import type { Air, XpbdKernels } from './kernels.js'
import { LANES, STRIDE, type XpbdMemory } from './XpbdMemory.js'

export class XpbdAir {
  private readonly field = new WindField()
  private readonly air: Air = { airDensity: 0, drag: 0, lift: 0, dt: 0 }
  private params: ClothParams | undefined
  /** What the field knows of; it is told of changes at the time of the next step. */
  private configured: ClothParams | undefined

  constructor(
    private readonly memory: XpbdMemory,
    private readonly kernels: XpbdKernels,
    private readonly sheet: ClothSheet,
  ) {
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

  /** @param sources in place of those before */
  setSources(sources: readonly WindSource[]): void {
    this.field.configure({ sources })
    // Told of parameters anew at the time of the next step: this was at no time.
    this.configured = undefined
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
   */
  blow(moment: Moment): void {
    const { memory, params, air, field } = this
    if (!params || !feelsAir(params)) {
      memory.accelerations.fill(0)
      return
    }
    if (params !== this.configured) field.configure(params, moment.time)
    else field.goOn(moment)
    this.configured = params
    const { origin, air: wind } = memory
    this.kernels.sampleWind(field.writeModes(moment, origin, wind))
    field.addSources(memory.particles, STRIDE, origin, memory.winds)
    air.airDensity = params.airDensity
    air.drag = params.drag
    air.lift = params.lift
    air.dt = params.timeStep
    this.kernels.pushByAir(air)
  }
}

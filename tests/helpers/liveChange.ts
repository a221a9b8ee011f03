/** What a change in mid-run gives a sheet that hangs, stretched by what its settings leave. */
import { type ClothOptions, ClothSimulation, type LiveClothParams } from '@billow/core'
import { run } from './xpbdMotion.js'

export interface Gain {
  /** Largest kinetic energy in the 2 s after the change, J. */
  readonly kinetic: number
  /** What weight lost by the stretch and may get back, m g · strain · 1 m, J. */
  readonly most: number
  /** Largest speed in that time, m/s. */
  readonly fastest: number
  /**
   * strain · √(g · extent), with what gravity adds within a substep of before, m/s: what settles within
   * a substep is not known any better.
   */
  readonly calm: number
}

const SECONDS = 2

export function gainOf(options: ClothOptions, change: Partial<LiveClothParams>): Gain {
  const cloth = new ClothSimulation({
    segments: [12, 12],
    pins: ['top-left', 'top-right'],
    damping: 2,
    ...options,
  })
  run(cloth, Math.ceil(3 / cloth.timeStep))
  const { maxStrain } = cloth.measure()
  const substep = cloth.timeStep / cloth.params.substeps
  cloth.setParams(change)
  const { density, gravity } = cloth.params
  const g = Math.hypot(...gravity)
  let [kinetic, fastest] = [0, 0]
  for (let n = 0; n < SECONDS / cloth.timeStep; n++) {
    cloth.step()
    const measured = cloth.measure()
    kinetic = Math.max(kinetic, measured.kinetic)
    fastest = Math.max(fastest, measured.maxSpeed)
  }
  return {
    kinetic,
    most: density * cloth.sheet.area * g * maxStrain,
    fastest,
    calm: maxStrain * Math.sqrt(g * Math.SQRT2) + g * substep,
  }
}

/** What a change in mid-run gives a sheet that hangs, stretched by what its settings leave. */
import { type ClothOptions, ClothSimulation, type LiveClothParams } from '@billow/core'
import { run } from './xpbdMotion.js'

export interface Gain {
  /** Largest kinetic energy in the steps after the change, J. */
  readonly kinetic: number
  /** What weight lost by the stretch and may get back, m g · strain · 1 m, J. */
  readonly most: number
}

export function gainOf(options: ClothOptions, change: Partial<LiveClothParams>): Gain {
  const cloth = new ClothSimulation({
    segments: [16, 16],
    pins: ['top-left', 'top-right'],
    damping: 2,
    ...options,
  })
  run(cloth, Math.ceil(4 / cloth.timeStep))
  const { maxStrain } = cloth.measure()
  cloth.setParams(change)
  const { density, gravity } = cloth.params
  let kinetic = 0
  for (let n = 0; n < 30; n++) {
    cloth.step()
    kinetic = Math.max(kinetic, cloth.measure().kinetic)
  }
  return { kinetic, most: density * cloth.sheet.area * Math.hypot(...gravity) * maxStrain }
}

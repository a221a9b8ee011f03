/**
 * The wind at every particle, in plain TypeScript: the reference of `assembly/wind.ts`, and the sum of
 * `wind/WindField.ts` over places in the frame of the particles. Arithmetic is double, where the other
 * calculates in single precision; rounded operation by operation, this would take six times as long.
 *
 * Sines are those of `math/turns.ts`, wrong by 7e-6. In single precision a place has half a unit in the
 * last place of its distance from the frame's origin, and so has its phase: that adds 2π · 2⁻²⁴ for
 * every wave length in between.
 */
import { COS_0, COS_1, COS_2, COS_3, SIN_0, SIN_1, SIN_2, SIN_3 } from '../../../math/turns.js'
import { MODE_STRIDE } from '../../../wind/turbulence.js'
import { FIRST_MODE } from '../../../wind/WindField.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/** Writes `winds` from what `air` says; see `XpbdKernels`. */
export function sampleWind(
  { particles, winds, air, particleCount }: XpbdMemory,
  modes: number,
): void {
  const stop = FIRST_MODE + MODE_STRIDE * modes
  for (let i = 0; i < STRIDE * particleCount; i += STRIDE) {
    const x = particles[i]!
    const y = particles[i + 1]!
    const z = particles[i + 2]!
    let ux = 0
    let uy = 0
    let uz = 0
    for (let m = FIRST_MODE; m < stop; m += MODE_STRIDE) {
      const turns = air[m]! * x + air[m + 1]! * y + air[m + 2]! * z + air[m + 3]!
      const f = turns - Math.floor(turns + 0.5)
      const q = 4 * f * f
      const e = 1 - q
      const sin = f * e * (SIN_0 + q * (SIN_1 + q * (SIN_2 + q * SIN_3)))
      const cos = e * e * (COS_0 + q * (COS_1 + q * (COS_2 + q * COS_3))) - 1
      ux += air[m + 4]! * cos + air[m + 7]! * sin
      uy += air[m + 5]! * cos + air[m + 8]! * sin
      uz += air[m + 6]! * cos + air[m + 9]! * sin
    }
    // What is so far away that its phase is no number has the mean wind.
    const known = Number.isFinite(ux + uy + uz)
    winds[i] = air[0]! + (known ? ux : 0)
    winds[i + 1] = air[1]! + (known ? uy : 0)
    winds[i + 2] = air[2]! + (known ? uz : 0)
  }
}

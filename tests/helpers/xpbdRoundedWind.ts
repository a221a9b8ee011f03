/**
 * The wind at every particle with `Math.fround` around every operation: what `assembly/wind.ts` has to
 * give, bit by bit.
 */
import {
  COS_0,
  COS_1,
  COS_2,
  COS_3,
  SIN_0,
  SIN_1,
  SIN_2,
  SIN_3,
} from '../../packages/core/src/math/turns.js'
import { MODE_STRIDE } from '../../packages/core/src/wind/turbulence.js'
import { FIRST_MODE } from '../../packages/core/src/wind/WindField.js'
import { STRIDE, type XpbdMemory } from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'

const f = Math.fround

const S0 = f(SIN_0)
const S1 = f(SIN_1)
const S2 = f(SIN_2)
const S3 = f(SIN_3)

const C0 = f(COS_0)
const C1 = f(COS_1)
const C2 = f(COS_2)
const C3 = f(COS_3)

export function sampleRoundedWind(
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
      const along = f(f(f(air[m]! * x) + f(air[m + 1]! * y)) + f(air[m + 2]! * z))
      const turns = f(along + air[m + 3]!)
      const t = f(turns - f(Math.floor(f(turns + 0.5))))
      const q = f(f(4 * t) * t)
      const e = f(1 - q)
      const odd = f(S0 + f(q * f(S1 + f(q * f(S2 + f(q * S3))))))
      const even = f(C0 + f(q * f(C1 + f(q * f(C2 + f(q * C3))))))
      const sin = f(f(t * e) * odd)
      const cos = f(f(f(e * e) * even) - 1)
      ux = f(ux + f(f(air[m + 4]! * cos) + f(air[m + 7]! * sin)))
      uy = f(uy + f(f(air[m + 5]! * cos) + f(air[m + 8]! * sin)))
      uz = f(uz + f(f(air[m + 6]! * cos) + f(air[m + 9]! * sin)))
    }
    // What is so far away that its phase is no number has the mean wind.
    const known = Number.isFinite(f(f(ux + uy) + uz))
    winds[i] = air[0]! + (known ? ux : 0)
    winds[i + 1] = air[1]! + (known ? uy : 0)
    winds[i + 2] = air[2]! + (known ? uz : 0)
  }
}

/** A plain with a million blades on a device that can move them, and with fewer on one that cannot. */
import type { GrassParams } from '@billow/core'

export const MILLION = 2 ** 20

/** What a processor moves and draws beside everything else it has to do. */
export const WITHOUT_GRAPHICS_CARD = 2 ** 15

/** A field is not made smaller than this, however slow the device is. */
export const FEWEST = 2 ** 16

/** 1/m² */
const DENSITY = 250

/** As much of the plain as so many blades grow over, with the wind over it. */
export function plainOf(count: number) {
  const side = Math.sqrt(count / DENSITY)
  return {
    size: [side, side],
    density: count / side ** 2,
    height: 0.32,
    width: 0.014,
    droop: 0.5,
    tufting: 0.5,
    wind: [4, 0, 2],
    turbulence: 0.5,
    turbulenceScale: 6,
    gusts: 0.3,
    maxDistance: 60,
  } as const satisfies Partial<GrassParams>
}

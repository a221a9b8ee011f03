/** How thick layers of a cloth may be. */
import { type Spread, widthOf } from '../mesh/width.js'
import { fail, show } from '../params/check.js'
import type { ClothParams } from '../params/clothParams.js'

/** Of areas and lengths. */
const ROUNDING = 1e-9

type Layers = Pick<ClothParams, 'selfCollision' | 'thickness' | 'size'>

/**
 * Throws for layers thicker than the cloth is wide.
 *
 * @param mesh what the cloth is made of, where it is no grid
 */
export function checkThickness(
  who: string,
  { selfCollision, thickness, size }: Layers,
  mesh: Spread | undefined,
): void {
  if (!selfCollision) return
  const width = mesh ? widthOf(mesh) : Math.min(...size)
  if (2 * thickness <= (1 + ROUNDING) * width) return
  fail(
    who,
    `thickness must be at most ${Number((width / 2).toPrecision(6))} m while selfCollision is on, got ${show(thickness)}: ` +
      'particles are kept two thicknesses apart, and the cloth is no wider; use a smaller thickness, or selfCollision false',
  )
}

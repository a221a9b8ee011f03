/**
 * How far elastic cloth stretches under its own weight: tethers and coarse levels leave it that much,
 * since they are there for what a solver cannot reach in a sweep, not to make cloth stiffer than it
 * is.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import type { ClothParams } from '../../../params/clothParams.js'

/** Below this gravity there is no weight to speak of, m/s². */
const WEIGHTLESS = 1e-6

/**
 * Strain of one constraint that carries the whole sheet: nothing that hangs at rest by its own weight
 * is stretched more, however few threads it hangs by. Infinite without gravity.
 */
export function elasticSlack(
  { stretchCompliance, density, gravity }: ClothParams,
  { area, cell }: Pick<ClothSheet, 'area' | 'cell'>,
): number {
  const [x, y, z] = gravity
  // A square root, unlike Math.hypot, is the same everywhere.
  const pull = Math.sqrt(x * x + y * y + z * z)
  // Weightless cloth is pulled by something else, that nothing is known of.
  return pull < WEIGHTLESS
    ? Infinity
    : (stretchCompliance * density * area * pull) / Math.min(...cell)
}

/** Where the blades of a field can be, however they bend: what three.js culls the field by. */
import type { GrassBlades } from '@billow/core'
import { Box3, Sphere, Vector3 } from 'three'
import { WIDEST } from './bladeShader.js'

/** How far a blade reaches to the side of its curve, m: half its width where it is widest. */
export function bladeMargin({ widths }: GrassBlades): number {
  return 0.5 * WIDEST * widths.reduce((most, width) => Math.max(most, width), 0)
}

/** Box and ball around all blades; of a field without blades a point. */
export function boundsOf(blades: GrassBlades): { readonly box: Box3; readonly sphere: Sphere } {
  const box = new Box3()
  const { balls, count } = blades.chunks
  const margin = bladeMargin(blades)
  const centre = new Vector3()
  for (let c = 0; c < count; c++) {
    const radius = balls[4 * c + 3]! + margin
    box.expandByPoint(centre.fromArray(balls, 4 * c).addScalar(radius))
    box.expandByPoint(centre.fromArray(balls, 4 * c).subScalar(radius))
  }
  if (box.isEmpty()) box.set(new Vector3(), new Vector3())
  return { box, sphere: box.getBoundingSphere(new Sphere()) }
}

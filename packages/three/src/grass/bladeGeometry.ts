/**
 * The strip of triangles that is bent into every blade: u across from 0 to 1 and v along from 0 to 1
 * in `position`. A blade that ends in a point has one corner there, N segments then are 2N + 1
 * corners and 2N − 1 triangles.
 */
import { BillowError, describeValue } from '@billow/core'
import { BufferAttribute, InstancedBufferGeometry } from 'three'

/** Outlines of a blade (Jahrmann & Wimmer 2017, section 6.3). */
export const bladeShapes = ['triangle-tip', 'quadratic', 'triangle', 'quad'] as const
export type BladeShape = (typeof bladeShapes)[number]

/** @throws BillowError for what is no outline */
export function checkBladeShape(who: string, shape: BladeShape): void {
  if (bladeShapes.includes(shape)) return
  const known = bladeShapes.map((name) => `"${name}"`).join(', ')
  throw new BillowError(
    `@billow/three: ${who}: shape must be one of ${known}, got ${describeValue(shape)}`,
  )
}

export function createBladeGeometry(segments: number, shape: BladeShape): InstancedBufferGeometry {
  const isPointed = shape !== 'quad'
  const positions: number[] = []
  const indices: number[] = []
  for (let row = 0; row <= segments; row++) {
    const v = row / segments
    if (isPointed && row === segments) positions.push(0.5, v, 0)
    else positions.push(0, v, 0, 1, v, 0)
  }
  for (let row = 0; row < segments; row++) {
    const [a, b, c, d] = [2 * row, 2 * row + 1, 2 * row + 2, 2 * row + 3]
    indices.push(a, b, c)
    if (!(isPointed && row === segments - 1)) indices.push(b, d, c)
  }
  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  // The shader makes normals itself; without any, three takes the material for a flat one.
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(positions.length), 3))
  geometry.setIndex(new BufferAttribute(new Uint16Array(indices), 1))
  return geometry
}

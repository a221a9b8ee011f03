/** A place that a tool of measurement is put to: a point, or an object that it follows. */
import { BillowError, describeValue } from '@billow/core'
import { Object3D, type Vector3 } from 'three'

/** A point in the tool's own space, m, or an object of the scene. */
export type MarkedPoint = readonly [number, number, number] | Object3D

/**
 * Where it is, in the space of `tool`.
 *
 * @throws BillowError for what is neither
 */
export function pointOf(
  who: string,
  name: string,
  place: MarkedPoint,
  tool: Object3D,
  target: Vector3,
): Vector3 {
  if (place instanceof Object3D || (place as { isObject3D?: boolean }).isObject3D) {
    const object = place as Object3D
    object.updateWorldMatrix(true, false)
    return tool.worldToLocal(target.setFromMatrixPosition(object.matrixWorld))
  }
  const point = place as readonly unknown[]
  if (!Array.isArray(point) || point.length !== 3 || !point.every(Number.isFinite))
    throw new BillowError(
      `@billow/three: ${who}: ${name} must be 3 finite numbers (m) or an object of the scene, got ${describeValue(point)}`,
    )
  return target.set(...(point as [number, number, number]))
}

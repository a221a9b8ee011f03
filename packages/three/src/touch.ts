/**
 * Hands of headsets that are near touch objects with a small sphere. Libraries that make events of them, such as
 * @pmndrs/pointer-events, ask an object's `spherecast` as three.js asks `raycast` for rays; without one they take
 * the bounding box for the object, most of which is air where a cloth hangs in folds.
 */
import type { BufferGeometry, Intersection, Mesh, Object3D, Sphere } from 'three'
import { touchMesh } from './touchMesh.js'

interface Touchable {
  /** Adds where a sphere, in world space, touches the object, if it does. */
  spherecast: (sphere: Sphere, hits: Intersection[]) => void
}

const setTouch = (object: Object3D, spherecast: Touchable['spherecast']): void => {
  Object.assign(object, { spherecast } satisfies Touchable)
}

/** A hand touches the triangles of a mesh that has an index and a bounding sphere. */
export function makeTouchable(mesh: Mesh<BufferGeometry>): void {
  setTouch(mesh, (sphere, hits) => {
    const hit = touchMesh(mesh, sphere)
    if (hit) hits.push(hit)
  })
}

/** Neither rays nor hands hit what is there to be looked at. */
export function letPointersThrough(object: Object3D): void {
  object.raycast = () => undefined
  setTouch(object, () => undefined)
}

/**
 * Makes Billow's three.js objects known to react-three-fiber as JSX elements. The names carry a
 * prefix, so that they cannot collide with those of other libraries.
 */
import { ClothMesh } from '@billow/three'
import { extend, type ThreeElement } from '@react-three/fiber'

declare module '@react-three/fiber' {
  interface ThreeElements {
    billowClothMesh: ThreeElement<typeof ClothMesh>
  }
}

let registered = false

/** Called by components before they render; registering at import would be a side effect. */
export function registerElements(): void {
  if (registered) return
  extend({ BillowClothMesh: ClothMesh })
  registered = true
}

/** Colliders of all kinds from their descriptions. Whoever calls this loads every kind. */
import type { Collider, ColliderOptions } from './Collider.js'
import { ConeCollider } from './ConeCollider.js'
import { CylinderCollider } from './CylinderCollider.js'
import { HeightFieldCollider } from './HeightFieldCollider.js'
import { MeshCollider } from './MeshCollider.js'
import { addColliderClasses, toCollider } from './toCollider.js'

// From here on a cloth that is given descriptions knows all kinds, too: those of a scene file.
addColliderClasses({
  cylinder: CylinderCollider,
  cone: ConeCollider,
  mesh: MeshCollider,
  heightField: HeightFieldCollider,
})

/**
 * A collider from its description; a collider object is taken as it is.
 *
 * @throws BillowError for a wrong value or an unknown kind
 */
export function createCollider(options: ColliderOptions | Collider): Collider {
  return toCollider(options)
}

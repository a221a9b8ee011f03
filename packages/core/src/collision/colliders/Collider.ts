/** All kinds of colliders, by name only: what an application does not make, it does not load. */
import type { BoxCollider, BoxOptions } from './BoxCollider.js'
import type { CapsuleCollider, CapsuleOptions } from './CapsuleCollider.js'
import type { ConeCollider, ConeOptions } from './ConeCollider.js'
import type { CylinderCollider, CylinderOptions } from './CylinderCollider.js'
import type { HeightFieldCollider, HeightFieldOptions } from './HeightFieldCollider.js'
import type { MeshCollider, MeshColliderOptions } from './MeshCollider.js'
import type { PlaneCollider, PlaneOptions } from './PlaneCollider.js'
import type { SphereCollider, SphereOptions } from './SphereCollider.js'

export type Collider =
  | SphereCollider
  | PlaneCollider
  | BoxCollider
  | CapsuleCollider
  | CylinderCollider
  | ConeCollider
  | MeshCollider
  | HeightFieldCollider

export type ColliderOptions =
  | SphereOptions
  | PlaneOptions
  | BoxOptions
  | CapsuleOptions
  | CylinderOptions
  | ConeOptions
  | MeshColliderOptions
  | HeightFieldOptions

export type ColliderType = Collider['type']

/** @billow/three: three.js objects that show Billow simulations. */
export { ClothDragger } from './ClothDragger.js'
export { ClothMesh, type ClothMeshOptions } from './ClothMesh.js'
export { bladeShapes, type BladeShape, checkBladeShape } from './grass/bladeGeometry.js'
export {
  type Backend,
  type BackendChoice,
  backends,
  chooseBackend,
} from './grass/gpu/chooseBackend.js'
export { GrassMesh, type GrassMeshOptions } from './grass/GrassMesh.js'
export {
  cullColors,
  type GrassLook,
  type GrassPaint,
  grassPaints,
  levelColors,
} from './grass/grassLook.js'
export type { GroundHit } from './grass/grassRay.js'
export { anatomyColors, GrassAnatomy } from './grass/GrassAnatomy.js'
export { Strokes } from './grass/Strokes.js'
export { WindArrows, windColors } from './grass/WindArrows.js'
export { GrassTrampler } from './grass/GrassTrampler.js'
export { meshOf } from './meshOf.js'
export { ObjectTarget } from './ObjectTarget.js'
export {
  type BodyContact,
  type BodyPart,
  ColliderBody,
  type CollidingObject,
  type CollidingSimulation,
} from './colliders/ColliderBody.js'
export { type MeshBodyOptions, MeshColliderBody } from './colliders/MeshColliderBody.js'

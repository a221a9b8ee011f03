/** @billow/three: three.js objects that show Billow simulations. */
export { ClothDragger } from './ClothDragger.js'
export { ClothMesh, type ClothMeshOptions } from './ClothMesh.js'
export { meshOf } from './meshOf.js'
export { ObjectTarget } from './ObjectTarget.js'

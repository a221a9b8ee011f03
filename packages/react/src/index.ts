/** @billow/react: Billow simulations as react-three-fiber components. */
export { Cloth, type ClothProps } from './cloth/Cloth.js'
export type { ClothHandle } from './cloth/ClothHandle.js'

/** The code behind hands that need no dragging, loaded once a cloth asks for it. */
export { ClothHand, ClothKeys } from '@billow/three/hands'

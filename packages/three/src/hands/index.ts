/** @billow/three/hands: cloth and grass by keys, clicks and buttons, in place of pointers that drag. */
export { ClothHand, type HandDirection, type HandledCloth } from './ClothHand.js'
export { ClothKeys, type KeysOptions, type SpokenOptions } from './ClothKeys.js'
export { GrassFoot } from './GrassFoot.js'
export { GrassKeys } from './GrassKeys.js'
export type { ScreenDirection } from './screenSteps.js'
export type { HandTexts } from './texts/HandTexts.js'
export { describeFoot, describeHand, handTextsFor } from './texts/texts.js'

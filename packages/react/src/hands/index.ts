/** @billow/react/hands: buttons beside the canvas for the hand of a cloth. */
export { HandButtons, type HandButtonsProps } from './HandButtons.js'
export { type HandLink, useHand } from './HandLink.js'
export type { HandDirection, HandTexts } from '@billow/three/hands'

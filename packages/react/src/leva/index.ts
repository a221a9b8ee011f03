/** @billow/react/leva: control panels from the parameter tables. Needs the optional peer leva. */
export { clothSchema } from './clothSchema.js'
export { type ClothControlsOptions, useClothControls } from './useClothControls.js'

/** @billow/react/leva: control panels from the parameter tables. Needs the optional peer leva. */
export { clothSchema } from './clothSchema.js'
export { type ClothControlsOptions, useClothControls } from './useClothControls.js'
export { shaderSchema } from './shaderSchema.js'
export {
  type ShaderControls,
  type ShaderControlsOptions,
  useShaderControls,
} from './useShaderControls.js'

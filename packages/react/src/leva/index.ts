/** @billow/react/leva: control panels from the parameter tables. Needs the optional peer leva. */
export { clothSchema, grassSchema } from './tableSchema.js'
export { type ClothControlsOptions, useClothControls } from './useClothControls.js'
export { type GrassControlsOptions, useGrassControls } from './useGrassControls.js'
export {
  type ShaderControls,
  type ShaderControlsOptions,
  useShaderControls,
} from './useShaderControls.js'
export type { LevaOptions } from './useTableControls.js'

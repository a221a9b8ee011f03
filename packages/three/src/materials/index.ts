/** @billow/three/materials: the shaders of the lecture, and cloth, as three.js materials. */
export { applyMaterial } from './applyMaterial.js'
export { BillowShaderMaterial, type TableUniforms } from './BillowShaderMaterial.js'
export { shaderChunks } from './chunks/shaderChunks.js'
export { checkShader } from './checkShader.js'
export { checkSource, MAX_ROUNDS, MAX_SOURCE, type ShaderProblem } from './checkSource.js'
export { ClothStrain, type StrainedMesh } from './ClothStrain.js'
export { createShaderMaterial } from './createShaderMaterial.js'
export type { Displacement, ShaderDescriptor, ShaderNeeds, Uniforms } from './ShaderDescriptor.js'
export { SceneMirror, type SceneMirrorOptions } from './SceneMirror.js'
export { type ShaderId, type Shaders, shaders } from './shaders/shaders.js'
export { strainLegend, type StrainMark } from './shaders/strain.js'
export type { TextureName } from './textures/defaultTexture.js'
export {
  type ColorUniform,
  type TextureUniform,
  uniformDefaults,
  type UniformParameter,
  type UniformTable,
  type UniformValue,
  type UniformValues,
} from './UniformTable.js'
export type { ShaderTexts } from '../locales/ShaderTexts.js'

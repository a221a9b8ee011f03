/** @billow/three/webgpu: the shaders of @billow/three/materials for three.js's WebGPURenderer. */
export { createNodeMaterial, type NodeShaderId, nodeShaderIds } from './createNodeMaterial.js'
export { NodeShaderMaterial, type NodeUniforms, type UniformHolder } from './NodeShaderMaterial.js'
export type { NodeShader, UniformNodes } from './NodeShader.js'
export type { Surface } from './surface.js'

/** Node materials by the name of a built-in shader. */
import { BillowError, describeValue } from '@billow/core'
import { type ShaderId, type Shaders, shaders } from '../materials/shaders/shaders.js'
import type { ShaderDescriptor } from '../materials/ShaderDescriptor.js'
import type { UniformTable, UniformValues } from '../materials/UniformTable.js'
import type { NodeShader } from './NodeShader.js'
import { NodeShaderMaterial } from './NodeShaderMaterial.js'
import { wovenFabric } from './shaders/fabric.js'
import { mirror, normal, strain, texture, wireframe } from './shaders/pictures.js'
import { blinnPhong, diffuse } from './shaders/reflection.js'
import { bump, displacement } from './shaders/relief.js'

/** All but the custom shader, which is GLSL: `WebGPURenderer` takes none. */
export type NodeShaderId = Exclude<ShaderId, 'custom'>

const nodeShaders: Readonly<Record<NodeShaderId, NodeShader>> = {
  wireframe,
  normal,
  diffuse,
  'blinn-phong': blinnPhong,
  texture,
  bump,
  displacement,
  mirror,
  strain,
  'woven-fabric': wovenFabric,
}

/** Shaders that there are as nodes. */
export const nodeShaderIds = Object.keys(nodeShaders) as readonly NodeShaderId[]

/**
 * A shader for `WebGPURenderer`, with the id and the uniforms that it has for `WebGLRenderer`.
 *
 * @param shader its id, or its descriptor as `shaders` of `@billow/three/materials` has it
 * @param values of uniforms; the rest has its default
 * @throws BillowError for a shader that there is not as nodes, a wrong value or an unknown uniform
 */
export function createNodeMaterial<Id extends NodeShaderId>(
  shader: Id,
  values?: Partial<UniformValues<Shaders[Id]['uniforms']>>,
): NodeShaderMaterial<Shaders[Id]['uniforms']>
export function createNodeMaterial<Table extends UniformTable>(
  shader: ShaderDescriptor<Table>,
  values?: Partial<UniformValues<Table>>,
): NodeShaderMaterial<Table>
export function createNodeMaterial(
  shader: string | ShaderDescriptor,
  values?: Partial<UniformValues<UniformTable>>,
): NodeShaderMaterial {
  const id = nodeShaderIds.find((known) => known === shader || shaders[known] === shader)
  if (id === undefined) throw new BillowError(explain(shader))
  const descriptor: ShaderDescriptor = shaders[id]
  return new NodeShaderMaterial(descriptor, nodeShaders[id], values)
}

function explain(shader: unknown): string {
  const known = nodeShaderIds.map((id) => `"${id}"`).join(', ')
  const id = typeof shader === 'string' ? shader : (shader as { id?: unknown } | null)?.id
  const start = `@billow/three: createNodeMaterial: shader must be one of ${known}, got ${describeValue(id ?? shader)}`
  const isGlsl = id === 'custom' || typeof shader === 'object'
  return isGlsl
    ? `${start}: it is written in GLSL, which WebGPURenderer does not take. Use createShaderMaterial with WebGLRenderer, or write a NodeMaterial of three/webgpu`
    : start
}

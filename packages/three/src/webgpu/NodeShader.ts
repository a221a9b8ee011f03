/**
 * What a shader is to three.js's node system (TSL), from which it makes WGSL and GLSL: the formulas of a
 * shader of `@billow/three/materials` with the same id and the same uniforms, in nodes. A shader says
 * what it makes of the light from one direction; the material goes over lamp and lights.
 */
import type { CubeTextureNode, Node, TextureNode, UniformNode } from 'three/webgpu'
import type { Surface } from './surface.js'

export type Vec2 = Node<'vec2'>
export type Vec3 = Node<'vec3'>
export type Vec4 = Node<'vec4'>
export type Float = Node<'float'>

/** Nodes of the uniforms of a table, by key. */
export interface UniformNodes {
  float(key: string): Float
  /** Whole number: the place of a choice. */
  int(key: string): Node<'int'>
  /** 1 where a switch is on, else 0. */
  flag(key: string): Float
  vec2(key: string): Vec2
  vec3(key: string): Vec3
  color(key: string): Vec3
  texture(key: string): TextureNode
  cube(key: string): CubeTextureNode
}

export type AnyUniformNode = UniformNode<unknown, unknown> | TextureNode

export interface NodeShader {
  /** Where a vertex goes, in the object's space, m. */
  position?(u: UniformNodes): Vec3
  /** The surface as the light is to find it. */
  surface?(u: UniformNodes, s: Surface): Surface
  /** What of the light E from the unit direction l goes to the eye. */
  reflect?(u: UniformNodes, s: Surface, l: Vec3, E: Vec3): Vec3
  /** What of the light that comes from everywhere goes to the eye, as a share. */
  ambient?(u: UniformNodes, s: Surface): Vec3
  /** What is seen without any light. */
  color?(u: UniformNodes, s: Surface): Vec3
  /** How much it covers. */
  alpha?(u: UniformNodes, s: Surface): Float
}

/**
 * What a shader is: its two sources, its uniforms, and what it needs. Built-in shaders and those of
 * an application have the same form.
 *
 * Sources are GLSL as three.js takes it. Beside three's own chunks (`#include <common>`) they may
 * include Billow's (`#include <billow/vertex>`, listed in `shaderChunks`), which leave what is in
 * every shader out of the way of what a shader is about.
 */
import type { IUniform } from 'three'
import type { UniformTable } from './UniformTable.js'

export interface ShaderNeeds {
  /** Texture coordinates. */
  readonly uv?: true
  /** Tangents: an attribute where the geometry has one, else they follow from the uv of each pixel. */
  readonly tangents?: true
  /** A cube map of what is around. */
  readonly environment?: true
  /** A `strain` attribute, which `ClothStrain` keeps up to date. */
  readonly strain?: true
  /** Lights of the scene. */
  readonly lights?: true
}

/** Uniforms of a material as they are now. */
export type Uniforms = Readonly<Record<string, IUniform>>

/**
 * For shaders that move vertices. Depth and shadows follow the vertex shader by themselves; this says
 * what the processor has to know of it. Without the functions bounds stay as they are.
 */
export interface Displacement {
  /** Farthest that any vertex moves, m: bounds grow by it. */
  reach?(uniforms: Uniforms): number
  /** How far the vertex with these texture coordinates moves along its normal, m: what rays hit. */
  heightAt?(uniforms: Uniforms, u: number, v: number): number
}

export interface ShaderDescriptor<Table extends UniformTable = UniformTable> {
  readonly id: string
  readonly uniforms: Table
  readonly vertexShader: string
  readonly fragmentShader: string
  readonly needs: ShaderNeeds
  readonly displacement?: Displacement
  /** Draw edges instead of triangles. */
  readonly wireframe?: true
  /** False for colours that mean something: they are shown as they are, however bright the scene. */
  readonly toneMapped?: false
}

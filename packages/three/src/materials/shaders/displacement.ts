/** Displacement mapping: the relief is there, with its outline and its shadow. */
import type { Texture } from 'three'
import { heightAt, heightRange } from '../readHeight.js'
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { bump } from './bump.js'
import { bumpFragment } from './bump.glsl.js'
import { displacementVertex } from './displacement.glsl.js'

interface Values {
  readonly heightMap: Texture
  readonly heightScaling: number
  readonly repeat: { readonly x: number; readonly y: number }
}

const uniforms = {
  ...bump.uniforms,
  heightMap: { ...bump.uniforms.heightMap, default: 'dunes' },
} as const

export const displacement = {
  id: 'displacement',
  uniforms,
  vertexShader: displacementVertex,
  fragmentShader: bumpFragment,
  needs: { uv: true, tangents: true, lights: true },
  displacement: {
    reach(values) {
      const { heightMap, heightScaling } = values as unknown as Values
      return Math.abs(heightScaling) * heightRange(heightMap)
    },
    heightAt(values, u, v) {
      const { heightMap, heightScaling, repeat } = values as unknown as Values
      return heightScaling * heightAt(heightMap, repeat.x * u, repeat.y * v)
    },
  },
} as const satisfies ShaderDescriptor

/** Displacement mapping: the relief is there, with its outline and its shadow. */
import type { IUniform, Texture, Vector2 } from 'three'
import { heightAt, heightRange } from '../readHeight.js'
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { bump } from './bump.js'
import { bumpFragment } from './bump.glsl.js'
import { displacementVertex } from './displacement.glsl.js'
import { reliefUniforms } from './reliefUniforms.js'

interface Relief {
  readonly heightMap: IUniform<Texture>
  readonly heightScaling: IUniform<number>
  readonly repeat: IUniform<Vector2>
}

const uniforms = {
  ...bump.uniforms,
  heightMap: { ...bump.uniforms.heightMap, default: 'dunes' },
  normalScaling: reliefUniforms.normalScaling,
  // What is there has to be lit as what it is.
  slopes: { ...bump.uniforms.slopes, default: 'surface' },
} as const

export const displacement = {
  id: 'displacement',
  uniforms,
  vertexShader: displacementVertex,
  fragmentShader: bumpFragment,
  needs: { uv: true, tangents: true, lights: true },
  displacement: {
    reach(uniforms) {
      const { heightMap, heightScaling } = uniforms as unknown as Relief
      return Math.abs(heightScaling.value) * heightRange(heightMap.value)
    },
    heightAt(uniforms, u, v) {
      const { heightMap, heightScaling, repeat } = uniforms as unknown as Relief
      const { x, y } = repeat.value
      return heightScaling.value * heightAt(heightMap.value, x * u, y * v)
    },
  },
} as const satisfies ShaderDescriptor

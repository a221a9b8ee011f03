/** Blinn-Phong reflection; each of its three terms can be switched off, so that its share is seen. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { blinnPhongFragment } from './blinnPhong.glsl.js'
import { plainVertex } from './plainVertex.glsl.js'
import { reflectionUniforms } from './reflection.js'

export const blinnPhong = {
  id: 'blinn-phong',
  uniforms: reflectionUniforms,
  vertexShader: plainVertex,
  fragmentShader: blinnPhongFragment,
  needs: { lights: true },
} as const satisfies ShaderDescriptor

/** The edges of the triangles, in one colour. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { plainVertex } from './plainVertex.glsl.js'
import { wireframeFragment } from './wireframe.glsl.js'

export const wireframe = {
  id: 'wireframe',
  uniforms: { color: { kind: 'color', default: '#3d6fa8', group: 'surface', change: 'live' } },
  vertexShader: plainVertex,
  fragmentShader: wireframeFragment,
  needs: {},
  wireframe: true,
} as const satisfies ShaderDescriptor

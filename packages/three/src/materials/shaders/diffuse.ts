/** Diffuse reflection: a matt surface, equally bright from everywhere. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { diffuseFragment } from './diffuse.glsl.js'
import { ambientLight, lightUniforms } from './lightUniforms.js'
import { plainVertex } from './plainVertex.glsl.js'
import { share } from './reflection.js'

export const diffuse = {
  id: 'diffuse',
  uniforms: {
    color: { kind: 'color', default: '#ffffff', group: 'surface', change: 'live' },
    kd: { ...share, default: 1 },
    ...lightUniforms,
    ambientLight: { ...ambientLight, default: [0, 0, 0] },
  },
  vertexShader: plainVertex,
  fragmentShader: diffuseFragment,
  needs: { lights: true },
} as const satisfies ShaderDescriptor

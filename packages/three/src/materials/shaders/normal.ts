/** Normals as colours: what the light sees of a surface. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { normalFragment } from './normal.glsl.js'
import { plainVertex } from './plainVertex.glsl.js'

export const normal = {
  id: 'normal',
  uniforms: {
    space: {
      kind: 'choice',
      choices: ['world', 'eye'],
      default: 'world',
      group: 'surface',
      change: 'live',
    },
  },
  vertexShader: plainVertex,
  fragmentShader: normalFragment,
  needs: {},
  toneMapped: false,
} as const satisfies ShaderDescriptor

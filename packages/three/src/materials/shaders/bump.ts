/** Bump mapping: the normal of a relief on a surface that stays smooth. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { bumpFragment } from './bump.glsl.js'
import { plainVertex } from './plainVertex.glsl.js'
import { reflectionUniforms } from './reflection.js'
import { reliefUniforms } from './reliefUniforms.js'

export const bump = {
  id: 'bump',
  uniforms: {
    heightMap: {
      kind: 'texture',
      content: 'height',
      default: 'weave',
      group: 'map',
      change: 'live',
    },
    ...reliefUniforms,
    // The lecture's kn = 2 is for pictures with steps from black to white.
    normalScaling: { ...reliefUniforms.normalScaling, default: 10 },
    ...reflectionUniforms,
  },
  vertexShader: plainVertex,
  fragmentShader: bumpFragment,
  needs: { uv: true, tangents: true, lights: true },
} as const satisfies ShaderDescriptor

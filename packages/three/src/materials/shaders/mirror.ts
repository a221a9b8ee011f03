/** A mirror: shows what is around, from a cube map; `SceneMirror` makes one of the scene itself. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { mirrorFragment } from './mirror.glsl.js'
import { plainVertex } from './plainVertex.glsl.js'

export const mirror = {
  id: 'mirror',
  uniforms: {
    environment: {
      kind: 'texture',
      content: 'cube',
      default: 'sky',
      group: 'map',
      change: 'live',
    },
    color: { kind: 'color', default: '#ffffff', group: 'surface', change: 'live' },
  },
  vertexShader: plainVertex,
  fragmentShader: mirrorFragment,
  needs: { environment: true },
} as const satisfies ShaderDescriptor

/** A picture on the surface, by its texture coordinates; in the lecture without any light. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { ambientLight, lightUniforms } from './lightUniforms.js'
import { plainVertex } from './plainVertex.glsl.js'
import { repeat } from './reliefUniforms.js'
import { textureFragment } from './texture.glsl.js'

export const texture = {
  id: 'texture',
  uniforms: {
    map: { kind: 'texture', content: 'color', default: 'tartan', group: 'map', change: 'live' },
    repeat,
    lit: { kind: 'boolean', default: false, group: 'light', change: 'live' },
    ...lightUniforms,
    ambientLight,
  },
  vertexShader: plainVertex,
  fragmentShader: textureFragment,
  needs: { uv: true, lights: true },
} as const satisfies ShaderDescriptor

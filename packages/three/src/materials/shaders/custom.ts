/** A shader to begin one's own with: it moves vertices and colours them, with a few free uniforms. */
import type { ShaderDescriptor } from '../ShaderDescriptor.js'
import { customFragment, customVertex } from './custom.glsl.js'
import { ambientLight, lightUniforms } from './lightUniforms.js'

/** A number that means what the shader makes of it. */
const free = {
  kind: 'number',
  min: 0,
  max: 1,
  step: 0.01,
  valid: {},
  unit: '',
  group: 'free',
  change: 'live',
} as const

export const custom = {
  id: 'custom',
  uniforms: {
    color: { kind: 'color', default: '#d9a441', group: 'surface', change: 'live' },
    a: { ...free, default: 0.3 },
    b: { ...free, default: 0.5 },
    time: {
      kind: 'number',
      default: 0,
      min: 0,
      max: 60,
      step: 0.01,
      valid: {},
      unit: 's',
      group: 'free',
      change: 'live',
    },
    ...lightUniforms,
    ambientLight,
  },
  vertexShader: customVertex,
  fragmentShader: customFragment,
  needs: { uv: true, lights: true },
  // It may move vertices as it likes: shadows follow, bounds are the application's matter.
  displacement: {},
} as const satisfies ShaderDescriptor

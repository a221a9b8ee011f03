/**
 * Uniforms of Blinn-Phong reflection. The defaults are the medians of what students of CS184 chose:
 * ka 0.25, kd 0.6, ks 1, p 20, Ia 0.5.
 */
import type { UniformTable } from '../UniformTable.js'
import { ambientLight, lightUniforms } from './lightUniforms.js'

/** How much of the light comes back in one way. */
export const share = {
  kind: 'number',
  min: 0,
  max: 2,
  step: 0.01,
  valid: { atLeast: 0 },
  unit: '',
  group: 'surface',
  change: 'live',
} as const

const term = { kind: 'boolean', default: true, group: 'terms', change: 'live' } as const

export const reflectionUniforms = {
  color: { kind: 'color', default: '#ffffff', group: 'surface', change: 'live' },
  ambient: term,
  diffuse: term,
  specular: term,
  ka: { ...share, default: 0.25 },
  kd: { ...share, default: 0.6 },
  ks: { ...share, default: 1 },
  shininess: {
    kind: 'number',
    default: 20,
    min: 1,
    max: 200,
    step: 1,
    valid: { atLeast: 1 },
    unit: '',
    group: 'surface',
    change: 'live',
  },
  ...lightUniforms,
  ambientLight,
} as const satisfies UniformTable

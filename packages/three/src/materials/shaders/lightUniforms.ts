/**
 * Uniforms of `#include <billow/lights>`, with the constants of the CS184 lecture: one lamp at
 * (0.5, 2, 2) with the intensity 3.
 */
import type { UniformTable } from '../UniformTable.js'

export const lightUniforms = {
  light: {
    kind: 'choice',
    choices: ['lamp', 'scene'],
    default: 'lamp',
    group: 'light',
    change: 'live',
  },
  lightPosition: {
    kind: 'vector',
    axes: ['X', 'Y', 'Z'],
    default: [0.5, 2, 2],
    min: -5,
    max: 5,
    step: 0.05,
    valid: {},
    unit: 'm',
    group: 'light',
    change: 'live',
  },
  lightIntensity: {
    kind: 'vector',
    axes: ['R', 'G', 'B'],
    default: [3, 3, 3],
    min: 0,
    max: 20,
    step: 0.1,
    valid: { atLeast: 0 },
    unit: '',
    group: 'light',
    change: 'live',
  },
} as const satisfies UniformTable

/** Ia: light that comes from everywhere. Of a scene its own is taken. */
export const ambientLight = {
  kind: 'vector',
  axes: ['R', 'G', 'B'],
  default: [0.5, 0.5, 0.5],
  min: 0,
  max: 2,
  step: 0.01,
  valid: { atLeast: 0 },
  unit: '',
  group: 'light',
  change: 'live',
} as const satisfies UniformTable[string]

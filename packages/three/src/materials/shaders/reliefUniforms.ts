/** Uniforms of `#include <billow/relief>`, with the scalings of the CS184 lecture: kn 2, kh 0.1. */
import type { UniformTable } from '../UniformTable.js'

/** How often a texture lies along u and v. */
export const repeat = {
  kind: 'vector',
  axes: ['U', 'V'],
  default: [1, 1],
  min: 1,
  max: 20,
  step: 1,
  valid: { above: 0 },
  unit: '',
  group: 'map',
  change: 'live',
} as const satisfies UniformTable[string]

export const reliefUniforms = {
  repeat,
  heightScaling: {
    kind: 'number',
    default: 0.1,
    min: 0,
    max: 0.5,
    step: 0.005,
    valid: {},
    unit: 'm',
    group: 'relief',
    change: 'live',
  },
  normalScaling: {
    kind: 'number',
    default: 2,
    min: 0,
    max: 20,
    step: 0.1,
    valid: {},
    unit: '',
    group: 'relief',
    change: 'live',
  },
  slopes: {
    kind: 'choice',
    choices: ['lecture', 'surface'],
    default: 'lecture',
    group: 'relief',
    change: 'live',
  },
} as const satisfies UniformTable

/** When a cloth tears, and how much of it may. */
import type { ParameterTable } from './Parameter.js'

export const tearParams = {
  tear: {
    kind: 'boolean',
    default: false,
    group: 'springs',
    change: 'rebuild',
  },
  tearStrain: {
    kind: 'number',
    default: 0.3,
    min: 0.05,
    max: 2,
    step: 0.05,
    valid: { above: 0 },
    unit: '',
    group: 'springs',
    change: 'live',
  },
  tearReserve: {
    kind: 'number',
    default: 0.5,
    min: 0.1,
    max: 2,
    step: 0.1,
    valid: { atLeast: 0, atMost: 5 },
    unit: '',
    group: 'springs',
    change: 'rebuild',
  },
} as const satisfies ParameterTable

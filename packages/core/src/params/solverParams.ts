/** Which solver computes a cloth, and in what steps. */
import type { ParameterTable } from './Parameter.js'
import { PBD } from './solverNames.js'

export const solverParams = {
  solver: {
    kind: 'choice',
    choices: ['xpbd', 'pbd', 'mass-spring'],
    default: 'xpbd',
    group: 'solver',
    change: 'rebuild',
  },
  timeStep: {
    kind: 'number',
    default: 1 / 60,
    min: 1 / 240,
    max: 1 / 30,
    step: 1 / 480,
    valid: { above: 0, atMost: 1 },
    unit: 's',
    group: 'solver',
    change: 'live',
  },
  substeps: {
    kind: 'integer',
    default: 8,
    min: 1,
    max: 60,
    step: 1,
    valid: { atLeast: 1, atMost: 1000 },
    unit: '',
    group: 'solver',
    change: 'live',
  },
  iterations: {
    kind: 'integer',
    default: 8,
    min: 1,
    max: 40,
    step: 1,
    valid: { atLeast: 1, atMost: 1000 },
    unit: '',
    group: 'solver',
    change: 'live',
    solvers: PBD,
  },
  sleep: {
    kind: 'boolean',
    default: true,
    group: 'solver',
    change: 'live',
  },
} as const satisfies ParameterTable

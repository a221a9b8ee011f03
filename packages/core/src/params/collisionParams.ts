/** How a cloth meets colliders and itself. */
import type { ParameterTable } from './Parameter.js'
import { PROJECTING } from './solverNames.js'

export const collisionParams = {
  selfCollision: {
    kind: 'boolean',
    default: false,
    group: 'collision',
    change: 'live',
  },
  hashCell: {
    kind: 'choice',
    choices: ['floor', 'truncate'],
    default: 'floor',
    group: 'collision',
    change: 'live',
  },
  colliderOffset: {
    kind: 'number',
    default: 0.01,
    min: 0,
    max: 0.2,
    step: 0.005,
    valid: { atLeast: 0 },
    unit: 'm',
    group: 'collision',
    change: 'live',
    solvers: PROJECTING,
  },
} as const satisfies ParameterTable

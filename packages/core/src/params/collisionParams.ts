/** How a cloth meets colliders and itself. */
import type { ParameterTable } from './Parameter.js'
import { MASS_SPRING, PROJECTING } from './solverNames.js'

export const collisionParams = {
  selfCollision: {
    kind: 'choice',
    choices: [false, true, 'triangles'],
    default: false,
    group: 'collision',
    change: 'live',
  },
  selfFriction: {
    kind: 'number',
    default: 0.3,
    min: 0,
    max: 1.5,
    step: 0.05,
    valid: { atLeast: 0 },
    unit: '',
    group: 'collision',
    change: 'live',
    solvers: PROJECTING,
  },
  hashCell: {
    kind: 'choice',
    choices: ['floor', 'truncate'],
    default: 'floor',
    group: 'collision',
    change: 'live',
    solvers: MASS_SPRING,
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
  colliderContact: {
    kind: 'choice',
    choices: ['particles', 'triangles'],
    default: 'particles',
    group: 'collision',
    change: 'live',
    solvers: PROJECTING,
  },
} as const satisfies ParameterTable

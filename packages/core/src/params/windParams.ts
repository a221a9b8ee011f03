/**
 * The parameters of the air that moves cloth and grass. The tables of both contain these, and
 * `WindField` reads them, so that one set of values means the same wind for everything in a scene.
 */
import type { ParameterTable } from './Parameter.js'

export const windParams = {
  wind: {
    kind: 'vector',
    axes: ['X', 'Y', 'Z'],
    default: [0, 0, 0],
    mainAxis: [1, 0, 0],
    min: -15,
    max: 15,
    step: 0.1,
    valid: {},
    unit: 'm/s',
    group: 'forces',
    change: 'live',
  },
  turbulence: {
    kind: 'number',
    default: 0.25,
    min: 0,
    max: 1,
    step: 0.05,
    valid: { atLeast: 0 },
    unit: '',
    group: 'forces',
    change: 'live',
  },
  turbulenceScale: {
    kind: 'number',
    default: 1,
    min: 0.1,
    max: 20,
    step: 0.1,
    valid: { above: 0 },
    unit: 'm',
    group: 'forces',
    change: 'live',
  },
  gusts: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    step: 0.05,
    valid: { atLeast: 0, atMost: 1 },
    unit: '',
    group: 'forces',
    change: 'live',
  },
  gustPeriod: {
    kind: 'number',
    default: 5,
    min: 0.5,
    max: 30,
    step: 0.5,
    valid: { above: 0 },
    unit: 's',
    group: 'forces',
    change: 'live',
  },
} as const satisfies ParameterTable

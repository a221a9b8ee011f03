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
    description: 'Mean velocity of the air.',
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
    description:
      'Turbulence intensity: standard deviation of the air’s velocity as a share of the wind speed.',
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
    description: 'Size of the eddies: the integral length of the turbulence along the wind.',
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
    description: 'How far the wind swells and drops, as a share of its mean speed.',
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
    description: 'Time from gust to gust.',
  },
} as const satisfies ParameterTable

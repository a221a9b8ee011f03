/** The schemas of all kinds of colliders in a scene file, which `readCollider` reads. */
import { LARGEST_SIZE, MAX_PARTICLES, MAX_TRIANGLES } from './limits.js'
import { COORDINATE, type JsonSchema, numbers, object, point } from './schemaParts.js'

const positive = { type: 'number', exclusiveMinimum: 0 }

const surface: Readonly<Record<string, JsonSchema>> = {
  friction: {
    type: 'number',
    minimum: 0,
    default: 0,
    description: 'Coulomb coefficient: 0 slides freely. Above 1 counts as 1 with mass-spring.',
  },
  thickness: {
    type: 'number',
    minimum: 0,
    default: 0,
    description: 'Gap that cloth keeps beside its own colliderOffset, m.',
  },
  enabled: { type: 'boolean', default: true, description: 'Does cloth feel it?' },
  transform: {
    ...numbers('number', COORDINATE, 16),
    description: 'From its own space to the scene, column by column; last row 0 0 0 1.',
  },
}

const axis: Readonly<Record<string, JsonSchema>> = {
  from: { ...point, description: 'Lower end of the axis, m; with to.' },
  to: { ...point, description: 'Upper end of the axis, m; with from.' },
  height: {
    type: 'number',
    minimum: 0,
    description: 'Length of the axis along y about the origin, m, in place of from and to.',
  },
}

const twoSided = { type: 'boolean', default: false }

export const colliderSchemas: readonly JsonSchema[] = [
  kind(
    'sphere',
    { center: { ...point, description: 'm' }, radius: { ...positive, description: 'm' } },
    ['center', 'radius'],
  ),
  kind(
    'plane',
    {
      point: { ...point, description: 'Any point on the plane, m.' },
      normal: {
        ...point,
        default: [0, 1, 0],
        description: 'Direction away from the solid side, of any length but 0.',
      },
      twoSided: { ...twoSided, description: 'Cloth stays on the side that it is on.' },
    },
    ['point'],
  ),
  kind(
    'box',
    {
      size: {
        ...numbers('number', { above: 0, atMost: LARGEST_SIZE }, 3),
        description: 'Width, height and depth, m.',
      },
    },
    ['size'],
  ),
  kind('capsule', { ...axis, radius: { ...positive, description: 'm' } }, ['radius']),
  kind('cylinder', { ...axis, radius: { ...positive, description: 'm' } }, ['radius']),
  kind(
    'cone',
    {
      ...axis,
      radii: {
        ...numbers('number', { atLeast: 0, atMost: COORDINATE.atMost! }, 2),
        description: 'At the lower and the upper end, m, not both 0.',
      },
    },
    ['radii'],
  ),
  kind(
    'mesh',
    {
      positions: {
        ...numbers('number', COORDINATE),
        minItems: 9,
        maxItems: 3 * MAX_PARTICLES,
        description: 'x, y, z per vertex, m.',
      },
      indices: {
        ...numbers('integer', { atLeast: 0, atMost: MAX_PARTICLES - 1 }),
        minItems: 3,
        maxItems: 3 * MAX_TRIANGLES,
        description: 'Three vertices per triangle. Default: 0 1 2, 3 4 5 and so on.',
      },
      twoSided: { ...twoSided, description: 'A shell, even where the mesh is closed.' },
    },
    ['positions'],
  ),
  kind(
    'heightField',
    {
      heights: {
        ...numbers('number', { atLeast: -LARGEST_SIZE, atMost: LARGEST_SIZE }),
        minItems: 4,
        maxItems: MAX_PARTICLES,
        description: 'Height per point, m, row by row; the first row lies at -z.',
      },
      columns: { type: 'integer', minimum: 2, maximum: MAX_PARTICLES },
      rows: { type: 'integer', minimum: 2, maximum: MAX_PARTICLES },
      size: {
        ...numbers('number', { above: 0, atMost: COORDINATE.atMost! }, 2),
        description: 'Extent along x and z, m.',
      },
    },
    ['heights', 'columns', 'rows', 'size'],
  ),
]

function kind(
  type: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema {
  return object({ type: { const: type }, ...properties, ...surface }, ['type', ...required])
}

/**
 * The JSON Schema (draft 7, which editors know best) of Billow's scene files, derived from the
 * parameter table and its English descriptions. The build writes it to `scene.schema.json`; the
 * library itself does not need it.
 *
 * A schema cannot say how members depend on each other: that pins lie on the cloth, that the number
 * of particles has a limit, that a normal is not zero. `parseScene` has the last word.
 */
import { pinNames } from '../cloth/pins.js'
import { descriptions } from '../locales/descriptionsEn.js'
import { type ClothParamKey, clothParams } from '../params/clothParams.js'
import type { Parameter } from '../params/Parameter.js'
import { SCENE_FORMAT } from './billow.js'
import {
  LARGEST_COORDINATE,
  LARGEST_SIZE,
  MAX_PARTICLES,
  MAX_TRIANGLES,
  PARAMETER_LIMITS,
} from './limits.js'
import { colliderSchemas } from './colliderSchemas.js'
import { SCENE_VERSION } from './migrations.js'
import { boundsSchema, COORDINATE, type JsonSchema, numbers, object, point } from './schemaParts.js'

export function createSceneSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Billow scene',
    description: `A cloth and what it touches, version ${SCENE_VERSION}. All quantities are SI.`,
    ...object(
      {
        $schema: { type: 'string', description: 'Where this schema lies, for editors.' },
        format: { const: SCENE_FORMAT },
        version: { const: SCENE_VERSION },
        cloth: clothSchema(),
        colliders: {
          description: 'Bodies that the cloth touches, in the order in which they act.',
          type: 'array',
          items: { oneOf: colliderSchemas },
        },
      },
      ['format', 'version', 'cloth'],
    ),
  }
}

function clothSchema(): JsonSchema {
  const parameters = Object.entries(clothParams).map(([key, parameter]) => [
    key,
    parameterSchema(parameter, descriptions.cloth[key as ClothParamKey], PARAMETER_LIMITS[key]),
  ])
  return {
    description: 'Parameters that are left out have their defaults.',
    ...object({
      ...(Object.fromEntries(parameters) as Record<string, JsonSchema>),
      pins: {
        description: 'Particles that are held in place from the start.',
        type: 'array',
        items: {
          oneOf: [
            ...places,
            {
              ...object({ particle: { oneOf: places }, target: { ...point, description: 'm' } }, [
                'particle',
                'target',
              ]),
              description: 'Particles that are moved to a point.',
            },
          ],
        },
      },
      origin: { ...point, description: 'Position of particle (0, 0), m.' },
      offsets: {
        ...numbers('number', { atLeast: -LARGEST_SIZE, atMost: LARGEST_SIZE }),
        maxItems: MAX_PARTICLES,
        description:
          'Offset out of the sheet’s plane per particle, m, row by row; takes the place of jitter.',
      },
      mesh,
      strengths: {
        type: 'array',
        items: { oneOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] },
        maxItems: MAX_PARTICLES,
        description:
          'What each particle withstands before the cloth tears, in parts of tearStrain; null does not tear.',
      },
      windSources: {
        type: 'array',
        items: object(
          {
            position: { ...point, description: 'Where the air streams out, m.' },
            strength: {
              type: 'number',
              minimum: -LARGEST_COORDINATE,
              maximum: LARGEST_COORDINATE,
              description: 'Speed of the air 1 m away, m/s; below 0 it is drawn in.',
            },
            radius: {
              type: 'number',
              exclusiveMinimum: 0,
              maximum: LARGEST_COORDINATE,
              description: 'Within this the speed falls to 0, m.',
            },
          },
          ['position', 'strength'],
        ),
        description: 'Points that air streams out of, or into, beside the wind.',
      },
      clock: object({
        maxFrameSeconds: {
          type: 'number',
          exclusiveMinimum: 0,
          description: 'Longest frame that is simulated in full, s.',
        },
        maxSteps: { type: 'number', minimum: 1, description: 'Most steps in one frame.' },
      }),
      precision: {
        enum: ['float64', 'float32'],
        description: 'Single precision is for studying rounding only.',
      },
    }),
  }
}

function parameterSchema(parameter: Parameter, description: string, limit?: number): JsonSchema {
  const { kind } = parameter
  const unit = 'unit' in parameter && parameter.unit !== '' ? ` (${parameter.unit})` : ''
  const about = { description: description + unit, default: parameter.default }
  switch (kind) {
    case 'boolean':
      return { ...about, type: 'boolean' }
    case 'choice':
      return { ...about, enum: parameter.choices }
    case 'number':
    case 'integer':
      return { ...about, type: kind, ...boundsSchema(parameter.valid, limit) }
    case 'vector': {
      const type = parameter.integer ? 'integer' : 'number'
      const bounds = limit === undefined ? parameter.valid : { ...parameter.valid, atMost: limit }
      return { ...about, ...numbers(type, bounds, parameter.axes.length) }
    }
  }
}

const places = [
  { type: 'integer', minimum: 0, description: 'Index of a particle.' },
  { ...numbers('integer', { atLeast: 0 }, 2), description: 'Column and row of a grid.' },
  { enum: pinNames, description: 'An edge or corners of a grid.' },
]

const mesh = {
  description: 'Any triangle mesh in place of a grid.',
  ...object(
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
      uvs: { ...numbers('number', COORDINATE), description: 'u, v per vertex.' },
      weldDistance: {
        type: 'number',
        minimum: 0,
        maximum: LARGEST_SIZE,
        default: 0,
        description: 'Vertices up to this distance from each other move as one, m.',
      },
    },
    ['positions'],
  ),
}

/** Pieces that the schema of scene files is put together from. */
import type { Bounds } from '../params/Parameter.js'
import { LARGEST_COORDINATE } from './limits.js'

export type JsonSchema = Readonly<Record<string, unknown>>

export function boundsSchema({ above, atLeast, atMost }: Bounds, limit = atMost): JsonSchema {
  return {
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(atLeast === undefined ? {} : { minimum: atLeast }),
    ...(limit === undefined ? {} : { maximum: limit }),
  }
}

/** @param count how many; absent: any number of them */
export function numbers(type: 'number' | 'integer', bounds: Bounds, count?: number): JsonSchema {
  return {
    type: 'array',
    items: { type, ...boundsSchema(bounds) },
    ...(count === undefined ? {} : { minItems: count, maxItems: count }),
  }
}

/** An object with these members and no others: a member that nobody reads is a typing error. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

export const COORDINATE: Bounds = { atLeast: -LARGEST_COORDINATE, atMost: LARGEST_COORDINATE }

export const point = numbers('number', COORDINATE, 3)

/** Colliders of a scene file: their members checked one by one, and then as a whole by their class. */
import type { ColliderOptions, ColliderType } from '../collision/colliders/Collider.js'
import { createCollider } from '../collision/colliders/createCollider.js'
import { LARGEST_COORDINATE, LARGEST_SIZE, MAX_PARTICLES, MAX_TRIANGLES } from './limits.js'
import { atPath, SceneReader, type SceneWarnings } from './SceneReader.js'

type Members = Record<string, unknown>

/** What each kind has beside what all have. */
const readers: Readonly<Record<ColliderType, (reader: SceneReader) => Members>> = {
  sphere: (reader) => ({
    center: reader.point('center', LARGEST_COORDINATE),
    radius: reader.number('radius', { above: 0 }),
  }),
  plane: (reader) => ({
    point: reader.point('point', LARGEST_COORDINATE),
    ...optional(reader, 'normal', () => reader.point('normal', LARGEST_COORDINATE)),
    ...optional(reader, 'twoSided', () => reader.boolean('twoSided')),
  }),
  box: (reader) => ({ size: reader.point('size', LARGEST_SIZE) }),
  capsule: (reader) => ({ ...readAxis(reader), radius: reader.number('radius', { above: 0 }) }),
  cylinder: (reader) => ({ ...readAxis(reader), radius: reader.number('radius', { above: 0 }) }),
  cone: (reader) => ({ ...readAxis(reader), radii: readList(reader, 'radii', 2) }),
  mesh: (reader) => ({
    positions: readAtMost(reader, 'positions', LARGEST_COORDINATE, 3 * MAX_PARTICLES),
    ...optional(reader, 'indices', () =>
      readAtMost(reader, 'indices', MAX_PARTICLES, 3 * MAX_TRIANGLES),
    ),
    ...optional(reader, 'twoSided', () => reader.boolean('twoSided')),
  }),
  heightField: (reader) => ({
    heights: readAtMost(reader, 'heights', LARGEST_SIZE, MAX_PARTICLES),
    columns: reader.integer('columns', 2, MAX_PARTICLES),
    rows: reader.integer('rows', 2, MAX_PARTICLES),
    size: readList(reader, 'size', 2),
  }),
}

export function readCollider(value: unknown, n: number, warnings: SceneWarnings): ColliderOptions {
  const reader = new SceneReader(`colliders[${n}]`, value, warnings)
  const type = reader.raw('type')
  if (typeof type !== 'string' || !Object.hasOwn(readers, type)) {
    const kinds = Object.keys(readers).map((kind) => `"${kind}"`)
    reader.refuse('type', `one of ${kinds.join(', ')}`, type)
  }
  const options = {
    type,
    ...readers[type as ColliderType](reader),
    ...optional(reader, 'friction', () => reader.number('friction', { atLeast: 0 })),
    ...optional(reader, 'thickness', () => reader.number('thickness', { atLeast: 0 })),
    ...optional(reader, 'enabled', () => reader.boolean('enabled')),
    ...optional(reader, 'transform', () => readList(reader, 'transform', 16)),
  } as ColliderOptions
  atPath(reader.path, () => createCollider(options))
  reader.finish()
  return options
}

function optional(reader: SceneReader, key: string, read: () => unknown): Members {
  return reader.has(key) ? { [key]: read() } : {}
}

function readAxis(reader: SceneReader): Members {
  return {
    ...optional(reader, 'from', () => reader.point('from', LARGEST_COORDINATE)),
    ...optional(reader, 'to', () => reader.point('to', LARGEST_COORDINATE)),
    ...optional(reader, 'height', () => reader.number('height', { atLeast: 0 })),
  }
}

function readList(reader: SceneReader, key: string, count: number): number[] {
  const values = reader.numbers(key, LARGEST_COORDINATE)
  if (values.length !== count) reader.refuse(key, `${count} numbers`, values)
  return values
}

function readAtMost(reader: SceneReader, key: string, limit: number, most: number): number[] {
  const values = reader.numbers(key, limit)
  if (values.length > most) reader.refuse(key, `at most ${most} numbers`, values)
  return values
}

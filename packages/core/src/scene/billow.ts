/**
 * Billow's own scene files: versioned JSON with the parameters of the table under their names.
 *
 * ```json
 * { "format": "billow-scene", "version": 1,
 *   "cloth": { "size": [2, 1], "pins": ["top-left", 40] },
 *   "colliders": [{ "type": "sphere", "center": [0, 0, 0], "radius": 0.3 }] }
 * ```
 */
import type { ClothOptions } from '../cloth/ClothOptions.js'
import { type Pin, resolvePins } from '../cloth/pins.js'
import { type Collider, type ColliderOptions, createCollider } from '../collision/colliders.js'
import { BillowError, checkValue } from '../params/check.js'
import { type ClothParams, clothParams } from '../params/clothParams.js'
import { defaultsOf } from '../params/Parameter.js'
import { LARGEST_COORDINATE, LARGEST_SIZE, MAX_PARTICLES } from './limits.js'
import { SceneError, SceneReader, type SceneWarnings } from './SceneReader.js'

export const SCENE_FORMAT = 'billow-scene'
export const SCENE_VERSION = 1

export interface BillowScene {
  readonly format: typeof SCENE_FORMAT
  readonly version: typeof SCENE_VERSION
  readonly cloth: Readonly<Record<string, unknown>>
  readonly colliders: readonly ColliderOptions[]
}

export function readBillow(
  file: SceneReader,
  warnings: SceneWarnings,
): { cloth: ClothOptions; colliders: ColliderOptions[] } {
  file.raw('format')
  const version = file.integer('version', 1, Number.MAX_SAFE_INTEGER)
  if (version > SCENE_VERSION) {
    throw new SceneError(
      'version',
      `must be at most ${SCENE_VERSION} for this version of Billow, got ${version}`,
    )
  }
  const cloth = readCloth(file.object('cloth'))
  const colliders = file.has('colliders')
    ? file.array('colliders').map((value, n) => readCollider(value, n, warnings))
    : []
  file.finish()
  return { cloth, colliders }
}

function readCloth(reader: SceneReader): ClothOptions {
  const values: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(clothParams)) {
    if (!reader.has(key)) continue
    const value = reader.raw(key)
    atPath(reader.pathOf(key), () => checkValue('', key, parameter, value))
    values[key] = value
  }
  const { size, segments, orientation } = {
    ...defaultsOf(clothParams),
    ...(values as Partial<ClothParams>),
  }
  const [columns, rows] = [segments[0] + 1, segments[1] + 1]
  if (columns * rows > MAX_PARTICLES) {
    throw new SceneError(
      reader.pathOf('segments'),
      `must give at most ${MAX_PARTICLES} particles, got ${columns} × ${rows}`,
    )
  }
  if (Math.max(...size) > LARGEST_SIZE) {
    throw new SceneError(reader.pathOf('size'), `must be at most ${LARGEST_SIZE} m`)
  }
  if (((values.jitter as number | undefined) ?? 0) > LARGEST_SIZE) {
    throw new SceneError(reader.pathOf('jitter'), `must be at most ${LARGEST_SIZE} m`)
  }
  if (reader.has('origin')) values.origin = reader.point('origin', LARGEST_COORDINATE)
  if (reader.has('pins')) {
    const pins = reader.array('pins') as Pin[]
    atPath(reader.pathOf('pins'), () => resolvePins('', pins, { columns, rows }, orientation))
    values.pins = pins
  }
  reader.finish()
  return values
}

function readCollider(value: unknown, n: number, warnings: SceneWarnings): ColliderOptions {
  const reader = new SceneReader(`colliders[${n}]`, value, warnings)
  const type = reader.raw('type')
  if (type !== 'sphere' && type !== 'plane') reader.refuse('type', '"sphere" or "plane"', type)
  const collider = type === 'sphere' ? readSphere(reader) : readPlane(reader)
  atPath(reader.path, () => createCollider(collider))
  reader.finish()
  return collider
}

function readSphere(reader: SceneReader): ColliderOptions {
  return {
    type: 'sphere',
    center: reader.point('center', LARGEST_COORDINATE),
    radius: reader.number('radius', { above: 0 }),
    ...readFriction(reader),
  }
}

function readPlane(reader: SceneReader): ColliderOptions {
  return {
    type: 'plane',
    point: reader.point('point', LARGEST_COORDINATE),
    ...(reader.has('normal') ? { normal: reader.point('normal', LARGEST_COORDINATE) } : {}),
    ...readFriction(reader),
  }
}

function readFriction(reader: SceneReader): { friction?: number } {
  return reader.has('friction')
    ? { friction: reader.number('friction', { atLeast: 0, atMost: 1 }) }
    : {}
}

/** Runs a check of the library on a value of the file; its complaint gets the path. */
function atPath(path: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (error instanceof BillowError)
      throw new SceneError(path, error.message.replace(/^@billow\/core: [^:]*: /, ''))
    throw error
  }
}

/** A scene that `parseScene` reads back: parameters that differ from their defaults, and colliders. */
export function createScene(
  options: Readonly<Partial<ClothParams>> & {
    readonly pins?: readonly Pin[]
    readonly origin?: readonly [number, number, number]
  },
  colliders: readonly Collider[],
): BillowScene {
  const cloth: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(clothParams)) {
    const value = (options as Record<string, unknown>)[key]
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(parameter.default))
      cloth[key] = value
  }
  if (options.origin) cloth.origin = options.origin
  if (options.pins && options.pins.length > 0) cloth.pins = options.pins
  return {
    format: SCENE_FORMAT,
    version: SCENE_VERSION,
    cloth,
    colliders: colliders.map(describeCollider),
  }
}

const triple = (values: Float64Array): [number, number, number] => [
  values[0]!,
  values[1]!,
  values[2]!,
]

function describeCollider(collider: Collider): ColliderOptions {
  return collider.type === 'sphere'
    ? {
        type: 'sphere',
        center: triple(collider.center),
        radius: collider.radius,
        friction: collider.friction,
      }
    : {
        type: 'plane',
        point: triple(collider.point),
        normal: triple(collider.normal),
        friction: collider.friction,
      }
}

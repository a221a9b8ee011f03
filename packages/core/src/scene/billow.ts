/**
 * Billow's own scene files: versioned JSON with the parameters of the table under their names.
 *
 * ```json
 * { "format": "billow-scene", "version": 1,
 *   "cloth": { "size": [2, 1], "pins": ["top-left", 40] },
 *   "colliders": [{ "type": "sphere", "center": [0, 0, 0], "radius": 0.3 }] }
 * ```
 *
 * `scene.schema.json`, made by `sceneSchema.ts`, says the same to editors and validators.
 */
import type { ClothOptions } from '../cloth/ClothOptions.js'
import { checkThickness } from '../cloth/thickness.js'
import type { Precision } from '../cloth/ClothState.js'
import { offsetsOf, type PlainPin, strengthsOf } from '../cloth/plainSettings.js'
import { type PinGround, resolvePins } from '../cloth/pins.js'
import type { ColliderOptions } from '../collision/colliders/Collider.js'
import type { MeshOptions } from '../mesh/meshArrays.js'
import { createMeshSheet, type MeshSheet } from '../mesh/meshSheet.js'
import { checkValue } from '../params/check.js'
import { type ClothParams, clothParams } from '../params/clothParams.js'
import { defaultsOf } from '../params/Parameter.js'
import type { StepperOptions } from '../time/FixedStepper.js'
import {
  LARGEST_COORDINATE,
  LARGEST_SIZE,
  MAX_PARTICLES,
  MAX_TRIANGLES,
  PARAMETER_LIMITS,
} from './limits.js'
import type { WindSource } from '../wind/WindField.js'
import { readCollider } from './readCollider.js'
import { atPath, SceneError, SceneReader, type SceneWarnings } from './SceneReader.js'

export const SCENE_FORMAT = 'billow-scene'

/** @param file a file of the present version */
export function readBillow(
  file: SceneReader,
  warnings: SceneWarnings,
): { cloth: ClothOptions; colliders: ColliderOptions[] } {
  for (const key of ['$schema', 'format', 'version']) file.raw(key)
  const cloth = readCloth(file.object('cloth'), warnings)
  const colliders = file.has('colliders')
    ? file.array('colliders').map((value, n) => readCollider(value, n, warnings))
    : []
  file.finish()
  return { cloth, colliders }
}

function readCloth(reader: SceneReader, warnings: SceneWarnings): ClothOptions {
  const values = readParameters(reader)
  const all = { ...defaultsOf(clothParams), ...values }
  const { segments, orientation } = all
  const [columns, rows] = [segments[0] + 1, segments[1] + 1]
  if (columns * rows > MAX_PARTICLES) {
    throw new SceneError(
      reader.pathOf('segments'),
      `must give at most ${MAX_PARTICLES} particles, got ${columns} × ${rows}`,
    )
  }
  const cloth: { -readonly [Key in keyof ClothOptions]: ClothOptions[Key] } = values
  if (reader.has('origin')) cloth.origin = reader.point('origin', LARGEST_COORDINATE)
  if (reader.has('offsets')) {
    const offsets = reader.numbers('offsets', LARGEST_SIZE)
    if (offsets.length !== columns * rows)
      reader.refuse('offsets', `${columns * rows} numbers, one per particle`, offsets)
    cloth.offsetAt = offsetsOf(offsets, columns)
  }
  let ground: PinGround = { columns, rows }
  let sheet: MeshSheet | undefined
  if (reader.has('mesh')) {
    const mesh = readMesh(reader.object('mesh'))
    cloth.mesh = mesh
    sheet = atPath(reader.pathOf('mesh'), () => createMeshSheet(mesh))
    ground = sheet
  }
  atPath(reader.pathOf('thickness'), () => {
    checkThickness('', all, sheet)
  })
  if (reader.has('strengths')) {
    const count = 'columns' in ground ? columns * rows : ground.particleCount
    cloth.strengthAt = strengthsOf(readStrengths(reader, count))
  }
  if (reader.has('pins')) {
    const pins = reader
      .array('pins')
      .map((pin, n) => readPin(pin, `${reader.pathOf('pins')}[${n}]`, warnings))
    atPath(reader.pathOf('pins'), () => resolvePins('', pins, ground, orientation))
    cloth.pins = pins
  }
  if (reader.has('windSources'))
    cloth.windSources = reader
      .array('windSources')
      .map((source, n) => readWindSource(source, `${reader.pathOf('windSources')}[${n}]`, warnings))
  if (reader.has('clock')) cloth.clock = readClock(reader.object('clock'))
  if (reader.has('precision')) {
    const precision = reader.raw('precision')
    if (precision !== 'float64' && precision !== 'float32')
      reader.refuse('precision', '"float64" or "float32"', precision)
    cloth.precision = precision satisfies Precision
  }
  reader.finish()
  return cloth
}

function readParameters(reader: SceneReader): Partial<ClothParams> {
  const values: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(clothParams)) {
    if (!reader.has(key)) continue
    const value = reader.raw(key)
    atPath(reader.pathOf(key), () => {
      checkValue('', key, parameter, value)
    })
    const limit = PARAMETER_LIMITS[key]
    if (limit !== undefined && Math.max(...[value as number | number[]].flat()) > limit) {
      throw new SceneError(reader.pathOf(key), `must be at most ${limit} m`)
    }
    values[key] = value
  }
  return values
}

/** Where a pin is, `resolvePins` checks; what it is moved to must be a point in a file. */
function readPin(pin: unknown, path: string, warnings: SceneWarnings): PlainPin {
  if (typeof pin !== 'object' || pin === null || Array.isArray(pin)) return pin as PlainPin
  const reader = new SceneReader(path, pin, warnings)
  const particle = reader.raw('particle') as Extract<PlainPin, { target: unknown }>['particle']
  if (!reader.has('particle')) reader.refuse('particle', 'a particle, place or name', undefined)
  const target = reader.point('target', LARGEST_COORDINATE)
  reader.finish()
  return { particle, target }
}

function readWindSource(source: unknown, path: string, warnings: SceneWarnings): WindSource {
  const reader = new SceneReader(path, source, warnings)
  const read: { -readonly [Key in keyof WindSource]: WindSource[Key] } = {
    position: reader.point('position', LARGEST_COORDINATE),
    strength: reader.number('strength', {
      atLeast: -LARGEST_COORDINATE,
      atMost: LARGEST_COORDINATE,
    }),
  }
  if (reader.has('radius'))
    read.radius = reader.number('radius', { above: 0, atMost: LARGEST_COORDINATE })
  reader.finish()
  return read
}

function readMesh(reader: SceneReader): MeshOptions {
  const mesh: { -readonly [Key in keyof MeshOptions]: MeshOptions[Key] } = {
    positions: reader.numbers('positions', LARGEST_COORDINATE),
  }
  if (mesh.positions.length > 3 * MAX_PARTICLES)
    reader.refuse('positions', `at most ${MAX_PARTICLES} vertices`, mesh.positions)
  if (reader.has('indices')) {
    mesh.indices = reader.numbers('indices', MAX_PARTICLES)
    if (mesh.indices.length > 3 * MAX_TRIANGLES)
      reader.refuse('indices', `at most ${MAX_TRIANGLES} triangles`, mesh.indices)
  }
  if (reader.has('uvs')) mesh.uvs = reader.numbers('uvs', LARGEST_COORDINATE)
  if (reader.has('weldDistance')) {
    mesh.weldDistance = reader.number('weldDistance', { atLeast: 0, atMost: LARGEST_SIZE })
  }
  reader.finish()
  return mesh
}

function readClock(reader: SceneReader): StepperOptions {
  const clock: { -readonly [Key in keyof StepperOptions]: StepperOptions[Key] } = {}
  if (reader.has('maxFrameSeconds'))
    clock.maxFrameSeconds = reader.number('maxFrameSeconds', { above: 0 })
  if (reader.has('maxSteps')) clock.maxSteps = reader.number('maxSteps', { atLeast: 1 })
  reader.finish()
  return clock
}

/** What does not tear at all is null: JSON has no infinity. */
function readStrengths(reader: SceneReader, count: number): number[] {
  const values = reader.array('strengths')
  const isStrength = (value: unknown): boolean =>
    value === null || (typeof value === 'number' && value > 0 && Number.isFinite(value))
  if (values.length !== count || !values.every(isStrength))
    reader.refuse('strengths', `${count} numbers > 0 or null, one per particle`, values)
  return values.map((value) => (value === null ? Infinity : (value as number)))
}

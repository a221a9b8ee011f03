/**
 * The JSON Schema of scene files, held against `parseScene` by an independent validator (Ajv, draft
 * 7): what is read without a warning is valid, and what is valid is read, but for rules that tie
 * members together, which a schema cannot say.
 */
import { readFileSync } from 'node:fs'
import {
  ClothSimulation,
  createDisc,
  createScene,
  parseScene,
  SceneError,
  writeScene,
} from '@billow/core'
import { descriptions } from '@billow/core/locales/en'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSceneSchema } from '../../packages/core/src/scene/sceneSchema.js'
import { curtain } from '../../stories/scenes/curtain.js'
import { readSceneFile } from '../helpers/cs184.js'
import { mutate, mutation } from '../helpers/mutations.js'

const schema = createSceneSchema()
const validate = new Ajv({ strict: true, strictTuples: false }).compile(schema)
const HEAD = { format: 'billow-scene', version: 1 }
/** As a file has it. */
const asFile = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const v1: unknown = JSON.parse(
  readFileSync(new URL('../fixtures/scenes/v1.json', import.meta.url), 'utf8'),
)
const meshed = writeScene(
  new ClothSimulation({
    mesh: createDisc({ radius: 1, rings: 2 }),
    pins: [0],
    clock: { maxSteps: 4 },
  }),
)
const offset = writeScene(
  new ClothSimulation({
    segments: [2, 2],
    offsetAt: (i) => i / 10,
    strengthAt: (x) => (x > 0 ? Infinity : 2),
    precision: 'float32',
  }),
)

describe('valid are', () => {
  it.each<[string, unknown]>([
    ['the fixture of version 1', v1],
    ['a short scene', createScene(curtain, [])],
    ['layers that do not pass through', { ...HEAD, cloth: { selfCollision: 'triangles' } }],
    ['self-collision by a switch', { ...HEAD, cloth: { selfCollision: true } }],
    ['a written cloth', writeScene(new ClothSimulation({ pins: ['top', 3, [1, 1]] }))],
    ['a written mesh', meshed],
    ['written offsets', offset],
    ['a file that names its schema', { ...HEAD, $schema: './scene.schema.json', cloth: {} }],
  ])('%s, and it is read without a warning', (_, scene) => {
    const file = asFile(scene)
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
    expect(parseScene(file).warnings).toEqual([])
  })

  it.each(['pinned2', 'pinned4', 'plane', 'selfCollision', 'sphere'])(
    'the CS184 scene %s once it is written as a Billow scene; as it is, it is another format',
    (name) => {
      const source = readSceneFile(name)
      expect(validate(JSON.parse(source))).toBe(false)
      const { cloth, colliders } = parseScene(source)
      const file = asFile(writeScene(new ClothSimulation({ ...cloth, colliders })))
      expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
    },
  )
})

it.each<[string, object, string]>([
  ['a later version', { ...HEAD, version: 2, cloth: {} }, '/version'],
  ['no cloth', HEAD, ''],
  ['a member that nobody knows', { ...HEAD, cloth: { colour: 'red' } }, '/cloth'],
  ['a density of 0', { ...HEAD, cloth: { density: 0 } }, '/cloth/density'],
  ['a vector of two', { ...HEAD, cloth: { wind: [1, 2] } }, '/cloth/wind'],
  ['half a segment', { ...HEAD, cloth: { segments: [1, 2.5] } }, '/cloth/segments/1'],
  ['a sheet of 20 km', { ...HEAD, cloth: { size: [20_000, 1] } }, '/cloth/size/0'],
  [
    'self-collision of what is none',
    { ...HEAD, cloth: { selfCollision: 'x' } },
    '/cloth/selfCollision',
  ],
  ['an unknown solver', { ...HEAD, cloth: { solver: 'euler' } }, '/cloth/solver'],
  [
    'a pin that is moved to no point',
    { ...HEAD, cloth: { pins: [{ particle: 0, target: { x: 0 } }] } },
    '/cloth/pins/0',
  ],
  ['a pin by an unknown name', { ...HEAD, cloth: { pins: ['middle'] } }, '/cloth/pins/0'],
  [
    'a mesh of two vertices',
    { ...HEAD, cloth: { mesh: { positions: [0, 0, 0, 1, 0, 0] } } },
    '/cloth/mesh/positions',
  ],
  [
    'a collider that is none',
    { ...HEAD, cloth: {}, colliders: [{ type: 'torus' }] },
    '/colliders/0',
  ],
])('%s is not valid, and not read or read with a warning', (_, file, path) => {
  expect(validate(file)).toBe(false)
  expect(validate.errors!.map(({ instancePath }) => instancePath)).toContain(path)
  expect(() => {
    const { warnings } = parseScene(file)
    if (warnings.length > 0) throw new SceneError('', warnings.join())
  }).toThrow(SceneError)
})

it('every parameter is described for those who write a file, with its unit', () => {
  type Described = Record<string, { properties: Record<string, { description?: string }> }>
  const { properties } = (schema.properties as Described).cloth!
  for (const [key, text] of Object.entries(descriptions.cloth))
    expect(properties[key]?.description?.startsWith(text), key).toBe(true)
  expect(properties.density!.description).toMatch(/ \(kg\/m²\)$/)
})

/** Places of rules that a schema cannot say, such as that pins lie on the cloth and layers are no thicker than it. */
const TIED = /^(cloth\.(pins|segments|thickness|offsets|strengths|mesh)|colliders\[\d+\])/

it.each<[string, unknown]>([
  ['the fixture', v1],
  ['a mesh', meshed],
  ['offsets', offset],
])('%s with one change or two: schema and parseScene agree (fast-check)', (_, scene) => {
  const file = asFile(scene)
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 2 }), (mutations) => {
      // Without format it would be a scene of another kind.
      const changed = asFile(mutate(file, mutations)) as { format?: unknown } | null
      if (changed?.format !== HEAD.format) return
      const valid = validate(changed)
      seen[valid ? 'valid' : 'invalid']++
      try {
        const clean = parseScene(changed).warnings.length === 0
        expect(valid, JSON.stringify([changed, validate.errors])).toBe(clean)
      } catch (error) {
        if (!(error instanceof SceneError)) throw error
        if (!TIED.test(error.path))
          expect(valid, `${JSON.stringify(changed)}: ${error.message}`).toBe(false)
      }
    }),
    { numRuns: 1000 },
  )
  expect(seen.valid).toBeGreaterThan(20)
  expect(seen.invalid).toBeGreaterThan(20)
})

/**
 * Scene files that nobody wrote by hand: any JSON, and valid scenes with something wrong. The answer
 * is a `SceneError` or a scene that a cloth can be made of, and nothing else. fast-check prints the
 * seed of a failure.
 */
import { ClothSimulation, parseScene, type Scene, SceneError } from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSceneFile } from '../helpers/cs184.js'
import { mutate, mutation } from '../helpers/mutations.js'

const BILLOW = {
  format: 'billow-scene',
  version: 1,
  cloth: {
    solver: 'pbd',
    size: [2, 1],
    segments: [6, 4],
    orientation: 'horizontal',
    jitter: 0.001,
    density: 0.3,
    gravity: [0, -1.62, 0],
    wind: [1, 0, 2],
    selfCollision: true,
    origin: [0, 1, 0],
    pins: ['top-left', 3, [2, 1]],
  },
  colliders: [
    { type: 'sphere', center: [0, 0, 0], radius: 0.3, friction: 0.1 },
    { type: 'plane', point: [0, -1, 0], normal: [0, 1, 0] },
  ],
}

const MESH = {
  format: 'billow-scene',
  version: 1,
  cloth: {
    pins: [0, { particle: 1, target: [1, 0.5, 0] }],
    mesh: {
      positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0],
      indices: [0, 1, 2, 1, 3, 2],
      uvs: [0, 0, 1, 0, 0, 1, 1, 1],
      weldDistance: 0.001,
    },
    clock: { maxSteps: 3, maxFrameSeconds: 0.5 },
  },
}

const OFFSETS = {
  format: 'billow-scene',
  version: 1,
  cloth: {
    segments: [1, 2],
    offsets: [0, 0.1, -0.1, 0, 0.2, 0],
    strengths: [1, 2, 0.5, null, 1, 1],
    tear: true,
    precision: 'float32',
  },
}

/** The largest grid that is built here; larger ones would only take longer. */
const LARGEST_GRID = 400

/** A scene of the assignment with 5 × 5 points, for speed. */
function smallScene(name: string): unknown {
  const scene = JSON.parse(readSceneFile(name)) as { cloth: Record<string, unknown> }
  const pinned =
    scene.cloth.pinned === undefined
      ? {}
      : {
          pinned: [
            [0, 0],
            [4, 0],
          ],
        }
  return {
    ...scene,
    cloth: { ...scene.cloth, num_width_points: 5, num_height_points: 5, ...pinned },
  }
}

/** @returns the scene, or undefined where it was refused as it should be */
function parseOrRefuse(source: unknown): Scene | undefined {
  try {
    return parseScene(source)
  } catch (error) {
    if (!(error instanceof SceneError)) throw error
    expect(error.message).toMatch(/^@billow\/core: parseScene: /)
    expect(error.message.length).toBeLessThan(1000)
    return undefined
  }
}

/** Every scene that is not refused gives a cloth that can take a step. */
function expectUsable({ cloth: options, colliders, warnings }: Scene): void {
  expect(warnings.length).toBeLessThanOrEqual(51)
  const [columns, rows] = options.segments ?? [24, 24]
  const small = (columns + 1) * (rows + 1) <= LARGEST_GRID
  const changes = small ? {} : { segments: [2, 2] as const, pins: [] }
  const cloth = new ClothSimulation({ ...options, ...changes, colliders, substeps: 1 })
  cloth.step()
  expect(cloth.positions.every(Number.isFinite)).toBe(true)
}

describe('parseScene, for anything', () => {
  it('any JSON value: a scene or a SceneError', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const scene = parseOrRefuse(value)
        if (scene) expectUsable(scene)
      }),
      { numRuns: 500 },
    )
  })

  it('any text: a scene or a SceneError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        const scene = parseOrRefuse(text)
        if (scene) expectUsable(scene)
      }),
      { numRuns: 500 },
    )
  })

  it('any value of a program: a scene or a SceneError', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true })
    fc.assert(
      fc.property(fc.oneof(anything, fc.record({ cloth: anything, format: anything })), (value) => {
        const scene = parseOrRefuse(value)
        if (scene) expectUsable(scene)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['CS184 pinned2', smallScene('pinned2')],
    ['CS184 plane', smallScene('plane')],
    ['CS184 sphere', smallScene('sphere')],
    ['Billow', BILLOW],
    ['Billow mesh', MESH],
    ['Billow offset', OFFSETS],
  ])(
    '%s scenes with one to three changes: a cloth can be made of them, or a SceneError',
    (_, valid) => {
      let usable = 0
      let refused = 0
      fc.assert(
        fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
          const scene = parseOrRefuse(mutate(valid, mutations))
          if (scene) expectUsable(scene)
          if (scene) usable++
          else refused++
        }),
        { numRuns: 1500 },
      )
      // Both outcomes are common, so both are tested.
      expect(usable).toBeGreaterThan(20)
      expect(refused).toBeGreaterThan(20)
    },
    120_000,
  )
})

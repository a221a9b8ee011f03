/** Scene files of every version are read, step by step up to the present one; later ones are not. */
import { readFileSync } from 'node:fs'
import { ClothSimulation, parseScene, SceneError } from '@billow/core'
import { describe, expect, it } from 'vitest'
import {
  migrate,
  type Migration,
  migrations,
  SCENE_VERSION,
} from '../../packages/core/src/scene/migrations.js'

const fixture = (version: number): string =>
  readFileSync(new URL(`../fixtures/scenes/v${version}.json`, import.meta.url), 'utf8')

const refusal = (act: () => unknown): SceneError => {
  try {
    act()
  } catch (error) {
    if (error instanceof SceneError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('scene files of version', () => {
  it('1 say what they said when they were written', () => {
    const scene = parseScene(fixture(1))
    expect(scene).toEqual({
      cloth: {
        solver: 'xpbd',
        timeStep: 0.01,
        substeps: 10,
        size: [2, 1],
        segments: [6, 4],
        orientation: 'horizontal',
        jitter: 0.001,
        seed: 7,
        density: 0.3,
        stretchCompliance: 0.0001,
        limitStrain: false,
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
      warnings: [],
    })
    expect(new ClothSimulation({ ...scene.cloth, colliders: scene.colliders }).particleCount).toBe(
      35,
    )
  })

  it('1 to the present one: each has its fixture, and a step to the next', () => {
    for (let version = 1; version <= SCENE_VERSION; version++) {
      expect(parseScene(fixture(version)).warnings).toEqual([])
      if (version < SCENE_VERSION) expect(migrations[version]).toBeTypeOf('function')
    }
    expect(Object.keys(migrations)).toHaveLength(SCENE_VERSION - 1)
  })
})

describe('a migration', () => {
  /** What a version 2 that calls the density `areaDensity` and one 3 in g/m² would need. */
  const renamed: Migration = (file) => {
    const { density, ...cloth } = file.cloth as Record<string, unknown>
    return { ...file, cloth: density === undefined ? cloth : { ...cloth, areaDensity: density } }
  }
  const inGrams: Migration = (file) => {
    const cloth = file.cloth as Record<string, number>
    return { ...file, cloth: { ...cloth, areaDensity: 1000 * cloth.areaDensity! } }
  }
  const steps = { 1: renamed, 2: inGrams }
  const head = { format: 'billow-scene' }

  it('runs from the version of the file on, in order, and leaves the file as it was', () => {
    const file = Object.freeze({
      ...head,
      version: 1,
      cloth: Object.freeze({ density: 0.5, ks: 7 }),
    })
    expect(migrate(file, steps, 3)).toEqual({
      ...head,
      version: 3,
      cloth: { areaDensity: 500, ks: 7 },
    })
    expect(migrate({ ...head, version: 2, cloth: { areaDensity: 0.5 } }, steps, 3)).toEqual({
      ...head,
      version: 3,
      cloth: { areaDensity: 500 },
    })
  })

  it('does nothing to a file of the present version', () => {
    const file = { ...head, version: 3, cloth: {} }
    expect(migrate(file, steps, 3)).toBe(file)
  })

  it.each<[string, unknown, string]>([
    ['a later version', 4, 'must be at most 3 for this version of Billow, got 4'],
    ['version 0', 0, 'must be an integer from 1 to 3, got 0'],
    ['a version in between', 1.5, 'must be an integer from 1 to 3, got 1.5'],
    ['a version in words', '1', 'must be an integer from 1 to 3, got "1"'],
  ])('refuses %s', (_, version, problem) => {
    const error = refusal(() => migrate({ ...head, version, cloth: {} }, steps, 3))
    expect([error.path, error.problem]).toEqual(['version', problem])
  })
})

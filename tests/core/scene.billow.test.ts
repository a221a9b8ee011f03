/** Billow's own scene files: what they may hold, and that writing and reading are inverse. */
import { ClothSimulation, createCollider, createScene, parseScene, SceneError } from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const HEAD = { format: 'billow-scene', version: 1 }

describe('a scene file', () => {
  it('needs nothing but a cloth; everything else has defaults', () => {
    expect(parseScene({ ...HEAD, cloth: {} })).toEqual({ cloth: {}, colliders: [], warnings: [] })
  })

  it('gives parameters, pins, origin and colliders as they are', () => {
    const cloth = { size: [2, 1], pins: ['top-left', 40, [3, 2]], origin: [1, 2, 3], ks: 7 }
    const colliders = [
      { type: 'sphere', center: [0, 0, 0], radius: 0.3 },
      { type: 'plane', point: [0, 0, 0], normal: [0, 3, 0], friction: 1 },
    ]
    const scene = parseScene(JSON.stringify({ ...HEAD, cloth, colliders }))
    expect(scene).toEqual({ cloth, colliders, warnings: [] })
    expect(new ClothSimulation({ ...scene.cloth, colliders: scene.colliders }).isPinned(40)).toBe(
      true,
    )
  })

  it('may have members that are not known: a warning for each', () => {
    const scene = parseScene({
      ...HEAD,
      author: 'me',
      cloth: { colour: 'red' },
      colliders: [{ type: 'plane', point: [0, 0, 0], mass: 1 }],
    })
    expect([...scene.warnings].sort()).toEqual([
      'author: unknown object, left out',
      'cloth.colour: unknown key, left out',
      'colliders[0].mass: unknown key, left out',
    ])
  })

  it.each<[string, object, string, string | RegExp]>([
    ['another format', { ...HEAD, format: 'x' }, 'format', 'must be "billow-scene", got "x"'],
    [
      'no version',
      { format: 'billow-scene', cloth: {} },
      'version',
      /^is missing; must be an integer/,
    ],
    ['version 0', { ...HEAD, version: 0, cloth: {} }, 'version', /^must be an integer from 1 /],
    [
      'a later version',
      { ...HEAD, version: 2, cloth: {} },
      'version',
      /^must be at most 1 .*got 2$/,
    ],
    ['no cloth', HEAD, 'cloth', 'is missing; must be an object'],
    [
      'a wrong density',
      { ...HEAD, cloth: { density: 0 } },
      'cloth.density',
      'density must be a finite number > 0 (kg/m²), got 0',
    ],
    [
      'null',
      { ...HEAD, cloth: { wind: null } },
      'cloth.wind',
      'wind must be 3 finite numbers (m/s), got null',
    ],
    [
      'a wrong pin',
      { ...HEAD, cloth: { pins: ['nowhere'] } },
      'cloth.pins',
      /^pins\[0\] must be .* got "nowhere"$/,
    ],
    ['a pin outside', { ...HEAD, cloth: { pins: [625] } }, 'cloth.pins', /below 625/],
    [
      'pins by one name',
      { ...HEAD, cloth: { pins: 'top' } },
      'cloth.pins',
      'must be an array, got "top"',
    ],
    [
      'too many particles',
      { ...HEAD, cloth: { segments: [1023, 1023] } },
      'cloth.segments',
      'must give at most 262144 particles, got 1024 × 1024',
    ],
    [
      'a huge sheet',
      { ...HEAD, cloth: { size: [1e5, 1] } },
      'cloth.size',
      'must be at most 10000 m',
    ],
    [
      'a huge offset',
      { ...HEAD, cloth: { jitter: 1e300 } },
      'cloth.jitter',
      'must be at most 10000 m',
    ],
    [
      'a far origin',
      { ...HEAD, cloth: { origin: [1e7, 0, 0] } },
      'cloth.origin',
      /^must be 3 finite numbers/,
    ],
    [
      'colliders as an object',
      { ...HEAD, cloth: {}, colliders: {} },
      'colliders',
      'must be an array, got an object',
    ],
    [
      'a collider that is none',
      { ...HEAD, cloth: {}, colliders: [null] },
      'colliders[0]',
      'must be an object, got null',
    ],
    [
      'an unknown collider',
      { ...HEAD, cloth: {}, colliders: [{ type: 'torus' }] },
      'colliders[0].type',
      /^must be one of "sphere", "plane", .*, got "torus"$/,
    ],
    [
      'a sphere of no size',
      { ...HEAD, cloth: {}, colliders: [{ type: 'sphere', center: [0, 0, 0], radius: 0 }] },
      'colliders[0].radius',
      'must be a finite number > 0, got 0',
    ],
    [
      'a plane without direction',
      { ...HEAD, cloth: {}, colliders: [{ type: 'plane', point: [0, 0, 0], normal: [0, 0, 0] }] },
      'colliders[0]',
      'normal must not be zero, got [0, 0, 0]',
    ],
  ])('with %s is refused', (_, source, path, problem) => {
    let error: unknown
    try {
      parseScene(source)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(SceneError)
    expect((error as SceneError).path).toBe(path)
    if (typeof problem === 'string') expect((error as SceneError).problem).toBe(problem)
    else expect((error as SceneError).problem).toMatch(problem)
  })
})

describe('createScene and parseScene', () => {
  it('write and read the same: parameters, pins, origin, colliders, and so the same run', () => {
    const options = {
      solver: 'mass-spring',
      segments: [5, 4],
      size: [2, 1],
      orientation: 'horizontal',
      spacing: 'points',
      wind: [1, 2, 3],
      ks: 12.5,
      bend: false,
      substeps: 20,
      seed: 7,
      jitter: 0.003,
      pins: ['top-left', 8, [1, 2]],
      origin: [1, 2, 3],
    } as const
    const colliders = [
      createCollider({ type: 'sphere', center: [1, 1.8, 3], radius: 0.25, friction: 0.25 }),
      createCollider({ type: 'plane', point: [0, 1, 0], friction: 0.5 }),
    ]
    const text = JSON.stringify(createScene(options, colliders))
    const scene = parseScene(text)
    expect(scene.warnings).toEqual([])
    expect(scene.cloth).toEqual(options)
    const first = new ClothSimulation({ ...options, colliders })
    const second = new ClothSimulation({ ...scene.cloth, colliders: scene.colliders })
    for (let n = 0; n < 60; n++) {
      first.step()
      second.step()
    }
    expect(second.hash()).toBe(first.hash())
    expect(JSON.stringify(createScene(scene.cloth as typeof options, second.colliders))).toBe(text)
  })

  it('leave out what is at its default', () => {
    const { params } = new ClothSimulation()
    expect(createScene(params, [])).toEqual({ ...HEAD, cloth: {}, colliders: [] })
  })

  it('any numbers come back bit by bit (fast-check)', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    const vector = fc.tuple(finite, finite, finite)
    const positive = fc.double({ min: Number.MIN_VALUE, max: 1e300, noNaN: true })
    fc.assert(
      fc.property(vector, vector, positive, fc.nat(1023), (gravity, wind, density, seed) => {
        const options = { gravity, wind, density, seed: seed + 2 }
        const { cloth } = parseScene(JSON.stringify(createScene(options, [])))
        const { params } = new ClothSimulation({ ...cloth, segments: [1, 1] })
        // JSON has no −0.
        const plain = (values: readonly number[]) => values.map((value) => value + 0)
        expect(plain(params.gravity)).toEqual(plain(gravity))
        expect(plain(params.wind)).toEqual(plain(wind))
        expect(params.density).toBe(density)
        expect(params.seed).toBe(seed + 2)
      }),
    )
  })
})

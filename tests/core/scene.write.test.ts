/** `writeScene`: whatever a cloth was made of, its file makes a twin that moves with the same bits. */
import {
  type ClothOptions,
  ClothSimulation,
  triangleCollision,
  createDisc,
  createShirt,
  parseScene,
  writeScene,
} from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clothParams } from '../../packages/core/src/params/clothParams.js'
import { readSceneFile } from '../helpers/cs184.js'

function twinOf(cloth: ClothSimulation): ClothSimulation {
  const scene = parseScene(JSON.stringify(writeScene(cloth)))
  expect(scene.warnings).toEqual([])
  return new ClothSimulation({ ...scene.cloth, colliders: scene.colliders })
}

function expectSameRun(one: ClothSimulation, other: ClothSimulation, steps: number): void {
  one.reset()
  expect(other.hash()).toBe(one.hash())
  for (let n = 0; n < steps; n++) {
    one.step()
    other.step()
  }
  expect(other.hash()).toBe(one.hash())
}

const disc = createDisc({ radius: 0.4, rings: 4 })

const cases: [string, ClothOptions][] = [
  ['nothing but defaults', {}],
  ['a name of pins', { pins: 'top', segments: [6, 6] }],
  ['pins of every kind', { segments: [6, 6], pins: ['left', 9, [3, 3], (x) => x > 0.45] }],
  [
    'offsets',
    { segments: [5, 4], offsetAt: (i, j) => 0.01 * Math.sin(i + 2 * j), origin: [1, 2, 3] },
  ],
  ['jitter', { segments: [5, 4], jitter: 0.01, seed: 99, orientation: 'horizontal' }],
  ['single precision', { solver: 'pbd', segments: [5, 4], precision: 'float32', pins: 'corners' }],
  ['a mesh', { mesh: disc, pins: [0, 5] }],
  [
    'pins that are moved to points',
    {
      segments: [6, 6],
      pins: [
        'top',
        { particle: 'bottom-left', target: [0, 0, 0.4] },
        { particle: (x) => x > 0.45, target: [0.3, 0.1, 0] },
      ],
    },
  ],
  [
    'seams and hems that tear at other strains',
    {
      segments: [8, 8],
      pins: 'top',
      tear: true,
      tearStrain: 0.05,
      gravity: [0, -60, 0],
      strengthAt: (x, y) => (x > 0.2 ? Infinity : 1 + 0.5 * y),
    },
  ],
  ['a shirt', { mesh: createShirt({ segments: 8 }), pins: [(_x, y) => y > 0.3] }],
  [
    'a welded soup',
    {
      mesh: {
        positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0.001, 1, 1, 0, 0, 1, 0],
        weldDistance: 0.01,
      },
    },
  ],
  [
    'colliders',
    {
      segments: [8, 8],
      orientation: 'horizontal',
      colliders: [
        { type: 'sphere', center: [0.1, -0.3, 0], radius: 0.25, friction: 0.3 },
        { type: 'plane', point: [0, -0.5, 0], normal: [0.3, 1, -0.2], friction: 1 },
      ],
    },
  ],
]

describe('a cloth of', () => {
  it.each(cases)('%s: written and read, the same bits after 0 and 30 steps', (_, options) => {
    const cloth = new ClothSimulation(options)
    expectSameRun(cloth, twinOf(cloth), 30)
  })

  it('changes in mid-run: the file has what is set now, and the start', () => {
    const cloth = new ClothSimulation({ segments: [6, 6], pins: 'top' })
    for (let n = 0; n < 10; n++) cloth.step()
    cloth.setParams({ wind: [3, 0, 1], substeps: 5 })
    cloth.setPins(['top-left', 10])
    cloth.addCollider({ type: 'sphere', center: [0, -0.4, 0.1], radius: 0.2 })
    cloth.rebuild({ segments: [7, 5], origin: [0, 1, 0] })
    expectSameRun(cloth, twinOf(cloth), 30)
  })

  it('a clock with limits of its own: the same steps from the same frames', () => {
    const cloth = new ClothSimulation({ clock: { maxFrameSeconds: 0.1, maxSteps: 3 } })
    const twin = twinOf(cloth)
    for (const seconds of [0.016, 0.09, 1, 0.005])
      expect(twin.advance(seconds)).toBe(cloth.advance(seconds))
  })

  it.each(['pinned2', 'sphere'])('the CS184 scene %s: the same bits after 3 steps', (name) => {
    const { cloth: options, colliders } = parseScene(readSceneFile(name))
    const cloth = new ClothSimulation({ ...options, colliders })
    expectSameRun(cloth, twinOf(cloth), 3)
  })

  it.each([false, true, 'triangles'] as const)('selfCollision %j', (selfCollision) => {
    const cloth = new ClothSimulation({ selfCollision, triangleCollision, segments: [4, 4] })
    const { cloth: options } = parseScene(JSON.stringify(writeScene(cloth)))
    expect(options.selfCollision).toBe(selfCollision)
    expectSameRun(cloth, new ClothSimulation({ ...options, triangleCollision }), 2)
  })

  it('any parameters that are valid (fast-check)', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const axis = fc.double({ min: -10, max: 10, noNaN: true })
    const options = fc.record({
      solver: fc.constantFrom(...clothParams.solver.choices),
      gravity: fc.tuple(axis, axis, axis),
      wind: fc.tuple(axis, axis, axis),
      jitter: share,
      damping: share,
      origin: fc.tuple(axis, axis, axis),
    })
    const normal = fc.tuple(axis, axis, axis).filter((values) => Math.hypot(...values) > 1e-9)
    fc.assert(
      fc.property(options, normal, (values, direction) => {
        const cloth = new ClothSimulation({
          ...values,
          segments: [3, 3],
          pins: [0],
          colliders: [{ type: 'plane', point: values.origin, normal: direction }],
        })
        expectSameRun(cloth, twinOf(cloth), 2)
      }),
      { numRuns: 200 },
    )
  })
})

it('a pin that follows something that moves cannot be written, and is named', () => {
  const cloth = new ClothSimulation({ pins: [0, { particle: 1, target: { x: 0, y: 0, z: 0 } }] })
  expect(() => writeScene(cloth)).toThrow(
    '@billow/core: writeScene: pins[1] must have a point as its target, got something that moves',
  )
})

it('names every parameter, so that a file stays the same run when a default changes', () => {
  const { cloth } = writeScene(new ClothSimulation())
  expect(Object.keys(cloth)).toEqual(Object.keys(clothParams))
})

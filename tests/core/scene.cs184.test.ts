/**
 * CS184 scene files as they are: what they mean, what is left out with a warning, and what is
 * refused, with the place in the file.
 */
import { ClothSimulation, parseScene, SceneError } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { readSceneFile } from '../helpers/cs184.js'

/** The standard sheet, and what the assignment's program has in code. */
const STANDARD = {
  solver: 'mass-spring',
  spacing: 'points',
  size: [1, 1],
  segments: [49, 49],
  orientation: 'horizontal',
  origin: [0, 1, 0],
  jitter: 0,
  density: 150,
  thickness: Math.fround(0.0095),
  ks: 5000,
  bendRatio: 0.2,
  structural: true,
  shear: true,
  bend: true,
  limitStrain: true,
  strainLimit: 0.1,
  stepDamping: 0.2,
  damping: 0,
  airDensity: 0,
  gravity: [0, -9.8, 0],
  timeStep: 1 / 90,
  substeps: 30,
  selfCollision: true,
  hashCell: 'truncate',
  sleep: false,
  pins: [],
}

const PLANE = { type: 'plane', point: [0, 0, 0], normal: [0, 1, 0], friction: 0.5 }
const SPHERE = { type: 'sphere', center: [0.5, 0.2, 0.5], radius: 0.2, friction: 0.3 }

describe('the scene files of the assignment', () => {
  it.each<[string, object, object[]]>([
    [
      'pinned2',
      {
        pins: [
          [0, 0],
          [49, 0],
        ],
      },
      [],
    ],
    [
      'pinned4',
      {
        pins: [
          [0, 0],
          [0, 49],
          [49, 0],
          [49, 49],
        ],
      },
      [],
    ],
    ['plane', {}, [PLANE]],
    ['sphere', {}, [SPHERE]],
    ['selfCollision', { orientation: 'vertical', origin: [0, 0, 0], jitter: 0.001 }, [PLANE]],
  ])('%s: options and colliders, no warnings', (name, changes, colliders) => {
    const scene = parseScene(readSceneFile(name))
    expect(scene).toEqual({ cloth: { ...STANDARD, ...changes }, colliders, warnings: [] })
    const cloth = new ClothSimulation({ ...scene.cloth, colliders: scene.colliders })
    expect(cloth.particleCount).toBe(2500)
    expect(cloth.timeStep / cloth.params.substeps).toBeCloseTo(1 / 2700, 15)
    // 1 m² · 150 kg/m² / 2500 = 0.06 kg per particle, so 0.06 · 9.8 · Σ y of potential energy.
    const { gravitational } = cloth.measure()
    expect(gravitational).toBeCloseTo(name === 'selfCollision' ? 720.3 : 1470, 6)
  })

  it('text and parsed value mean the same', () => {
    const text = readSceneFile('pinned2')
    expect(parseScene(JSON.parse(text))).toEqual(parseScene(text))
  })
})

/** A small valid file, fresh each time. */
function scene(
  changes: { cloth?: object; plane?: object | null; sphere?: object | null; extra?: object } = {},
): unknown {
  const { plane = {}, sphere = {}, extra = {} } = changes
  return {
    cloth: {
      ...{ damping: 0.2, density: 150, ks: 5000, thickness: 0.01, orientation: 0 },
      ...{ enable_structural: true, enable_shearing: true, enable_bending: true },
      ...{ width: 1, height: 2, num_width_points: 4, num_height_points: 6 },
      ...changes.cloth,
    },
    ...(plane && { plane: { point: [0, 0, 0], normal: [0, 2, 0], friction: 0.5, ...plane } }),
    ...(sphere && { sphere: { origin: [0, 0, 0], radius: 0.2, friction: 0.3, ...sphere } }),
    ...extra,
  }
}

describe('what a file need not have', () => {
  it('colliders and pins', () => {
    const { cloth, colliders, warnings } = parseScene(scene({ plane: null, sphere: null }))
    expect(colliders).toEqual([])
    expect(cloth.pins).toEqual([])
    expect(warnings).toEqual([])
  })

  it('plane comes before sphere, as the program sorts its keys, whatever their order', () => {
    const { cloth, plane, sphere } = scene() as Record<string, unknown>
    const types = (value: unknown) => parseScene(value).colliders.map(({ type }) => type)
    expect(types({ sphere, plane, cloth })).toEqual(['plane', 'sphere'])
  })
})

describe('what is left out, with a warning that names it', () => {
  it.each<[string, unknown, string[]]>([
    ['an unknown object', scene({ extra: { wind: {} } }), ['wind: unknown object, left out']],
    ['an unknown key', scene({ cloth: { colour: 1 } }), ['cloth.colour: unknown key, left out']],
    ['one of a sphere', scene({ sphere: { mass: 1 } }), ['sphere.mass: unknown key, left out']],
    ['one of a plane', scene({ plane: { mass: 1 } }), ['plane.mass: unknown key, left out']],
    [
      'pins that are outside or repeated',
      scene({
        cloth: {
          pinned: [
            [0, 0],
            [4, 0],
            [3, 5],
            [0, 6],
            [-1, 0],
            [0, 0],
          ],
        },
      }),
      [
        'cloth.pinned[1]: [4, 0] is outside the 4 × 6 grid, left out',
        'cloth.pinned[3]: [0, 6] is outside the 4 × 6 grid, left out',
        'cloth.pinned[4]: [-1, 0] is outside the 4 × 6 grid, left out',
        'cloth.pinned[5]: [0, 0] is repeated, left out',
      ],
    ],
  ])('%s', (_, value, warnings) => {
    const result = parseScene(value)
    expect(result.warnings).toEqual(warnings)
    expect(
      () => new ClothSimulation({ ...result.cloth, colliders: result.colliders }),
    ).not.toThrow()
  })

  it('the pins that remain', () => {
    const { cloth } = parseScene(
      scene({
        cloth: {
          pinned: [
            [0, 0],
            [4, 0],
            [3, 5],
            [0, 0],
          ],
        },
      }),
    )
    expect(cloth.pins).toEqual([
      [0, 0],
      [3, 5],
    ])
  })

  it('a file of 1000 pins outside: 50 warnings, and how many more there are', () => {
    const pinned = Array.from({ length: 1000 }, () => [99, 99])
    const { warnings } = parseScene(scene({ cloth: { pinned } }))
    expect(warnings).toHaveLength(51)
    expect(warnings[50]).toBe('and 950 more')
  })

  it('a key of a million characters is shortened', () => {
    const { warnings } = parseScene(scene({ cloth: { ['x'.repeat(1e6)]: 1 } }))
    expect(warnings[0]!.length).toBeLessThan(100)
  })
})

describe('what is refused', () => {
  const number = 'a finite number'
  const point = '3 finite numbers [x, y, z] from -1000000 to 1000000'

  it.each<[string, unknown, string]>([
    ['cloth.num_width_points', 0, 'an integer from 2 to 1024, got 0'],
    ['cloth.num_width_points', 1, 'an integer from 2 to 1024, got 1'],
    ['cloth.num_width_points', 1025, 'an integer from 2 to 1024, got 1025'],
    ['cloth.num_width_points', 4.5, 'an integer from 2 to 1024, got 4.5'],
    ['cloth.num_height_points', -5, 'an integer from 2 to 1024, got -5'],
    ['cloth.num_height_points', '4', 'an integer from 2 to 1024, got "4"'],
    ['cloth.num_height_points', 10_000_000, 'an integer from 2 to 1024, got 10000000'],
    ['cloth.width', 0, `${number} > 0 and <= 10000, got 0`],
    ['cloth.width', -1, `${number} > 0 and <= 10000, got -1`],
    ['cloth.height', 1e300, `${number} > 0 and <= 10000, got 1e+300`],
    ['cloth.height', null, `${number} > 0 and <= 10000, got null`],
    ['cloth.density', 0, `${number} > 0 and <= 1000000000000, got 0`],
    ['cloth.density', NaN, `${number} > 0 and <= 1000000000000, got NaN`],
    ['cloth.thickness', -0.01, `${number} > 0 and <= 1000000000000, got -0.01`],
    ['cloth.ks', -1, `${number} from 0 to 1000000000000, got -1`],
    ['cloth.ks', [5000], `${number} from 0 to 1000000000000, got [5000]`],
    ['cloth.damping', 101, `${number} from 0 to 100, got 101`],
    ['cloth.damping', true, `${number} from 0 to 100, got true`],
    ['cloth.orientation', 2, 'an integer from 0 to 1, got 2'],
    ['cloth.orientation', 'vertical', 'an integer from 0 to 1, got "vertical"'],
    ['cloth.enable_bending', 1, 'true or false, got 1'],
    ['cloth.enable_shearing', 'yes', 'true or false, got "yes"'],
    ['cloth.pinned', {}, 'an array, got an object'],
    ['cloth.pinned', [[0, 0], 3], 'two integers [column, row], got 3'],
    [
      'cloth.pinned',
      [
        [0, 0],
        [1.5, 0],
      ],
      'two integers [column, row], got [1.5, 0]',
    ],
    ['cloth.pinned', [[0, 0], [1]], 'two integers [column, row], got [1]'],
    ['plane.point', [0, 0], `${point}, got [0, 0]`],
    ['plane.point', [0, 0, '0'], `${point}, got [0, 0, "0"]`],
    ['plane.normal', [0, 0, 0], 'a direction, not zero, got [0, 0, 0]'],
    ['plane.normal', 'up', `${point}, got "up"`],
    ['plane.friction', 1.5, `${number} from 0 to 1, got 1.5`],
    ['sphere.origin', [0, 1e7, 0], `${point}, got [0, 10000000, 0]`],
    ['sphere.radius', 0, `${number} > 0 and <= 1000000000000, got 0`],
    ['sphere.friction', -0.1, `${number} from 0 to 1, got -0.1`],
  ])('%s %j', (place, value, problem) => {
    const [object, key] = place.split('.') as ['cloth' | 'plane' | 'sphere', string]
    const path = key === 'pinned' && Array.isArray(value) ? `${place}[1]` : place
    expectRefusal(scene({ [object]: { [key]: value } }), path, `must be ${problem}`)
  })

  it.each([
    ['cloth', ['width', 'height', 'num_width_points', 'num_height_points', 'thickness']],
    ['cloth', ['orientation', 'damping', 'density', 'ks']],
    ['cloth', ['enable_structural', 'enable_shearing', 'enable_bending']],
    ['plane', ['point', 'normal', 'friction']],
    ['sphere', ['origin', 'radius', 'friction']],
  ])('%s without one of %j: is missing', (object, keys) => {
    for (const key of keys) {
      const value = scene() as Record<string, Record<string, unknown>>
      delete value[object]![key]
      expectRefusal(value, `${object}.${key}`, /^is missing; must be /)
    }
  })

  it.each<[unknown, string, string | RegExp]>([
    [{}, 'cloth', 'is missing; must be an object'],
    [{ cloth: 3 }, 'cloth', 'must be an object, got 3'],
    [{ cloth: [] }, 'cloth', 'must be an object, got []'],
    [scene({ extra: { sphere: null } }), 'sphere', 'must be an object, got null'],
    [null, '', 'must be an object, got null'],
    [undefined, '', 'must be an object, got undefined'],
    [[1, 2], '', 'must be an object, got [1, 2]'],
    [7, '', 'must be an object, got 7'],
    ['"text"', '', 'must be an object, got "text"'],
    ['', '', /^must be JSON \(/],
    ['{', '', /^must be JSON \(/],
    [`{"cloth": {"width": NaN}}`, '', /^must be JSON \(/],
  ])('%j', (value, path, problem) => {
    expectRefusal(value, path, problem)
  })

  it('10⁷ points within the limits of either side', () => {
    expectRefusal(
      scene({ cloth: { num_width_points: 1024, num_height_points: 1024 } }),
      'cloth',
      'must have at most 262144 points, got 1024 × 1024',
    )
    expectRefusal(
      scene({ cloth: { num_width_points: 10_000, num_height_points: 1000 } }),
      'cloth.num_width_points',
      'must be an integer from 2 to 1024, got 10000',
    )
  })

  it('a text that is too long, without looking at it', () => {
    expectRefusal(' '.repeat(40_000_001), '', 'must be at most 40000000 characters, got 40000001')
  })

  it('the message has library, function, place and problem', () => {
    expect(() => parseScene(scene({ cloth: { num_width_points: 0 } }))).toThrow(
      '@billow/core: parseScene: cloth.num_width_points: must be an integer from 2 to 1024, got 0',
    )
    expect(() => parseScene('nonsense')).toThrow('@billow/core: parseScene: the file: must be JSON')
  })

  it.each([
    ['an array nested 100 000 deep', `${'['.repeat(1e5)}${']'.repeat(1e5)}`],
    [
      'one in the place of a number',
      `{"cloth":{"num_width_points":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`,
    ],
    ['arrays of four in four, nine deep', nested(9)],
  ])('%s, in few words', (_, text) => {
    const error = refusal(text)
    expect(error).toBeInstanceOf(SceneError)
    expect((error as SceneError).message.length).toBeLessThan(300)
  })

  it('an array that holds itself', () => {
    const loop: unknown[] = []
    loop.push(loop)
    expect(refusal(loop)).toBeInstanceOf(SceneError)
    expect(refusal(scene({ cloth: { width: loop } }))).toBeInstanceOf(SceneError)
  })
})

function nested(depth: number): string {
  return depth === 0 ? '1' : `[${Array.from({ length: 4 }, () => nested(depth - 1)).join()}]`
}

function refusal(source: unknown): unknown {
  try {
    parseScene(source)
  } catch (error) {
    return error
  }
  return undefined
}

function expectRefusal(source: unknown, path: string, problem: string | RegExp): void {
  const error = refusal(source)
  expect(error).toBeInstanceOf(SceneError)
  expect((error as SceneError).path).toBe(path)
  if (typeof problem === 'string') expect((error as SceneError).problem).toBe(problem)
  else expect((error as SceneError).problem).toMatch(problem)
}

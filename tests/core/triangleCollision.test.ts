/**
 * `selfCollision: 'triangles'`: no edge ever passes through a triangle, however thin the cloth is. Crossings are
 * counted by brute force; the same scenes without it cross, so the count can see them.
 */
import { type ClothOptions, ClothSimulation, triangleCollision } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { fromEdge, fromTriangle } from '../../packages/core/src/collision/triangles/closest.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { countCrossings } from '../helpers/crossings.js'
import { FALLING_SHEETS, type FallingSheet } from '../helpers/fallingSheets.js'
import { type Vector, velocitiesOf } from '../helpers/states.js'

/** The distances of layers that are tried with each, in spacings. */
const SHARES: Readonly<Record<keyof typeof FALLING_SHEETS, readonly number[]>> = {
  'a vertical sheet that falls on its edge': [0.2, 0.6, 1, 2],
  'a sheet whose two corners are let go': [0.2, 0.6, 1, 2],
  'a narrow strip that folds into 50 layers': [0.2, 2],
}

const SCENES: Readonly<Record<string, FallingSheet>> = FALLING_SHEETS

interface Outcome {
  readonly crossings: number
  readonly fastest: number
  readonly strain: number
}

function run(
  { options, spacing, letGo }: FallingSheet,
  share: number,
  more: ClothOptions,
): Outcome {
  const cloth = new ClothSimulation({
    ...options,
    thickness: (share * spacing) / 2,
    selfCollision: 'triangles',
    triangleCollision,
    damping: 0.5,
    sleep: false,
    ...more,
  })
  let [crossings, fastest] = [0, 0]
  for (let n = 1; n <= 150; n++) {
    if (n === letGo) cloth.setPins([])
    cloth.step()
    if (n % 15 === 0) crossings = Math.max(crossings, countCrossings(cloth))
    for (const v of velocitiesOf(cloth)) fastest = Math.max(fastest, Math.abs(v))
  }
  return { crossings, fastest, strain: cloth.measure().maxStrain }
}

describe.each(Object.entries(SCENES))('%s', (name, scene) => {
  it.each(SHARES[name as keyof typeof SHARES])(
    'layers %d spacings apart: no crossing, and nothing explodes',
    (share) => {
      const { crossings, fastest, strain } = run(scene, share, {})
      expect(crossings).toBe(0)
      // A fall of 2 m ends at 6.3 m/s, and a strip that topples whips a little faster.
      expect(fastest).toBeLessThan(8)
      expect(strain).toBeLessThan(0.2)
    },
    120_000,
  )
})

it('without it thin layers cross, so the count sees crossings', () => {
  const strip = SCENES['a narrow strip that folds into 50 layers']!
  expect(run(strip, 0.2, { selfCollision: true }).crossings).toBeGreaterThan(10)
})

it('pbd: no crossing', () => {
  const sheet = SCENES['a vertical sheet that falls on its edge']!
  const { crossings } = run(sheet, 0.2, { solver: 'pbd' })
  expect(crossings).toBe(0)
})

it('goes on from a snapshot bit by bit', () => {
  const { options } = SCENES['a vertical sheet that falls on its edge']!
  const cloth = new ClothSimulation({ ...options, selfCollision: 'triangles', triangleCollision })
  for (let n = 0; n < 40; n++) cloth.step()
  const snapshot = cloth.snapshot()
  for (let n = 0; n < 20; n++) cloth.step()
  const hash = cloth.hash()
  cloth.restore(snapshot)
  for (let n = 0; n < 20; n++) cloth.step()
  expect(cloth.hash()).toBe(hash)
})

describe('the code of triangles is handed over', () => {
  const MISSING =
    /^@billow\/core: ClothSimulation: selfCollision "triangles" needs its code.*import/

  it('without it, a cloth says where it is to be had, and nothing has changed', () => {
    expect(() => new ClothSimulation({ selfCollision: 'triangles' })).toThrow(MISSING)
    const cloth = new ClothSimulation()
    expect(() => {
      cloth.setParams({ density: 1, selfCollision: 'triangles' })
    }).toThrow(MISSING)
    expect(() => {
      cloth.rebuild({ selfCollision: 'triangles' })
    }).toThrow(MISSING)
    expect(cloth.params).toMatchObject({ selfCollision: false, density: 0.2 })
  })

  it('what is no code is refused', () => {
    expect(() => new ClothSimulation({ triangleCollision: true as never })).toThrow(
      'triangleCollision must be that of this package, got true',
    )
  })

  it('mass-spring keeps particles apart only, and says so', () => {
    const cloth = new ClothSimulation({ selfCollision: 'triangles', triangleCollision })
    expect(cloth.validate()).toEqual([])
    cloth.rebuild({ solver: 'mass-spring' })
    expect(cloth.validate().map(({ code }) => code)).toContain('triangles-ignored')
  })

  it('it does nothing by itself: the parameter switches it on, in mid-run too', () => {
    const { options } = SCENES['a narrow strip that folds into 50 layers']!
    const create = (more: ClothOptions) =>
      new ClothSimulation({ ...options, thickness: 0.0025, selfCollision: true, ...more })
    const plain = create({})
    const switched = create({ triangleCollision })
    const run = (steps: number): void => {
      for (let n = 0; n < steps; n++) for (const cloth of [plain, switched]) cloth.step()
    }
    run(2)
    expect(switched.hash()).toBe(plain.hash())
    switched.setParams({ selfCollision: 'triangles' })
    run(20)
    expect(countCrossings(plain)).toBeGreaterThan(0)
    expect(countCrossings(switched)).toBe(0)
    switched.setParams({ selfCollision: true })
    run(20)
    expect(countCrossings(switched)).toBeGreaterThan(0)
  })
})

describe('nearest points', () => {
  type Line = (s: number) => readonly [Vector, Vector, number]

  /** Distance of the origin from a + t u, t from 0 to `end`, m. */
  function toLine([a, u, end]: readonly [Vector, Vector, number]): number {
    const [x, y, z] = u
    const t = -(a[0] * x + a[1] * y + a[2] * z) / (x * x + y * y + z * z)
    const at = Math.min(end, Math.max(0, t))
    return Math.hypot(a[0] + at * x, a[1] + at * y, a[2] + at * z)
  }

  /** Least over s from 0 to 1 of a convex function, by thirds. */
  function leastOf(line: Line): number {
    let [low, high] = [0, 1]
    for (let n = 0; n < 150; n++) {
      const [s, t] = [low + (high - low) / 3, high - (high - low) / 3]
      if (toLine(line(s)) < toLine(line(t))) high = t
      else low = s
    }
    return toLine(line(low))
  }

  it('200 random triangles and edges: as near as a search finds', () => {
    const seed = 44
    const random = createRandom(seed)
    const out = new Float64Array(3)
    for (let n = 0; n < 200; n++) {
      const p = Float64Array.from({ length: 12 }, () => 2 * random() - 1)
      const at = (i: number): Vector => [p[i]!, p[i + 1]!, p[i + 2]!]
      const [a, b, c, d] = [at(0), at(3), at(6), at(9)]
      const from = (o: Vector, x: Vector, s: number): Vector =>
        [0, 1, 2].map((k) => o[k]! + s * x[k]!) as unknown as Vector
      const minus = (x: Vector, y: Vector): Vector => from(x, y, -1)
      // Lines of the triangle along one side, and lines from a point of one edge along the other.
      const triangle: Line = (s) => [minus(from(b, minus(d, b), s), a), minus(c, b), 1 - s]
      const edge: Line = (s) => [minus(c, from(a, minus(b, a), s)), minus(d, c), 1]
      fromTriangle(p, 0, 3, 6, 9, out)
      expect(Math.hypot(...out), `seed ${seed}, ${n}`).toBeCloseTo(leastOf(triangle), 8)
      fromEdge(p, 0, 3, 6, 9, out)
      expect(Math.hypot(...out), `seed ${seed}, ${n}`).toBeCloseTo(leastOf(edge), 8)
    }
  })
})

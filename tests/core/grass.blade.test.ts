/** One blade: forces, alignment with the wind, guide, length. Values by the formulas of the paper. */
import { describe, expect, it } from 'vitest'
import {
  approximateLength,
  arcLength,
  pointAt,
  tangentAt,
  type Vector,
} from '../../packages/core/src/grass/blade/curve.js'
import {
  gravityOn,
  recoveryOn,
  recoveryRate,
  windAlignment,
} from '../../packages/core/src/grass/blade/forces.js'
import { writeAxes } from '../../packages/core/src/grass/blade/frame.js'
import {
  guideFactor,
  guideOf,
  restingReach,
  validateFully,
  validateOnce,
} from '../../packages/core/src/grass/blade/validate.js'
import { createRandom } from '../../packages/core/src/math/random.js'

const UP: Vector = [0, 1, 0]
const lean = (degrees: number, length: number): Vector => [
  length * Math.sin((degrees * Math.PI) / 180),
  length * Math.cos((degrees * Math.PI) / 180),
  0,
]
const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

describe('forces (Jahrmann & Wimmer 2017, section 4)', () => {
  it('gravity 9.8 with front +x is (2.45, −9.8, 0), 9.8 √17 / 4 in all', () => {
    const g = gravityOn([0, -9.8, 0], [1, 0, 0])
    expect(g[0]).toBeCloseTo(2.45, 12)
    expect(g[1]).toBe(-9.8)
    expect(Math.hypot(...g)).toBeCloseTo((9.8 * Math.sqrt(17)) / 4, 12)
  })

  it('no gravity is no force at all', () => {
    expect(gravityOn([0, 0, 0], [1, 0, 0])).toEqual([0, 0, 0])
  })

  it('recovery is zero at the idle tip, antisymmetric around it, and linear in stiffness', () => {
    expect(recoveryOn([0, 2, 0], UP, 2, 10, 0)).toEqual([0, 0, 0])
    const one = recoveryOn([0.3, 1.5, -0.2], UP, 2, 10, 0)
    const other = recoveryOn([-0.3, 2.5, 0.2], UP, 2, 10, 0)
    const triple = recoveryOn([0.3, 1.5, -0.2], UP, 2, 30, 0)
    one.forEach((part, k) => {
      expect(other[k]).toBeCloseTo(-part, 12)
      expect(triple[k]).toBeCloseTo(3 * part, 12)
    })
  })

  it.each([
    [0, 1],
    [0.5, 0.5],
    [0.9, 0.1],
    [7, 0.1],
  ])('collision strength %f leaves %f of the recovery', (strength, share) => {
    expect(recoveryRate(10, strength)).toBeCloseTo(10 * share, 12)
  })

  it.each<[string, Vector, Vector, number]>([
    ['upright, wind across', [0, 1, 0], [3, 0, 0], 1],
    ['upright, wind along the blade', [0, 1, 0], [0, 2, 0], 0],
    ['flat', [1, 0, 0], [0, 0, 5], 0],
    ['45° with the wind', lean(45, 1), [4, 0, 0], 0.2071068],
    ['45° against the wind', lean(45, 1), [-4, 0, 0], 0.2071068],
    ['45°, wind across', lean(45, 1), [0, 0, 4], 0.7071068],
    ['60° with the wind', lean(60, 1), [1, 0, 0], 0.0669873],
    ['no wind', [0, 1, 0], [0, 0, 0], 0],
    ['tip at the root', [0, 0, 0], [1, 0, 0], 0],
  ])('%s gets %#', (_, tip, wind, expected) => {
    expect(windAlignment(tip, UP, 1, wind)).toBeCloseTo(expected, 7)
  })
})

describe('guide and length', () => {
  it.each([
    [0, 1],
    [0.5, 0.5],
    [0.95, 0.05],
    [1, 0.05],
    [2, 0.1],
  ])('a tip %f heights aside has its guide at %f', (aside, factor) => {
    expect(guideFactor(aside)).toBeCloseTo(factor, 12)
  })

  it('an upright blade stays as it is', () => {
    for (const validate of [validateOnce, validateFully]) {
      const { tip, guide } = validate([0, 0.7, 0], UP, 0.7)
      expect(distance(tip, [0, 0.7, 0])).toBeLessThan(1e-15)
      expect(distance(guide, [0, 0.7, 0])).toBeLessThan(1e-15)
    }
  })

  it.each([
    [0.5, 0.6, 1.2],
    [1.2, 1, 0.833333333],
    [2, 1, 0.5],
  ])('one pass on a straight tip at %f h: tip %f, guide %f', (given, tip, guide) => {
    const shape = validateOnce([0, given, 0], UP, 1)
    expect(shape.tip[1]).toBeCloseTo(tip, 9)
    expect(shape.guide[1]).toBeCloseTo(guide, 9)
  })

  it('one pass on a tip at its root: r = 1.5, no NaN', () => {
    const { guide, tip } = validateOnce([0, 0, 0], UP, 1)
    expect(guide[1]).toBeCloseTo(1.5, 12)
    expect(tip).toEqual([0, 0, 0])
  })

  it('one pass on a tip under the ground', () => {
    const { guide, tip } = validateOnce([0.6, -0.5, 0], UP, 1)
    expect(tip[0]).toBeCloseTo(0.775491, 6)
    expect(tip[1]).toBeCloseTo(0, 12)
    expect(guide[1]).toBeCloseTo(0.516994, 6)
  })

  it.each([
    [10, 0.170164, 0.965047, 0.997076],
    [30, 0.480822, 0.832808, 1.000672],
    [45, 0.681573, 0.681573, 0.996603],
    [60, 0.84513, 0.487936, 0.991811],
    [75, 0.953768, 0.255561, 0.992137],
    [90, 0.983204, 0, 0.98899],
  ])('one pass on a tip leaning %i°: (%f, %f), true length %f', (degrees, x, y, length) => {
    const { guide, tip } = validateOnce(lean(degrees, 1), UP, 1)
    expect(tip[0]).toBeCloseTo(x, 6)
    expect(tip[1]).toBeCloseTo(y, 6)
    expect(arcLength(guide, tip)).toBeCloseTo(length, 6)
    expect(approximateLength(guide, tip)).toBeCloseTo(1, 12)
  })

  it.each([
    [0, 1],
    [15, 0.969034],
    [30, 0.955431],
    [45, 0.956719],
    [60, 0.969715],
    [75, 0.987248],
    [90, 0.98291],
  ])('repeated without end, a lean of %i° reaches %f h', (degrees, reach) => {
    const [sine, cosine] = lean(degrees, 1)
    expect(restingReach(sine, cosine)).toBeCloseTo(reach, 6)
  })

  it('the closed form is what repetition tends to, for any direction and up (seed 3)', () => {
    const random = createRandom(3)
    const unit = (): Vector => {
      const v = [random() - 0.5, random() - 0.5, random() - 0.5] as const
      const length = Math.hypot(...v)
      return [v[0] / length, v[1] / length, v[2] / length]
    }
    for (let n = 0; n < 300; n++) {
      const up = unit()
      const height = 0.1 + random()
      const [x, y, z] = unit()
      const given: Vector = [height * x, height * y, height * z]
      const full = validateFully(given, up, height)
      let { tip } = validateOnce(given, up, height)
      for (let pass = 0; pass < 60; pass++) ({ tip } = validateOnce(tip, up, height))
      expect(distance(full.tip, tip)).toBeLessThan(1e-9 * height)
      expect(distance(full.guide, guideOf(full.tip, up, height))).toBeLessThan(1e-9 * height)
      const again = validateFully(full.tip, up, height)
      expect(distance(again.tip, full.tip)).toBeLessThan(1e-12 * height)
      // Gravesen's length is right, so the true one is within −1.11 % and +0.12 %.
      expect(approximateLength(full.guide, full.tip)).toBeCloseTo(height, 10)
      const length = arcLength(full.guide, full.tip) / height
      expect(length).toBeGreaterThan(0.9888)
      expect(length).toBeLessThan(1.0013)
    }
  })
})

describe('curve', () => {
  it('has its true length in closed form, as by quadrature (seed 4)', () => {
    const random = createRandom(4)
    const point = (): Vector => [random() - 0.5, random(), random() - 0.5]
    const cases: [Vector, Vector][] = Array.from({ length: 100 }, () => [point(), point()])
    cases.push([UP, [0, 2, 0]], [UP, [0, 0.5, 0]], [UP, [0, 3, 0]], [UP, [0, 0, 0]], [UP, UP])
    for (const [guide, tip] of cases) {
      let sum = 0
      const parts = 4000
      for (let n = 0; n < parts; n++) {
        sum += Math.hypot(...tangentAt(guide, tip, (n + 0.5) / parts)) / parts
      }
      expect(arcLength(guide, tip)).toBeCloseTo(sum, 5)
    }
  })

  it('starts at the root and ends at the tip', () => {
    expect(pointAt([1, 2, 3], [4, 5, 6], 0)).toEqual([0, 0, 0])
    expect(pointAt([1, 2, 3], [4, 5, 6], 1)).toEqual([4, 5, 6])
    expect(pointAt([0, 1, 0], [1, 1, 0], 0.5)).toEqual([0.25, 0.75, 0])
  })
})

describe('axes', () => {
  it('are unit vectors at right angles, turn with the angle, and never fail (seed 5)', () => {
    const random = createRandom(5)
    const ups: Vector[] = [UP, [0, -1, 0], [1, 0, 0], [0, 0, 1], [0, -0, -1]]
    const half = Math.SQRT1_2
    ups.push([half, half, 0], [half, -half, 0])
    for (let n = 0; n < 200; n++) {
      const v = [random() - 0.5, random() - 0.5, random() - 0.5] as const
      const length = Math.hypot(...v)
      ups.push([v[0] / length, v[1] / length, v[2] / length])
    }
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
      a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
    for (const up of ups) {
      const angle = 6.3 * random()
      const [here, there] = [new Float64Array(6), new Float64Array(6)]
      writeAxes(up, angle, here, 0)
      writeAxes(up, angle + 0.5, there, 0)
      const [across, front] = [here.subarray(0, 3), here.subarray(3)]
      expect(dot(across, across)).toBeCloseTo(1, 12)
      expect(dot(front, front)).toBeCloseTo(1, 12)
      expect(Math.abs(dot(across, up))).toBeLessThan(1e-12)
      expect(Math.abs(dot(across, front))).toBeLessThan(1e-12)
      expect(dot(across, there)).toBeCloseTo(Math.cos(0.5), 12)
    }
  })

  it('across is (cos θ, 0, sin θ) on level ground', () => {
    const out = new Float64Array(6)
    writeAxes(UP, 0.7, out, 0)
    expect([...out.subarray(0, 3)]).toEqual([Math.cos(0.7), -0, Math.sin(0.7)])
  })
})

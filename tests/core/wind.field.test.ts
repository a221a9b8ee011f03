/**
 * The wind field: mean, deviation and size of what was asked for, no divergence, the same everywhere
 * and at any time that a number can hold.
 */
import { BillowError } from '@billow/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../packages/core/src/math/random.js'
import { cosTurns, sinTurns, TURN_ERROR } from '../../packages/core/src/math/turns.js'
import { MODE_COUNT, MODE_STRIDE } from '../../packages/core/src/wind/turbulence.js'
import { WindField, type WindOptions } from '../../packages/core/src/wind/WindField.js'

const PROPERTY_SEED = 20

const at = (field: WindField, x: number, y: number, z: number, time: number): number[] => {
  const out = new Float64Array(3)
  field.sample(x, y, z, time, out)
  return [...out]
}

/** Mean and standard deviation of each component at one place, over `seconds`. */
function statistics(field: WindField, place: readonly number[], seconds: number, step: number) {
  const out = new Float64Array(3)
  const sums = [0, 0, 0]
  const squares = [0, 0, 0]
  const count = Math.round(seconds / step)
  for (let n = 0; n < count; n++) {
    field.sample(place[0]!, place[1]!, place[2]!, n * step, out)
    for (let k = 0; k < 3; k++) {
      sums[k]! += out[k]!
      squares[k]! += out[k]! ** 2
    }
  }
  const mean = sums.map((sum) => sum / count)
  return { mean, deviation: squares.map((s, k) => Math.sqrt(s / count - mean[k]! ** 2)) }
}

describe('sine and cosine of turns', () => {
  it('are within the stated error, and within 2e-4 of each other’s slope', () => {
    let [worst, worstSlope] = [0, 0]
    const h = 1e-5
    for (let n = -3000; n <= 3000; n++) {
      const turns = n / 1111
      const [sin, cos] = [Math.sin(2 * Math.PI * turns), Math.cos(2 * Math.PI * turns)]
      worst = Math.max(worst, Math.abs(sinTurns(turns) - sin), Math.abs(cosTurns(turns) - cos))
      const rise = (sinTurns(turns + h) - sinTurns(turns - h)) / (4 * Math.PI * h)
      const fall = (cosTurns(turns + h) - cosTurns(turns - h)) / (4 * Math.PI * h)
      worstSlope = Math.max(worstSlope, Math.abs(rise - cos), Math.abs(fall + sin))
    }
    expect(worst).toBeLessThan(TURN_ERROR)
    expect(worstSlope).toBeLessThan(2e-4)
  })

  it('meet themselves at whole and half turns, with no step', () => {
    expect([0, 0.5, 1, -0.5, 7].map((turns) => sinTurns(turns) + 0)).toEqual([0, 0, 0, 0, 0])
    expect([0.5, -0.5, 3.5].map(cosTurns)).toEqual([-1, -1, -1])
    const slope = (cosTurns(0.5 + 1e-6) - cosTurns(0.5 - 1e-6)) / 2e-6
    expect(Math.abs(slope)).toBeLessThan(1e-8)
  })
})

describe.each([1, 2, 3])('turbulence 0.3 in a wind of |(3, 1, −2)| m/s, seed %d', (seed) => {
  const wind = [3, 1, -2] as const
  const speed = Math.hypot(...wind)
  const field = new WindField({ wind, turbulence: 0.3, seed })

  it('mean over time: the wind, to 1 % of its speed; deviation: 0.3 of the speed, to 3 %', () => {
    const { mean, deviation } = statistics(field, [0.4, -2, 7], 20_000, 0.37)
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(mean[k]! - wind[k]!)).toBeLessThan(0.01 * speed)
      expect(Math.abs(deviation[k]! / (0.3 * speed) - 1)).toBeLessThan(0.03)
    }
  })

  it('deviation over places at one moment: 0.3 of the speed, to 3 %', () => {
    const random = createRandom(seed)
    const points = Float64Array.from({ length: 3e5 }, () => 2000 * (random() - 0.5))
    const count = points.length / 3
    field.sampleAll(points, count, 3, { time: 12.5 }, points)
    for (let k = 0; k < 3; k++) {
      let squares = 0
      for (let i = k; i < points.length; i += 3) squares += (points[i]! - wind[k]!) ** 2
      expect(Math.abs(Math.sqrt(squares / count) / (0.3 * speed) - 1)).toBeLessThan(0.03)
    }
  })

  it('variance in all directions the same, by construction: Σ (p pᵀ + q qᵀ) / 2 = σ²', () => {
    const modes = field.modesAt(0)
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = 0
        for (let m = 0; m < modes.length; m += MODE_STRIDE) {
          sum += (modes[m + 4 + i]! * modes[m + 4 + j]! + modes[m + 7 + i]! * modes[m + 7 + j]!) / 2
        }
        expect(sum).toBeCloseTo(i === j ? (0.3 * speed) ** 2 : 0, 12)
      }
    }
  })

  it('divergence below 1e-6 of the velocity gradient', () => {
    const random = createRandom(seed)
    const h = 1e-4
    let [divergence, gradient] = [0, 0]
    for (let n = 0; n < 500; n++) {
      const place = [0, 0, 0].map(() => 20 * (random() - 0.5))
      let sum = 0
      for (let k = 0; k < 3; k++) {
        const [before, after] = [-h, h].map((d) => {
          const [x, y, z] = place.map((c, axis) => (axis === k ? c + d : c))
          return at(field, x!, y!, z!, 3)
        })
        sum += (after![k]! - before![k]!) / (2 * h)
        for (let i = 0; i < 3; i++) gradient += ((after![i]! - before![i]!) / (2 * h)) ** 2 / 500
      }
      divergence = Math.max(divergence, Math.abs(sum))
    }
    expect(Math.sqrt(gradient)).toBeGreaterThan(1)
    expect(divergence / Math.sqrt(gradient)).toBeLessThan(1e-6)
  })

  it('never more than 6 deviations from the mean: twelve modes of half a deviation', () => {
    const { mean } = statistics(field, [0, 0, 0], 10, 1)
    expect(mean).not.toEqual([...wind])
    for (let n = 0; n < 20_000; n++) {
      const u = at(field, 0, 0, 0, n * 0.173)
      const away = Math.hypot(...u.map((component, k) => component - wind[k]!))
      expect(away).toBeLessThan(6.001 * 0.3 * speed)
    }
  })
})

describe('turbulence', () => {
  it('has the integral length that was asked for: ⅜ ⟨1/k⟩, k in turns/m', () => {
    for (const turbulenceScale of [0.5, 1, 12]) {
      const modes = new WindField({ wind: [4, 0, 0], turbulenceScale }).modesAt(0)
      let mean = 0
      for (let m = 0; m < modes.length; m += MODE_STRIDE) {
        mean += 1 / Math.hypot(modes[m]!, modes[m + 1]!, modes[m + 2]!) / MODE_COUNT
      }
      expect(0.375 * mean).toBeCloseTo(turbulenceScale, 12)
    }
  })

  it('drifts with the mean wind, and changes on the way', () => {
    const wind = [4, 0, 1] as const
    const field = new WindField({ wind, turbulence: 0.2 })
    /** Correlation of the turbulence here and `dt` later, where the wind has carried it. */
    const correlation = (dt: number, carried: number): number => {
      let [product, squares] = [0, 0]
      for (let n = 0; n < 3000; n++) {
        const x = 0.7 * n
        const before = at(field, x, 1, 2, 5)
        const after = at(field, x + carried * wind[0] * dt, 1, 2 + carried * wind[2] * dt, 5 + dt)
        for (let k = 0; k < 3; k++) {
          product += (before[k]! - wind[k]!) * (after[k]! - wind[k]!)
          squares += (before[k]! - wind[k]!) ** 2
        }
      }
      return product / squares
    }
    expect(correlation(0.05, 1)).toBeGreaterThan(0.97)
    expect(correlation(0.5, 1)).toBeGreaterThan(correlation(0.5, 0) + 0.2)
    expect(Math.abs(correlation(60, 1))).toBeLessThan(0.5)
  })

  it('is none in still air and at intensity 0: exactly the mean wind', () => {
    expect(at(new WindField({ turbulence: 1 }), 1, 2, 3, 4)).toEqual([0, 0, 0])
    expect(at(new WindField({ wind: [1, 2, 3], turbulence: 0 }), 1, 2, 3, 4)).toEqual([1, 2, 3])
  })
})

describe('gusts', () => {
  it.each([1, 2, 3])('keep the mean, stay within their strength and are felt, seed %d', (seed) => {
    const field = new WindField({ gusts: 0.6, gustPeriod: 4, seed })
    let [sum, least, most, steepest] = [0, Infinity, -Infinity, 0]
    const count = 100_000
    for (let n = 0; n < count; n++) {
      const share = field.gustAt(n * 0.09)
      sum += share
      least = Math.min(least, share)
      most = Math.max(most, share)
      steepest = Math.max(steepest, Math.abs(field.gustAt(n * 0.09 + 0.01) - share) / 0.01)
    }
    expect(Math.abs(sum / count - 1)).toBeLessThan(0.002)
    expect(least).toBeGreaterThanOrEqual(0.4 - 1e-4)
    expect(most).toBeLessThanOrEqual(1.6 + 1e-4)
    expect(most - least).toBeGreaterThan(0.9)
    // Slope of all three waves together: 2π (0.5 + 0.3 g + 0.2 g²) · 0.6 / 4 s, g = 1.618.
    expect(steepest).toBeLessThan(1.51 * 0.6 * ((2 * Math.PI) / 4))
  })

  it('scale the whole mean wind, in its direction', () => {
    const field = new WindField({ wind: [2, -1, 3], turbulence: 0, gusts: 0.5 })
    const share = field.gustAt(1.7)
    expect(share).not.toBe(1)
    expect(at(field, 9, 9, 9, 1.7)).toEqual([2 * share, -share, 3 * share])
  })
})

describe('point sources', () => {
  const source = { position: [1, 2, 3], strength: 4, radius: 0.2 } as const
  const still: WindOptions = { turbulence: 0 }

  it('blow 4 m/s outwards at 1 m, 1 m/s at 2 m, and nothing at the centre', () => {
    const field = new WindField({ ...still, sources: [source] })
    expect(at(field, 2, 2, 3, 0)).toEqual([4, 0, 0])
    expect(at(field, 1, 0, 3, 0)).toEqual([0, -1, 0])
    expect(at(field, 1, 2, 3, 0)).toEqual([0, 0, 0])
    expect(at(field, 1, 2, 3.1, 0)[2]).toBeCloseTo((4 * 0.1) / 0.2 ** 3, 9)
  })

  it('draw in when negative, and add to the wind', () => {
    const sources = [source, { ...source, strength: -4 }]
    expect(at(new WindField({ ...still, sources }), 2, 3, 4, 0)).toEqual([0, 0, 0])
    const field = new WindField({
      ...still,
      wind: [5, 0, 0],
      sources: [{ ...source, strength: -1 }],
    })
    expect(at(field, 2, 2, 3, 0)).toEqual([4, 0, 0])
  })

  it('have no divergence outside of their radius', () => {
    const field = new WindField({ ...still, sources: [source] })
    const h = 1e-4
    const slope = (k: number): number => {
      const [after, before] = [h, -h].map((d) => {
        const [x, y, z] = [1.3, 2.4, 2.5].map((c, axis) => (axis === k ? c + d : c))
        return at(field, x!, y!, z!, 0)[k]!
      })
      return (after! - before!) / (2 * h)
    }
    expect(Math.abs(slope(0) + slope(1) + slope(2))).toBeLessThan(1e-5 * Math.abs(slope(0)))
  })
})

describe('one field', () => {
  const options: WindOptions = { wind: [5, 0, 2], turbulence: 0.5, gusts: 0.3, seed: 7 }

  it('from one seed, another from another', () => {
    const place = [1.5, 2.5, -3, 42] as const
    expect(at(new WindField(options), ...place)).toEqual(at(new WindField(options), ...place))
    const others = [7, 8, 9, 10].map((seed) => at(new WindField({ ...options, seed }), ...place)[0])
    expect(new Set(others).size).toBe(4)
  })

  it('on every device: these very numbers', () => {
    expect(at(new WindField(options), 1.5, 2.5, -3, 42)).toEqual(EXPECTED)
  })

  it('whatever was asked before, and after settings were changed and changed back', () => {
    const field = new WindField(options)
    const first = at(field, 1, 2, 3, 10)
    at(field, 5, 5, 5, 11)
    field.configure({ turbulence: 0, turbulenceScale: 3, seed: 8 })
    at(field, 5, 5, 5, 11)
    field.configure({ turbulence: 0.5, turbulenceScale: 1, seed: 7 })
    expect(at(field, 1, 2, 3, 10)).toEqual(first)
  })

  it('for one place or many, packed or with gaps, in double or single precision', () => {
    const field = new WindField(options)
    const random = createRandom(4)
    const count = 50
    const packed = Float64Array.from({ length: 3 * count }, () => Math.fround(4 * random()))
    const gaps = new Float32Array(4 * count).fill(9)
    for (let n = 0; n < count; n++) gaps.set(packed.subarray(3 * n, 3 * n + 3), 4 * n)
    const fromPacked = new Float64Array(3 * count)
    const fromGaps = new Float32Array(4 * count).fill(9)
    field.sampleAll(packed, count, 3, { time: 2.5 }, fromPacked)
    field.sampleAll(gaps, count, 4, { time: 2.5 }, fromGaps)
    for (let n = 0; n < count; n++) {
      const expected = at(field, packed[3 * n]!, packed[3 * n + 1]!, packed[3 * n + 2]!, 2.5)
      expect([...fromPacked.subarray(3 * n, 3 * n + 3)]).toEqual(expected)
      expect([...fromGaps.subarray(4 * n, 4 * n + 4)]).toEqual([...expected.map(Math.fround), 9])
    }
  })

  it('is still turbulent, and smooth, after 1e6 s', () => {
    const field = new WindField(options)
    const [a, b, c] = [0, 1e-3, 2e-3].map((d) => at(field, d, 0, 0, 1e6)[1]!)
    expect(a).not.toBe(0)
    expect(Math.abs(a! - 2 * b! + c!)).toBeLessThan(1e-2 * Math.abs(a! - c!))
  })

  it('is finite and bounded at 1e6 m/s', () => {
    const field = new WindField({ ...options, wind: [1e6, -1e6, 1e6] })
    for (let n = 0; n < 1000; n++) {
      const speed = Math.hypot(...at(field, n, -n, 0.1 * n, n * 1e3))
      expect(speed).toBeLessThan(Math.sqrt(3) * 1e6 * (1.3 + 6.001 * 0.5))
    }
  })

  it(`is finite for any finite settings, place and time, seed ${PROPERTY_SEED}`, () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true })
    const positive = fc.double({ min: 1e-300, max: 1e300, noNaN: true })
    const point = fc.tuple(any, any, any)
    const strength = fc.double({ min: -1e100, max: 1e100, noNaN: true })
    fc.assert(
      fc.property(
        fc.record({
          wind: point,
          turbulence: fc.double({ min: 0, max: 1e300, noNaN: true }),
          turbulenceScale: positive,
          gusts: fc.double({ min: 0, max: 1, noNaN: true }),
          gustPeriod: positive,
          seed: fc.integer({ min: 0, max: 0xffffffff }),
          sources: fc.array(fc.record({ position: point, strength, radius: positive }), {
            maxLength: 2,
          }),
        }),
        point,
        any,
        (settings, [x, y, z], time) => at(new WindField(settings), x, y, z, time).every(isFinite),
      ),
      { seed: PROPERTY_SEED, numRuns: 3000 },
    )
  })
})

describe('wrong settings', () => {
  it.each<[string, WindOptions]>([
    ['wind', { wind: [NaN, 0, 0] }],
    ['turbulence', { turbulence: -1 }],
    ['turbulenceScale', { turbulenceScale: 0 }],
    ['gusts', { gusts: 1.5 }],
    ['gustPeriod', { gustPeriod: 0 }],
    ['seed', { seed: -1 }],
    ['sources[0].position', { sources: [{ position: [0, 0, NaN], strength: 1 }] }],
    ['sources[0].strength', { sources: [{ position: [0, 0, 0], strength: Infinity }] }],
    ['sources[0].radius', { sources: [{ position: [0, 0, 0], strength: 1, radius: 0 }] }],
  ])('%s: throws, names it, and changes nothing', (key, options) => {
    const field = new WindField({ wind: [1, 0, 0] })
    const before = at(field, 1, 2, 3, 4)
    expect(() => field.configure(options)).toThrow(BillowError)
    expect(() => new WindField(options)).toThrow(`@billow/core: WindField: ${key} must be`)
    expect(at(field, 1, 2, 3, 4)).toEqual(before)
  })
})

/** From the first run; any engine that follows IEEE 754 gives the same. */
const EXPECTED = [-1.1232565905336322, 2.8439509232927787, -2.6464773471459617]

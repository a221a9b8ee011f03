/**
 * Bending by angle in WebAssembly: against single precision bit by bit, against the plain kernel
 * within a tolerance, hinges that have no angle, and where hinges lie in memory.
 */
import { ClothSimulation, type ClothOptions } from '@billow/core'
import { describe, expect, it } from 'vitest'
import { EMPTY, orderByFours } from '../../packages/core/src/cloth/solvers/xpbd/colouring.js'
import { MAX_TURN } from '../../packages/core/src/cloth/solvers/xpbd/dihedral.js'
import type { XpbdMemory } from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { findHinges } from '../../packages/core/src/mesh/hinges.js'
import { HINGE_RUN } from '../helpers/xpbdFixedRun.js'
import {
  bend,
  createHinges,
  crumple,
  hashHingeRun,
  type HingeSetting,
  hingeSheets,
  inScript,
} from '../helpers/xpbdHinges.js'
import { createRoundedKernels } from '../helpers/xpbdRounded.js'
import { roundedAngle } from '../helpers/xpbdRoundedHinges.js'

/** As bits: a comparison of numbers would take -0 for 0. */
const bitsOf = ({ particles, offsets, velocities, residuals }: XpbdMemory): Uint32Array[] =>
  [particles, offsets, velocities, residuals].map(({ buffer, byteOffset, length }) =>
    new Uint32Array(buffer, byteOffset, length).slice(),
  )

const sheets = ['grid', 'disc'] as const

/** 1 / (B h²) for a silk that hardly resists, a stiff paper, and what knows no give. */
const SCALES = [
  ['soft', 1e11],
  ['stiff', 1e7],
  ['as stiff as can be', 1e-9],
] as const

// The polynomial is right to 2e-8; half a dozen roundings of 6e-8 each, of 2.4e-7 / 2 near π.
it('the angle of a sine and cosine in single precision is right to 5e-7, below 1 rad to 4e-7 of itself', () => {
  for (let n = -4000; n <= 4000; n++) {
    const angle = (n / 4000) * Math.PI
    const [sine, cosine] = [Math.fround(Math.sin(angle)), Math.fround(Math.cos(angle))]
    const exact = Math.atan2(sine, cosine)
    const error = Math.abs(roundedAngle(sine, cosine) - exact)
    expect(error).toBeLessThan(5e-7)
    if (Math.abs(angle) < 1) expect(error).toBeLessThanOrEqual(4e-7 * Math.abs(exact))
  }
})

describe.each(sheets)('%s', (name) => {
  const sheet = hingeSheets[name]

  it.each(SCALES)('a sweep, %s: four at once = Math.fround, bit by bit', (_, scale) => {
    for (const seed of [1, 2, 3]) {
      const [simd, rounded] = (['wasm', createRoundedKernels] as const).map((create) => {
        const { memory, kernels, count } = createHinges(sheet, create)
        crumple(memory, sheet, seed)
        kernels.solveHinges(count, scale)
        return bitsOf(memory)
      })
      expect(simd).toEqual(rounded)
    }
  })

  it('100 substeps: four at once = Math.fround, bit by bit', () => {
    const [simd, rounded] = (['wasm', createRoundedKernels] as const).map((create) => {
      const setting = createHinges(sheet, create)
      crumple(setting.memory, sheet, 11)
      bend(setting, setting.count, 100)
      return bitsOf(setting.memory)
    })
    expect(simd).toEqual(rounded)
  })

  // Differences of positions near 1 m that are a cell of 5 cm: an angle is known to 1e-6 or so, and a
  // particle has about 12 hinges.
  it.each(SCALES)('a sweep, %s: plain within 1e-6 m', (_, scale) => {
    for (const seed of [1, 2, 3]) {
      const [wasm, plain] = (['wasm', 'plain'] as const).map((create) => {
        const { memory, kernels, count } = createHinges(sheet, create)
        crumple(memory, sheet, seed)
        const before = memory.offsets.slice()
        kernels.solveHinges(count, scale)
        return memory.offsets.map((x, i) => x - before[i]!)
      }) as [Float32Array, Float32Array]
      let moved = 0
      wasm.forEach((x, i) => {
        moved = Math.max(moved, Math.abs(x))
        expect(Math.abs(x - plain[i]!)).toBeLessThan(1e-6)
      })
      expect(moved).toBeGreaterThan(scale > 1e10 ? 1e-7 : 1e-4)
    }
  })

  // Over a whole sweep momentum; the moment of what one hinge moves is that of where it is then, so
  // that of the first four, which share no particle.
  it.each([
    ['a sweep conserves momentum', 3, Infinity],
    ['four hinges conserve momentum and angular momentum', 6, 4],
  ])('%s (V10): to 1e-6 of what they move', (_, quantities, most) => {
    const { memory, kernels, count } = createHinges(sheet, 'wasm')
    crumple(memory, sheet, 4)
    const { particles, offsets } = memory
    for (let p = 0; p < sheet.particleCount; p++) particles[4 * p + 3] = 1 + (p % 3)
    offsets.fill(0)
    kernels.solveHinges(Math.min(count, most), 1e-9)
    const sums = [0, 0, 0, 0, 0, 0]
    let all = 0
    for (let p = 0; p < sheet.particleCount; p++) {
      const m = 1 / particles[4 * p + 3]!
      const [x, y, z] = particles.subarray(4 * p, 4 * p + 3) as unknown as Vector
      const [u, v, w] = offsets.subarray(4 * p, 4 * p + 3) as unknown as Vector
      const parts = [u, v, w, y * w - z * v, z * u - x * w, x * v - y * u]
      parts.forEach((part, n) => {
        sums[n]! += m * part
      })
      all += m * Math.hypot(u, v, w)
    }
    expect(all).toBeGreaterThan(1e-3)
    for (const sum of sums.slice(0, quantities)) expect(Math.abs(sum)).toBeLessThan(1e-6 * all)
  })
})

type Vector = readonly [number, number, number]

it('a fixed run of hinges has the bits that it has in the browser', () => {
  expect({ wasm: hashHingeRun('wasm'), plain: hashHingeRun('plain') }).toEqual(HINGE_RUN)
})

/** Hinges by fours that all look the same: two opposite corners, then the edge, at y = 0, 1, 2, 3. */
describe.each(['wasm', 'plain'] as const)('%s, hard cases', (kind) => {
  const FLAT = [
    [-1, 0.5, 0],
    [1, 0.5, 0],
    [0, 0, 0],
    [0, 1, 0],
  ] as const

  function createFour(
    corners: readonly (readonly number[])[],
    restAngle: number,
    inverseMasses: readonly number[] = [1, 1, 1, 1],
  ): HingeSetting {
    const sizes = { particles: 16, nodes: 0, constraints: 0, tethers: 0, hinges: 8 }
    const setting = inScript(sizes, kind)
    const { particles, hingeEnds, restCosines, restSines, shapes } = setting.memory
    for (let n = 0; n < 16; n++) particles.set([...corners[n % 4]!, inverseMasses[n % 4]!], 4 * n)
    // The second four are empty places.
    hingeEnds.forEach((_, e) => {
      hingeEnds[e] = 4 * Math.min(e, 16)
    })
    restCosines.fill(Math.cos(restAngle))
    restSines.fill(Math.sin(restAngle))
    shapes.fill(1)
    return setting
  }

  const unmoved = ({ memory }: HingeSetting): boolean => memory.offsets.every((x) => x === 0)

  const flat: readonly (readonly [string, readonly (readonly number[])[]])[] = [
    ['the first triangle', [[0, 0.5, 0], FLAT[1], FLAT[2], FLAT[3]]],
    ['the second triangle', [FLAT[0], [0, 2, 0], FLAT[2], FLAT[3]]],
    ['the edge', [FLAT[0], FLAT[1], [0, 1, 0], [0, 1, 0]]],
    [
      'everything',
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
    ],
  ]

  it.each(flat)('%s without extent: nothing moves', (_, corners) => {
    const setting = createFour(corners, 1)
    setting.kernels.solveHinges(8, 1e-9)
    expect(unmoved(setting)).toBe(true)
  })

  it('four held particles stay where they are, and so does nobody', () => {
    const setting = createFour(FLAT, 1, [0, 0, 0, 0])
    setting.kernels.solveHinges(8, 1e-9)
    expect(unmoved(setting)).toBe(true)
  })

  it('at its rest angle, or without any stiffness, nothing moves', () => {
    const resting = createFour(FLAT, 0)
    resting.kernels.solveHinges(8, 1e-9)
    expect(unmoved(resting)).toBe(true)
    const limp = createFour(FLAT, 1)
    limp.kernels.solveHinges(8, Infinity)
    expect(unmoved(limp)).toBe(true)
  })

  it.each([
    ['up', -3],
    ['down', 3],
  ])(
    'folds %s by MAX_TURN at most, three corners held: the fourth by its height, 1 m',
    (_, rest) => {
      const setting = createFour(FLAT, rest, [1, 0, 0, 0])
      setting.kernels.solveHinges(8, 1e-9)
      for (let n = 0; n < 4; n++) {
        const [x, y, z] = setting.memory.offsets.subarray(16 * n, 16 * n + 3) as unknown as Vector
        expect([x, y]).toEqual([0, 0])
        // The fronts of FLAT look to z, and a positive angle is a ridge: what is beside it goes down.
        expect(z).toBeCloseTo(-Math.sign(rest) * MAX_TURN, 6)
      }
    },
  )

  it('folded flat, π off from flat: it opens by MAX_TURN', () => {
    const setting = createFour([[1, 0.5, 0], FLAT[1], FLAT[2], FLAT[3]], 0, [1, 0, 0, 0])
    setting.kernels.solveHinges(8, 1e-9)
    expect(Math.abs(setting.memory.offsets[2]!)).toBeCloseTo(MAX_TURN, 6)
  })

  it('held at two corners, soft: turn = error / (1 + α̃ / Σ w |∇θ|²)', () => {
    const setting = createFour(FLAT, 0.1, [1, 1, 0, 0])
    // |∇θ| = 1 for a height of 1 m, at both corners.
    setting.kernels.solveHinges(8, 18)
    const turn = 0.1 / (1 + 18 / 2)
    expect(setting.memory.offsets[2]).toBeCloseTo(-turn / 2, 7)
    expect(setting.memory.offsets[6]).toBeCloseTo(-turn / 2, 7)
  })

  it.each([1e-30, 1e-15, 1e-6, 1e9, 1e19, 1e38])('no NaN at a size of %d m', (size) => {
    for (const z of [0, 0.3]) {
      const corners = [...FLAT.slice(0, 3), [0, 1, z]].map((corner) => corner.map((x) => size * x))
      const setting = createFour(corners, 1, [1, 0, 2, 0])
      setting.kernels.solveHinges(8, 1)
      expect(setting.memory.offsets.every(Number.isFinite)).toBe(true)
    }
  })
})

describe('by fours', () => {
  it.each([2, 3, 4])(
    'constraints of %i random particles: each once, no two of four share one',
    (n) => {
      for (let seed = 1; seed <= 20; seed++) {
        const random = createRandom(seed)
        const particles = 5 + Math.floor(40 * random())
        const count = Math.floor(300 * random())
        // Different particles, as sorting by random keys gives them.
        const ends = Array.from({ length: count }, () =>
          Array.from({ length: particles }, (_, p) => [random(), p] as const)
            .sort(([a], [b]) => a - b)
            .slice(0, n)
            .map(([, p]) => p),
        )
        const order = [...orderByFours(ends.flat(), particles, 64, n)]
        const title = `seed ${seed}`
        expect(order.length % 4, title).toBe(0)
        const listed = order.filter((c) => c !== EMPTY).sort((a, b) => a - b)
        expect(listed, title).toEqual(ends.map((_, c) => c))
        for (let k = 0; k < order.length; k += 4) {
          const four = order.slice(k, k + 4).flatMap((c) => (c === EMPTY ? [] : ends[c]!))
          expect(new Set(four).size, title).toBe(four.length)
        }
      }
    },
  )

  it.each(sheets)('of a %s at most a tenth of the places are empty', (name) => {
    const { count } = createHinges(hingeSheets[name], 'plain')
    expect(count / findHinges(hingeSheets[name]).count).toBeLessThan(1.1)
  })
})

describe('where hinges lie makes no difference', () => {
  const common: ClothOptions = {
    segments: [12, 12],
    pins: ['top-left', 'top-right'],
    bendStiffness: 1e-4,
    wind: [2, 0, 4],
  }

  const hashAfter = (cloth: ClothSimulation, steps: number): string => {
    for (let n = 0; n < steps; n++) cloth.step()
    return cloth.hash()
  }

  it('bending by angles from the start, or switched to before the first step: the same bits', () => {
    const given = new ClothSimulation({ ...common, bendModel: 'dihedral' })
    const switched = new ClothSimulation(common)
    switched.setParams({ bendModel: 'dihedral' })
    expect(hashAfter(switched, 60)).toBe(hashAfter(given, 60))
  })

  it('switched to distances and back in mid-run: the same bits as in one with room for hinges', () => {
    const clothes = (['dihedral', 'distance'] as const).map((bendModel) => {
      const cloth = new ClothSimulation({ ...common, bendModel })
      for (const model of ['dihedral', 'distance', 'dihedral'] as const) {
        cloth.setParams({ bendModel: model })
        hashAfter(cloth, 10)
      }
      return cloth.hash()
    })
    expect(clothes[0]).toBe(clothes[1])
  })

  it('a sheet that tears, mends and tears again', () => {
    const hashes = (['dihedral', 'distance'] as const).map((bendModel) => {
      const cloth = new ClothSimulation({ ...common, bendModel, tear: true })
      cloth.setParams({ bendModel: 'dihedral' })
      return [0, 1].map(() => {
        for (let n = 0; n < 60; n++) {
          cloth.grab(0, [-1 - n / 20, 0, 0])
          cloth.step()
        }
        expect(cloth.measure().tears).toBeGreaterThan(0)
        const hash = cloth.hash()
        cloth.release()
        cloth.reset()
        return hash
      })
    })
    expect(new Set(hashes.flat()).size).toBe(1)
  })
})

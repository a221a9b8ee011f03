/**
 * The wind at the particles of an xpbd cloth, sampled in single precision by WebAssembly and in
 * TypeScript, beside sums of `Math.sin` and `Math.cos` in double precision. That both kernels give the
 * same bits is in `xpbd.kernels.test.ts`.
 */
import { describe, expect, it } from 'vitest'
import { createPlainKernels } from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import { createKernels } from '../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js'
import {
  createMemory,
  layOut,
  type XpbdSizes,
} from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { TURN_ERROR } from '../../packages/core/src/math/turns.js'
import { MODE_COUNT, MODE_STRIDE } from '../../packages/core/src/wind/turbulence.js'
import { FIRST_MODE, WindField, type WindOptions } from '../../packages/core/src/wind/WindField.js'

const TURN = 2 * Math.PI

/** Half a unit in the last place of a number near 1, in single precision. */
const ROUNDING = 2 ** -24

const COUNT = 1001

const sizes: XpbdSizes = { particles: COUNT, nodes: 0, constraints: 0, tethers: 0 }

describe.each([
  ['wasm', () => createKernels(sizes)],
  [
    'plain',
    () => {
      const layout = layOut(sizes)
      const memory = createMemory(new ArrayBuffer(layout.end), layout, sizes)
      return { memory, kernels: createPlainKernels(memory) }
    },
  ],
])('%s', (_, create) => {
  it('one wave of 1 m: cos and sin of 2π x within 7e-6 and rounding, for 2 m', () => {
    const { memory, kernels } = create()
    memory.air.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0], FIRST_MODE)
    for (let n = 0; n < COUNT; n++) memory.particles[4 * n] = (2 * n) / (COUNT - 1) - 1
    kernels.sampleWind(1)
    let [ofCos, ofSin] = [0, 0]
    for (let n = 0; n < COUNT; n++) {
      const angle = TURN * memory.particles[4 * n]!
      ofCos = Math.max(ofCos, Math.abs(memory.winds[4 * n]! - Math.cos(angle)))
      ofSin = Math.max(ofSin, Math.abs(memory.winds[4 * n + 1]! - Math.sin(angle)))
    }
    // The fraction of a turn is off by a rounding or two, and the polynomials add a few more.
    const bound = TURN_ERROR + 2 * TURN * ROUNDING + 6 * ROUNDING
    expect(ofCos).toBeLessThan(bound)
    expect(ofSin).toBeLessThan(bound)
    // No better than a polynomial of that length can be, or it is not one.
    expect(Math.max(ofCos, ofSin)).toBeGreaterThan(TURN_ERROR / 2)
  })

  it.each<[string, WindOptions, readonly [number, number, number]]>([
    ['at the origin', { wind: [5, 0, 2], turbulence: 0.5 }, [0, 0, 0]],
    ['1 km away', { wind: [5, 0, 2], turbulence: 0.5, gusts: 0.4 }, [600, -200, 774.6]],
    ['1e6 m away', { wind: [0, 1, -9], turbulence: 2 }, [1e6, 1e6, -1e6]],
    ['small eddies', { wind: [3, 0, 0], turbulence: 0.3, turbulenceScale: 0.1 }, [1, 2, 3]],
  ])(
    '%s: the sum of modes by Math.sin and Math.cos, within what is stated',
    (_, options, place) => {
      const { memory, kernels } = create()
      const field = new WindField({ seed: 3, ...options })
      const random = createRandom(8)
      memory.origin.set(place)
      for (let i = 0; i < 4 * COUNT; i++) memory.particles[i] = 4 * random() - 2
      const moment = { time: 12.3 }
      expect(field.writeModes(moment, memory.origin, memory.air)).toBe(MODE_COUNT)
      kernels.sampleWind(MODE_COUNT)
      const share = field.gustAt(moment.time)
      const modes = field.modesAt(moment.time)
      for (let n = 0; n < COUNT; n++) {
        const expected = options.wind!.map((speed) => share * speed)
        let bound = 0
        for (let m = 0; m < modes.length; m += MODE_STRIDE) {
          const own = modes.subarray(m, m + MODE_STRIDE)
          const ways = [0, 1, 2].map((k) => own[k]! * memory.particles[4 * n + k]!)
          // In double precision phases at the origin lose digits too: 1e6 turns keep ten.
          const phase = ways.reduce((sum, way) => sum + way, own[3]!) + originTurns(own, place)
          const angle = TURN * (phase - Math.floor(phase))
          for (let k = 0; k < 3; k++)
            expected[k]! += own[4 + k]! * Math.cos(angle) + own[7 + k]! * Math.sin(angle)
          const turns = 1 + ways.reduce((sum, way) => sum + Math.abs(way), 0)
          // Wave number, product and sums are rounded: three times for the longest of them.
          const ofPhase = TURN * 3 * turns * ROUNDING
          bound += Math.hypot(...own.subarray(4, 7)) * (2 * TURN_ERROR + Math.SQRT2 * ofPhase)
        }
        for (let k = 0; k < 3; k++) {
          const rounded = 20 * ROUNDING * (Math.abs(expected[k]!) + 1)
          expect(Math.abs(memory.winds[4 * n + k]! - expected[k]!)).toBeLessThan(bound + rounded)
        }
        // The bound says something: it is a thousandth of what turbulence is, or less.
        expect(bound).toBeLessThan(1e-3 * options.turbulence! * Math.hypot(...options.wind!))
      }
    },
  )

  it('where a phase is no number there is the mean wind', () => {
    const { memory, kernels } = create()
    const field = new WindField({ wind: [5, 0, 2], turbulence: 0.5, turbulenceScale: 1e-40 })
    memory.particles.fill(1e10)
    field.writeModes({ time: 1 }, memory.origin, memory.air)
    kernels.sampleWind(MODE_COUNT)
    for (let n = 0; n < COUNT; n++)
      expect([...memory.winds.subarray(4 * n, 4 * n + 3)]).toEqual([5, 0, 2])
  })

  it('without turbulence there are no modes, and the mean everywhere', () => {
    const { memory, kernels } = create()
    const field = new WindField({ wind: [1, 2, 3], turbulence: 0 })
    const modes = field.writeModes({ time: 1 }, memory.origin, memory.air)
    expect(modes).toBe(0)
    kernels.sampleWind(modes)
    for (let n = 0; n < COUNT; n++)
      expect([...memory.winds.subarray(4 * n, 4 * n + 3)]).toEqual([1, 2, 3])
  })
})

function originTurns(mode: Float64Array, place: readonly [number, number, number]): number {
  return mode[0]! * place[0] + mode[1]! * place[1] + mode[2]! * place[2]
}

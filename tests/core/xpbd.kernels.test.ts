/**
 * The kernels of the xpbd solver: WebAssembly against single precision bit by bit, the plain ones
 * within a tolerance, and the choice between them.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileKernel, generatedFile, KERNELS } from '../../packages/core/assembly/build.mjs'
import {
  createPlainKernels,
  type XpbdKernels,
} from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import { createKernels } from '../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js'
import {
  createMemory,
  layOut,
  type XpbdMemory,
  type XpbdSizes,
} from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { decodeHex } from '../../packages/core/src/kernels/hex.js'
import { createRoundedKernels } from '../helpers/xpbdRounded.js'
import {
  AIR,
  batches,
  bitsOf,
  fillSheet,
  gridRows,
  hashFixedRun,
  pushOf,
  runSheet,
  sizes,
} from '../helpers/xpbdSheet.js'
import { FIXED_RUN } from '../helpers/xpbdFixedRun.js'

const one: XpbdSizes = { particles: 1, nodes: 0, triangles: 0, constraints: 0, tethers: 0 }

interface Setting {
  readonly memory: XpbdMemory
  readonly kernels: XpbdKernels
}

function inScript(create: (memory: XpbdMemory) => XpbdKernels, of: XpbdSizes = sizes): Setting {
  const layout = layOut(of)
  const memory = createMemory(new ArrayBuffer(layout.end), layout, of)
  return { memory, kernels: create(memory) }
}

/** Where the particles are. */
function placesOf({ particles, offsets }: XpbdMemory): Float32Array {
  return particles.map((x, i) => (i % 4 === 3 ? x : x + offsets[i]!))
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0)
}

/** First node of the finest level, counted as a particle, and how many that has: 9 × 7. */
const NODES = sizes.particles + 1
const FINEST = 63

const everyCall: Record<string, (kernels: XpbdKernels) => unknown> = {
  pushByAir: (kernels) => kernels.pushByAir(AIR),
  'pushByAir in thick air': (kernels) => kernels.pushByAir({ ...AIR, airDensity: 1e4, lift: 3 }),
  'sampleWind, turbulent': (kernels) => kernels.sampleWind(12),
  'sampleWind, mean only': (kernels) => kernels.sampleWind(0),
  endStep: (kernels) => [Number(kernels.endStep())],
  integrate: (kernels) => kernels.integrate(pushOf(0.999, 1 / 600, [0.3, -9.81, 0.1]), 1 / 600),
  'integrate with strong damping': (kernels) =>
    kernels.integrate({ kept: 0.01, pull: 1 / 200, gravity: [0, -9.81, 0] }, 1 / 60),
  solveTethers: (kernels) => kernels.solveTethers(0, sizes.tethers, 1.01),
  'solveDistances, stiff': (kernels) =>
    batches.map(({ start, count }) => kernels.solveDistances(start, count, 0)),
  'solveDistances, soft': (kernels) =>
    batches.map(({ start, count }) => kernels.solveDistances(start, count, 700)),
  limitDistances: (kernels) =>
    batches.map(({ start, count }) => kernels.limitDistances(start, count, 1.1)),
  'limitDistances, nothing too long': (kernels) =>
    batches.map(({ start, count }) => kernels.limitDistances(start, count, 9)),
  'solveRows, no bending': (kernels) => {
    kernels.solveRows(gridRows, [0, 700, -1])
  },
  limitRows: (kernels) => [kernels.limitRows(gridRows, 1.1)],
  gatherNodes: (kernels) => kernels.gatherNodes(NODES, FINEST, 0, sizes.particles),
  moveChildren: (kernels) => {
    kernels.gatherNodes(NODES, FINEST, 0, sizes.particles)
    kernels.moveChildren(0, sizes.particles)
  },
  updateVelocities(kernels) {
    kernels.integrate(pushOf(1, 1 / 600, [0, 0, 0]), 1 / 600)
    kernels.solveDistances(0, batches[0]!.count, 0)
    kernels.updateVelocities(1 / 600)
  },
}

describe('the module', () => {
  it.each(KERNELS)(
    '%s.generated.ts is what the sources compile to (else run assembly/build.mjs)',
    async (name) => {
      expect(readFileSync(generatedFile(name), 'utf8')).toBe(await compileKernel(name))
    },
    120_000,
  )

  it('every byte there is decodes from hexadecimal digits as Buffer writes them', () => {
    for (const length of [0, 1, 256]) {
      const bytes = Uint8Array.from({ length }, (_, i) => i)
      expect(decodeHex(Buffer.from(bytes).toString('hex'))).toEqual(bytes)
    }
  })
})

describe('single precision', () => {
  it.each(Object.entries(everyCall))('%s: four at once = Math.fround, bit by bit', (_, call) => {
    for (const seed of [1, 2, 3]) {
      const [simd, rounded] = [createKernels(sizes), inScript(createRoundedKernels)].map(
        ({ memory, kernels }) => {
          fillSheet(memory, seed)
          const returned = call(kernels)
          return { bits: bitsOf(memory), returned }
        },
      )
      expect(simd).toEqual(rounded)
    }
  })

  it('100 substeps: four at once = Math.fround, bit by bit', () => {
    expect(createKernels(sizes).kind).toBe('wasm')
    const [simd, rounded] = [createKernels(sizes), inScript(createRoundedKernels)].map(
      ({ memory, kernels }) => {
        fillSheet(memory, 11)
        runSheet(kernels, memory, 100)
        return bitsOf(memory)
      },
    )
    expect(simd).toEqual(rounded)
  })

  it('a fixed run has the bits that it has in the browser', () => {
    const wasm = createKernels(sizes)
    const plain = inScript(createPlainKernels)
    expect({
      wasm: hashFixedRun(wasm.kernels, wasm.memory),
      plain: hashFixedRun(plain.kernels, plain.memory),
    }).toEqual(FIXED_RUN)
  })
})

describe('plain and WebAssembly', () => {
  // Coordinates near 1 m: a unit in the last place is 6e-8 m, and a call over all batches moves a
  // particle up to 12 times. Velocities of some m/s change by ways of that precision, 600 per second.
  it.each(Object.entries(everyCall))('%s: within 1e-6 m and 1e-3 m/s', (_, call) => {
    const wasm = createKernels(sizes)
    const plain = inScript(createPlainKernels)
    const [ofWasm, ofPlain] = [wasm, plain].map(({ memory, kernels }) => {
      fillSheet(memory, 5)
      return call(kernels) as (number | undefined)[] | undefined
    })
    expect(largestDifference(placesOf(wasm.memory), placesOf(plain.memory))).toBeLessThan(1e-6)
    expect(largestDifference(wasm.memory.velocities, plain.memory.velocities)).toBeLessThan(1e-3)
    const accelerations = [wasm, plain].map(({ memory }) => memory.accelerations)
    const largest = accelerations[1]!.reduce((most, a) => Math.max(most, Math.abs(a)), 0)
    expect(largestDifference(accelerations[0]!, accelerations[1]!)).toBeLessThan(1e-5 * largest)
    ofPlain?.forEach((ratio, n) => {
      if (ratio !== undefined) expect(ofWasm![n]).toBeCloseTo(ratio, 5)
    })
  })

  it('60 substeps from a flat sheet: within 1e-4 m', () => {
    const [wasm, plain] = [createKernels(sizes), inScript(createPlainKernels)]
    for (const { memory, kernels } of [wasm, plain]) {
      fillSheet(memory, 5, 0.01)
      memory.velocities.fill(0)
      runSheet(kernels, memory, 60)
    }
    expect(largestDifference(wasm.memory.particles, plain.memory.particles)).toBeLessThan(1e-4)
  })

  it.each([1, 20, 80, 320])('free fall for 1 s, %i substeps: ½ g t (t + h) within 1e-7', (n) => {
    const h = 1 / 60 / n
    const expected = -0.5 * 9.81 * (1 + h)
    for (const { memory, kernels } of [createKernels(one), inScript(createPlainKernels, one)]) {
      memory.particles.set([0, 1, 0, 1])
      for (let s = 0; s < 60 * n; s++) {
        kernels.integrate(pushOf(1, h, [0, -9.81, 0]), h)
        kernels.updateVelocities(h)
      }
      const fallen = memory.particles[1]! + memory.offsets[1]! - 1
      // Gravity and substep are numbers of single precision, 3e-8 off each.
      expect(Math.abs(fallen / expected - 1)).toBeLessThan(1e-7)
    }
  })

  it.each([
    ['weak', 0.1],
    ['strong', 5],
  ])('%s damping for 1 s, 320 substeps: v = exp(-c t) within 2e-5', (_, c) => {
    const h = 1 / 60 / 320
    for (const { memory, kernels } of [createKernels(one), inScript(createPlainKernels, one)]) {
      memory.particles.set([0, 0, 0, 1])
      memory.velocities.set([3, 0, 0])
      for (let s = 0; s < 60 * 320; s++)
        kernels.integrate(pushOf(Math.exp(-c * h), h, [0, 0, 0]), h)
      expect(Math.abs(memory.velocities[0]! / (3 * Math.exp(-c)) - 1)).toBeLessThan(2e-5)
    }
  })
})

/** Four pairs, each with its inverse masses and distance. */
describe.each([
  ['wasm', (of: XpbdSizes): Setting => createKernels(of)],
  ['plain', (of: XpbdSizes): Setting => inScript(createPlainKernels, of)],
])('%s, hard cases', (_, create) => {
  const four: XpbdSizes = { particles: 8, nodes: 1, triangles: 4, constraints: 4, tethers: 4 }
  function createPairs(distance: number, wa: number, wb: number): Setting {
    const setting = create(four)
    const { particles, ends, restLengths, tetherEnds, tetherLengths } = setting.memory
    for (let pair = 0; pair < 4; pair++) {
      particles.set([0, pair, 0, wa, distance, pair, 0, wb], 8 * pair)
      ends.set([8 * pair, 8 * pair + 4], 2 * pair)
      tetherEnds.set([8 * pair + 4, 8 * pair], 2 * pair)
    }
    restLengths.fill(1)
    tetherLengths.fill(1)
    return setting
  }

  function expectEach(memory: XpbdMemory, a: number, b: number): void {
    const places = placesOf(memory)
    for (let pair = 0; pair < 4; pair++) {
      expect(places[8 * pair]).toBeCloseTo(a, 6)
      expect(places[8 * pair + 1]).toBe(pair)
      expect(places[8 * pair + 4]).toBeCloseTo(b, 6)
    }
  }

  it.each([0, 1])('two particles in one point stay there, alpha %d', (alpha) => {
    const { memory, kernels } = createPairs(0, 1, 1)
    kernels.solveDistances(0, 4, alpha)
    kernels.solveTethers(0, 4, 1)
    expect(kernels.limitDistances(0, 4, 1)).toBe(0)
    expectEach(memory, 0, 0)
  })

  it.each([0, 1])('two held particles stay where they are, alpha %d', (alpha) => {
    const { memory, kernels } = createPairs(2, 0, 0)
    kernels.solveDistances(0, 4, alpha)
    kernels.solveTethers(0, 4, 1)
    // The strain is there all the same, for the caller to tell.
    expect(kernels.limitDistances(0, 4, 1.1)).toBe(2)
    expectEach(memory, 0, 2)
  })

  it('one end held: the other goes all the way, with alpha = w half of it', () => {
    const stiff = createPairs(2, 0, 1)
    stiff.kernels.solveDistances(0, 4, 0)
    expectEach(stiff.memory, 0, 1)
    const soft = createPairs(2, 0, 1)
    soft.kernels.solveDistances(0, 4, 1)
    expectEach(soft.memory, 0, 1.5)
  })

  it('masses 3 : 1 share as 1 : 3, in solving and in limiting', () => {
    const solved = createPairs(2, 1, 3)
    solved.kernels.solveDistances(0, 4, 0)
    expectEach(solved.memory, 0.25, 1.25)
    const limited = createPairs(2, 1, 3)
    expect(limited.kernels.limitDistances(0, 4, 1.2)).toBe(2)
    expectEach(limited.memory, 0.2, 1.4)
  })

  it('a node is the weighted mean of its children, and they move with it by their factors', () => {
    const { memory, kernels } = createPairs(2, 1, 1)
    const node = 4 * (four.particles + 1)
    memory.particles.set([7, 7, 7, 5], node)
    memory.parents.fill(node)
    memory.shares.set([0.25, 0.5, 0.125, 0.125])
    memory.factors.set([1, 0, 2])
    memory.offsets[1] = 4
    // (0, 0), (2, 0), (0, 1), (2, 1), and the first is 4 above its base.
    kernels.gatherNodes(four.particles + 1, 1, 0, 4)
    expect([...memory.particles.subarray(node, node + 4)]).toEqual([1.25, 0.25, 0, 5])
    expect([...memory.offsets.subarray(node, node + 3)]).toEqual([0, 1, 0])
    memory.before.set(memory.nodeOffsets)
    memory.offsets[node + 2]! += 3
    kernels.moveChildren(0, 4)
    expect([0, 1, 2, 3].map((p) => memory.offsets[4 * p + 2])).toEqual([3, 0, 6, 0])
    expect(memory.offsets[1]).toBe(4)
  })

  it('a tether pulls its particle only, and a slack one nothing', () => {
    const tight = createPairs(2, 1, 1)
    tight.kernels.solveTethers(0, 4, 1)
    expectEach(tight.memory, 0, 1)
    const slack = createPairs(0.5, 1, 1)
    slack.kernels.solveTethers(0, 4, 1)
    expectEach(slack.memory, 0, 0.5)
  })

  it.each([NaN, Infinity, -Infinity, 1e7, -1e7])(
    'endStep says so where a place is %d m',
    (place) => {
      for (let particle = 0; particle < 8; particle++) {
        for (let k = 0; k < 3; k++) {
          const { memory, kernels } = createPairs(1, 1, 1)
          memory.numbers.set([1 / 600, 1e7])
          expect(kernels.endStep()).toBe(true)
          memory.particles[4 * particle + k] = place
          expect(kernels.endStep()).toBe(false)
        }
      }
    },
  )

  it('endStep: positions are origin + base + offset in double precision, the last ones dt · v before', () => {
    const { memory, kernels } = createPairs(1, 1, 1)
    memory.numbers.set([0.25, 1e7])
    memory.origin.set([1e6 + 1 / 3, -2, 0.5])
    memory.particles.set([0.1, 0.2, 0.3, 1], 4)
    memory.offsets.set([0.01, -0.02, 0.03, 7], 4)
    memory.velocities.set([1, 2, 3, 9], 4)
    expect(kernels.endStep()).toBe(true)
    const f = Math.fround
    const places = [
      f(1e6 + 1 / 3 + (f(0.1) + f(0.01))),
      f(-2 + (f(0.2) - f(0.02))),
      f(0.5 + (f(0.3) + f(0.03))),
    ]
    expect([...memory.positions.subarray(3, 6)]).toEqual(places)
    expect([...memory.lastPositions.subarray(3, 6)]).toEqual(
      places.map((place, k) => place - 0.25 * (k + 1)),
    )
  })

  it.each([1e-30, 1e19, 1e25])('no NaN at a distance of %d m', (distance) => {
    const { memory, kernels } = createPairs(distance, 1, 1)
    kernels.solveTethers(0, 4, 1)
    kernels.solveDistances(0, 4, 1e-3)
    kernels.limitDistances(0, 4, 1.1)
    kernels.integrate(pushOf(1, 1e-3, [0, -9.81, 0]), 1e-3)
    kernels.updateVelocities(1e-3)
    expect(placesOf(memory).every(Number.isFinite)).toBe(true)
  })

  it('held particles neither fall nor change their velocity', () => {
    const { memory, kernels } = createPairs(1, 0, 0)
    memory.velocities.fill(3)
    kernels.integrate(pushOf(0.5, 0.1, [0, -9.81, 0]), 0.1)
    expect([...memory.predicted.subarray(0, 3)]).toEqual([0, 0, 0])
    kernels.updateVelocities(0.1)
    expectEach(memory, 0, 1)
    expect(memory.velocities.every((v) => v === 3)).toBe(true)
  })
})

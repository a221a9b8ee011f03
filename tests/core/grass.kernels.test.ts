/**
 * Blades moved in WebAssembly, in single precision, against the reference in double precision: issue 5
 * asks for 1e-5 of a blade's height after 1 200 steps.
 */
import { CapsuleCollider, type GrassOptions, GrassSimulation, SphereCollider } from '@billow/core'
import { afterEach, describe, expect, it, vi } from 'vitest'

const STEPS = 1200

const MEADOW = {
  ...{ size: [3, 2], density: 101, seed: 5, origin: [0.3, 0.1, -0.4] },
} as const satisfies GrassOptions

const FIELDS: Readonly<Record<string, GrassOptions>> = {
  'no wind': MEADOW,
  'wind, turbulence and gusts': { ...MEADOW, wind: [4, 0, 1.5], turbulence: 0.4, gusts: 0.5 },
  'stiffness for all alike': { ...MEADOW, stiffness: 12, wind: [6, 0, 0] },
  'hard wind, little droop': { ...MEADOW, droop: 0.05, wind: [14, 1, -3], windHold: 1 },
  'gravity aslant, no recovery': { ...MEADOW, gravity: [3, -9, 2], recovery: 0, wind: [2, 0, 2] },
  'weightless and still': { ...MEADOW, gravity: [0, 0, 0] },
  'sources of wind': {
    ...MEADOW,
    wind: [1, 0, 0],
    windSources: [
      { position: [0.3, 0.2, 0], strength: 0.4 },
      { position: [1, 0.5, -1], strength: -0.3, radius: 0.3 },
    ],
  },
  'the smallest blades': { ...MEADOW, height: 1e-7, wind: [4, 0, 1.5] },
  'a storm that no blade has seen': { ...MEADOW, wind: [1e4, 0, 5e3], turbulence: 0 },
  'a hill': { ...MEADOW, heightAt: (x, z) => 0.5 * Math.sin(2 * x) * Math.cos(z), wind: [3, 0, 0] },
}

/** Distances of tips of two fields, in heights of their blades. */
function errorsOf(a: GrassSimulation, b: GrassSimulation): number[] {
  const { heights, count } = a.blades
  return Array.from({ length: count }, (_, n) => {
    const way = [0, 1, 2].map((k) => a.state.tips[3 * n + k]! - b.state.tips[3 * n + k]!)
    return Math.hypot(...way) / heights[n]!
  })
}

/** The largest of these, and of those of guides. */
function apart(a: GrassSimulation, b: GrassSimulation): [tips: number, guides: number] {
  const { heights, count } = a.blades
  let guides = 0
  for (let n = 0; n < count; n++)
    guides = Math.max(guides, Math.abs(a.state.guides[n]! - b.state.guides[n]!) / heights[n]!)
  return [Math.max(...errorsOf(a, b)), guides]
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

describe.each(Object.entries(FIELDS))('%s', (_, options) => {
  it('1 200 steps: within 1e-5 of a height of the reference', () => {
    const kernel = new GrassSimulation(options)
    const reference = new GrassSimulation({ ...options, precision: 'float64' })
    expect(kernel.state.tips).toBeInstanceOf(Float32Array)
    let [tips, guides] = [0, 0]
    for (let n = 0; n < STEPS; n++) {
      kernel.step()
      reference.step()
      if (n % 100 !== 99 && n > 3) continue
      const [tip, guide] = apart(kernel, reference)
      tips = Math.max(tips, tip)
      guides = Math.max(guides, guide)
    }
    expect(tips).toBeLessThan(1e-5)
    expect(guides).toBeLessThan(1e-5)
  })
})

/**
 * Where a blade is caught between a body and the ground, the least difference decides on which side it
 * comes out. So all blades are held to the bound once nothing holds them down, and those that are held
 * down in the median.
 */
it('a ball and a capsule roll through: within 1e-5 of a height of the reference', () => {
  const ball = new SphereCollider({ center: [0, 0, 0], radius: 0.25 })
  const log = new CapsuleCollider({ from: [-0.5, 0, 0], to: [0.5, 0, 0], radius: 0.1 })
  const [kernel, reference] = (['float32', 'float64'] as const).map((precision) => {
    const field = new GrassSimulation({ ...MEADOW, origin: [0, 0, 0], wind: [2, 0, 0], precision })
    field.addCollider(ball)
    field.addCollider(log)
    return field
  }) as [GrassSimulation, GrassSimulation]
  const { count } = reference.blades
  const heldAt = new Int32Array(count).fill(-1000)
  let held = 0
  for (let step = 1; step <= STEPS; step++) {
    ball.center.set([-3 + (0.5 * step) / 60, 0.2, 0.3])
    log.setTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.4, 0.08, 3 - (0.4 * step) / 60, 1])
    kernel.step()
    reference.step()
    reference.state.strengths.forEach((strength, n) => {
      if (strength > 0) heldAt[n] = step
    })
    if (step % 100 !== 0) continue
    const all = errorsOf(kernel, reference)
    const caught = all.filter((_, n) => step - heldAt[n]! <= 60)
    const free = all.filter((_, n) => step - heldAt[n]! > 60)
    expect(Math.max(0, ...free), `free, step ${step}`).toBeLessThan(1e-5)
    expect(medianOf(caught), `held down, step ${step}`).toBeLessThan(1e-5)
    held = Math.max(held, caught.length)
  }
  expect(held).toBeGreaterThan(20)
})

it('counts that are no multiple of four, and none at all', () => {
  for (const density of [0, 1, 5 / 6, 7 / 6]) {
    const field = new GrassSimulation({ ...MEADOW, density, wind: [5, 0, 0] })
    for (let n = 0; n < 10; n++) field.step()
    expect([...field.state.tips].every(Number.isFinite)).toBe(true)
  }
})

describe('where there is no WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('blades are moved in plain TypeScript, in the same precision', () => {
    vi.stubGlobal('WebAssembly', undefined)
    const options = { ...MEADOW, wind: [4, 0, 1.5], turbulence: 0.4 } as const
    const plain = new GrassSimulation(options)
    const reference = new GrassSimulation({ ...options, precision: 'float64' })
    for (let n = 0; n < 100; n++) {
      plain.step()
      reference.step()
    }
    expect(plain.state.tips).toBeInstanceOf(Float32Array)
    expect(apart(plain, reference)[0]).toBeLessThan(1e-5)
  })
})

it('the paper’s model is moved in plain TypeScript', () => {
  const options = { ...MEADOW, model: 'paper', wind: [3, 0, 0] } as const
  const single = new GrassSimulation(options)
  const reference = new GrassSimulation({ ...options, precision: 'float64' })
  for (let n = 0; n < 100; n++) {
    single.step()
    reference.step()
  }
  expect(apart(single, reference)[0]).toBeLessThan(1e-5)
})

it('goes on from a snapshot, and from a reset, bit by bit', () => {
  const field = new GrassSimulation({ ...MEADOW, wind: [4, 0, 1.5], turbulence: 0.4 })
  const start = field.hash()
  for (let n = 0; n < 30; n++) field.step()
  const snapshot = field.snapshot()
  for (let n = 0; n < 30; n++) field.step()
  const end = field.hash()
  field.restore(snapshot)
  for (let n = 0; n < 30; n++) field.step()
  expect(field.hash()).toBe(end)
  field.reset()
  expect(field.hash()).toBe(start)
})

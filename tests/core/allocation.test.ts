/**
 * Memory while running, as an application bundles the core. After warm-up, steps keep nothing and
 * allocate nothing that grows with the sheet: what is left are the few numbers that the engine wraps
 * into objects of 16 bytes when they are passed from one function to another.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ClothOptions } from '@billow/core'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Bytes over 10 000 steps. */
const LARGEST_GROWTH = 32_768

/** Bytes of a number that is passed as an object. */
const WRAPPED_NUMBER = 16

/** What is left of time and the like, per step, and what kernels are called with, per step of xpbd. */
const NUMBERS_PER_STEP = { 'mass-spring': 3, pbd: 3, xpbd: 32 } as const

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'billow-allocation-'))
const core = join(folder, 'core.mjs')

beforeAll(async () => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: fromHere('../../packages/core/src/index.ts'), formats: ['es'] },
    },
  })
  const [bundle] = output as Rollup.RollupOutput[]
  writeFileSync(core, bundle!.output[0].code)
}, 60_000)

afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Memory {
  readonly steps: number
  readonly perStep: number
  readonly retained: number
  readonly contacts: number
}

function measure(options: ClothOptions): Memory {
  // Compiled at once, or a busy machine runs functions uncompiled for long, and these make objects.
  const flags = [
    '--expose-gc',
    '--no-concurrent-recompilation',
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
  ]
  const child = fromHere('../helpers/allocationChild.mjs')
  const args = [...flags, child, pathToFileURL(core).href, JSON.stringify(options)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Memory
}

describe.each(['mass-spring', 'pbd', 'xpbd'] as const)('%s', (solver) => {
  const options: ClothOptions = {
    solver,
    orientation: 'horizontal',
    jitter: 0.001,
    pins: ['top-left'],
    substeps: 2,
    iterations: 2,
    wind: [0.5, 0, 0.2],
    selfCollision: true,
    colliders: [
      { type: 'sphere', center: [0, -0.3, 0], radius: 0.2, friction: 0.3 },
      { type: 'plane', point: [0, -0.6, 0], friction: 0.5 },
    ],
  }

  it.each([
    ['11 × 11', 10],
    ['17 × 17', 16],
  ])(
    'gusts, self-collision, colliders, %s particles: 10 000 frames keep < 32 kB, allocate a few numbers each',
    (_, cells) => {
      const { steps, perStep, retained, contacts } = measure({
        ...options,
        segments: [cells, cells],
      })
      expect(steps).toBe(10_000)
      expect(contacts).toBeGreaterThan(0)
      expect(retained).toBeLessThan(LARGEST_GROWTH)
      expect(perStep).toBeLessThanOrEqual(WRAPPED_NUMBER * NUMBERS_PER_STEP[solver])
    },
    180_000,
  )
})

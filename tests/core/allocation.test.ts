/**
 * Memory while running, as an application bundles the core. After warm-up, steps keep nothing and
 * allocate nothing but, here and there, a number, which the engine wraps into an object of 16 bytes
 * when it is passed from one function to another.
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

/** One where the strain limit of xpbd is enforced now and then. */
const NUMBERS_PER_STEP = { 'mass-spring': 0, pbd: 0, xpbd: 1 } as const

/** Bytes per step that sampling may be wrong by. */
const UNCERTAIN = 2

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
  /** Those that allocate. */
  readonly functions: readonly string[]
  /** Bytes that `measure()` is seen to allocate, an object of a dozen numbers. */
  readonly known: number
  readonly retained: number
  readonly contacts: number
}

function measure(options: ClothOptions): Memory {
  // Compiled at once, or a busy machine runs functions uncompiled for long, and these make objects.
  const flags = ['--expose-gc', '--no-concurrent-recompilation']
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
    'gusts, self-collision, colliders, %s particles: 10 000 frames keep < 32 kB, allocate no more than stated',
    (_, cells) => {
      const { steps, perStep, functions, known, retained, contacts } = measure({
        ...options,
        segments: [cells, cells],
      })
      expect(steps).toBe(10_000)
      expect(contacts).toBeGreaterThan(0)
      expect(known).toBeGreaterThan(100)
      expect(retained).toBeLessThan(LARGEST_GROWTH)
      const bytes = WRAPPED_NUMBER * NUMBERS_PER_STEP[solver] + UNCERTAIN
      expect(perStep, `allocated by ${functions.join()}`).toBeLessThanOrEqual(bytes)
    },
    180_000,
  )
})

/** Where and how often WebAssembly is asked for: once per module and memory, and no more where it is refused. */
import { createContext, runInContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKernels } from '../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js'
import { hashFixedRun, pushOf, sizes, fillSheet, bitsOf } from '../helpers/xpbdSheet.js'
import { FIXED_RUN } from '../helpers/xpbdFixedRun.js'

const one = { particles: 1, nodes: 0, triangles: 0, constraints: 0, tethers: 0 }

describe('where WebAssembly does not run, the plain kernels do', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const real = WebAssembly

  /** The module is compiled once, so each case takes a fresh copy of the code. */
  async function createFresh(): Promise<ReturnType<typeof createKernels>> {
    vi.resetModules()
    const fresh = await import('../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js')
    return fresh.createKernels(sizes)
  }

  async function expectPlain(): Promise<void> {
    const { kind, kernels, memory } = await createFresh()
    expect(kind).toBe('plain')
    expect(hashFixedRun(kernels, memory)).toBe(FIXED_RUN.plain)
  }

  it('and only there', async () => {
    expect((await createFresh()).kind).toBe('wasm')
  })

  it('no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    await expectPlain()
  })

  it('no SIMD', async () => {
    vi.stubGlobal('WebAssembly', { ...real, validate: () => false })
    await expectPlain()
  })

  it('refused by a policy: CompileError', async () => {
    // As a page with a content security policy without wasm-unsafe-eval has it.
    const page = createContext({}, { codeGeneration: { strings: false, wasm: false } })
    const refusing = runInContext('WebAssembly', page) as typeof WebAssembly
    expect(() => new refusing.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))).toThrow(
      /disallowed by embedder/,
    )
    const tries = vi.fn()
    class Module extends refusing.Module {
      constructor(bytes: BufferSource) {
        tries()
        super(bytes)
      }
    }
    vi.stubGlobal('WebAssembly', {
      Module,
      Memory: refusing.Memory,
      Instance: refusing.Instance,
      validate: (bytes: BufferSource) => refusing.validate(bytes),
    })
    await expectPlain()
    expect(tries).toHaveBeenCalledTimes(1)
  })

  it('no memory left, but it is tried again, more and more rarely', async () => {
    let full = true
    const tries = vi.fn()
    class Memory extends real.Memory {
      constructor(size: WebAssembly.MemoryDescriptor) {
        tries()
        if (full) throw new RangeError('could not allocate memory')
        super(size)
      }
    }
    vi.stubGlobal('WebAssembly', {
      Module: real.Module,
      Instance: real.Instance,
      validate: (bytes: BufferSource) => real.validate(bytes),
      Memory,
    })
    vi.resetModules()
    const fresh = await import('../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js')
    const kindOfNext = () => fresh.createKernels(sizes).kind
    expect(kindOfNext()).toBe('plain')
    full = false
    expect(kindOfNext()).toBe('wasm')
    tries.mockClear()

    // Each try costs the engine two collections of all garbage: 1, 2, 4, 8 … simulations to the next.
    full = true
    const kinds = new Set(Array.from({ length: 1000 }, kindOfNext))
    expect(kinds).toEqual(new Set(['plain']))
    expect(tries.mock.calls.length).toBe(6 + Math.floor((1000 - 63) / 64) + 1)

    full = false
    let left = 0
    while (kindOfNext() === 'plain') left++
    expect(left).toBeLessThan(64)
    // As if nothing had been refused.
    full = true
    tries.mockClear()
    expect([kindOfNext(), kindOfNext()]).toEqual(['plain', 'plain'])
    expect(tries).toHaveBeenCalledTimes(2)
  })
})

it('1000 simulations, each with a memory of its own, do not disturb each other', () => {
  const first = createKernels(sizes)
  fillSheet(first.memory, 3)
  const others = Array.from({ length: 1000 }, () => createKernels(one))
  expect(others.every(({ kind }) => kind === 'wasm')).toBe(true)
  others.forEach(({ memory, kernels }) => {
    memory.particles[3] = 1
    kernels.integrate(pushOf(1, 1, [0, 1, 0]), 1)
  })
  const second = createKernels(sizes)
  fillSheet(second.memory, 3)
  expect(bitsOf(first.memory)).toEqual(bitsOf(second.memory))
  expect(first.memory.particles.length).toBe(4 * (sizes.particles + 1 + sizes.nodes))
})

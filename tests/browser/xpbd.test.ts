/** The xpbd kernels in a real browser: the same bits as in Node, and the way round a strict policy. */
import { expect, test } from 'vitest'
import { createPlainKernels } from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import { createKernels } from '../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js'
import { createMemory, layOut } from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { FIXED_RUN, HINGE_RUN } from '../helpers/xpbdFixedRun.js'
import { hashHingeRun } from '../helpers/xpbdHinges.js'
import { hashFixedRun, sizes } from '../helpers/xpbdSheet.js'

test('a fixed run ends with the bits that it has in Node, in WebAssembly and in TypeScript', () => {
  const wasm = createKernels(sizes)
  expect(wasm.kind).toBe('wasm')
  const layout = layOut(sizes)
  const memory = createMemory(new ArrayBuffer(layout.end), layout, sizes)
  expect({
    wasm: hashFixedRun(wasm.kernels, wasm.memory),
    plain: hashFixedRun(createPlainKernels(memory), memory),
  }).toEqual(FIXED_RUN)
})

test('bending by angles has the bits that it has in Node, in WebAssembly and in TypeScript', () => {
  expect({ wasm: hashHingeRun('wasm'), plain: hashHingeRun('plain') }).toEqual(HINGE_RUN)
})

test('a page whose policy refuses WebAssembly gets the plain kernels', async () => {
  const frame = document.createElement('iframe')
  // Scripts and strings may run, WebAssembly may not.
  frame.srcdoc =
    '<meta http-equiv="Content-Security-Policy" content="script-src \'self\' \'unsafe-inline\'">'
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const strict = (frame.contentWindow as unknown as { WebAssembly: typeof WebAssembly }).WebAssembly
  const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)
  expect(strict.validate(empty)).toBe(true)
  expect(() => new strict.Module(empty)).toThrow(/unsafe-eval/)
  const original = WebAssembly
  try {
    globalThis.WebAssembly = strict
    const address = '../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js?strict'
    const fresh = (await import(/* @vite-ignore */ address)) as {
      createKernels: typeof createKernels
    }
    const { kind, kernels, memory } = fresh.createKernels(sizes)
    expect(kind).toBe('plain')
    expect(hashFixedRun(kernels, memory)).toBe(FIXED_RUN.plain)
  } finally {
    globalThis.WebAssembly = original
    frame.remove()
  }
})

test('300 sheets at once find memory', () => {
  const kinds = Array.from({ length: 300 }, () => createKernels(sizes).kind)
  expect(new Set(kinds)).toEqual(new Set(['wasm']))
})

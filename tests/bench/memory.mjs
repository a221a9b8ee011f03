/**
 * Memory of a simulation per particle: its typed arrays, found by walking the simulation, WebAssembly
 * memory included; and what the heap grew by beyond them.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatTable } from './table.mjs'

const SIDES = [32, 64, 128, 256]

const SELF = fileURLToPath(import.meta.url)

export function benchMemory({ core, scene }, { quick }) {
  const results = (quick ? SIDES.slice(0, 1) : SIDES).map((side) => {
    const job = JSON.stringify({ core, scene, side })
    const output = execFileSync(process.execPath, ['--expose-gc', SELF, job], { encoding: 'utf8' })
    return { side, ...JSON.parse(output) }
  })
  const heading = [
    'sheet',
    'particles',
    'arrays, bytes',
    'per particle',
    'heap beyond, per particle',
  ]
  const lines = results.map(({ side, particles, arrays, heap }) => [
    `${side}²`,
    String(particles),
    String(arrays),
    (arrays / particles).toFixed(0),
    (heap / particles).toFixed(0),
  ])
  return { text: formatTable([heading, ...lines]), results }
}

/** Bytes of all buffers that can be reached from an object, each counted once. */
export function bytesOfArrays(root) {
  const seen = new Set([root])
  const buffers = new Set()
  const waiting = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer)
    else if (value instanceof ArrayBuffer) buffers.add(value)
    else {
      const inside = value instanceof Set || value instanceof Map ? [...value].flat() : []
      for (const inner of [...inside, ...Object.values(value)]) {
        if (typeof inner !== 'object' || inner === null || seen.has(inner)) continue
        seen.add(inner)
        waiting.push(inner)
      }
    }
  }
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

async function measure({ core: address, scene, side }) {
  const core = await import(address)
  const { hanging, hangingPins } = await import(scene)
  const create = (n) =>
    new core.ClothSimulation({ ...hanging, segments: [n - 1, n - 1], pins: hangingPins })
  // What is made once for all simulations is not counted, such as the compiled module.
  create(4).step()
  globalThis.gc()
  const before = process.memoryUsage().heapUsed
  const cloth = create(side)
  cloth.step()
  globalThis.gc()
  const heap = process.memoryUsage().heapUsed - before
  return { particles: cloth.particleCount, arrays: bytesOfArrays(cloth), heap }
}

if (process.argv[1] === SELF) {
  process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2]))))
}

/**
 * `node tests/bench/kernels.mjs`: ns per distance constraint of the xpbd kernels in WebAssembly and
 * in TypeScript, beside C over the same arrays: a 100 × 100 grid, constraints coloured and by index.
 *
 *   --particles 100   along each side
 *   --sweeps 60       per measurement, from the same start; the quickest counts
 *   --rounds 9        measurements per kernel, in turn; medians of times and of ratios count
 *
 * All end with the same bits where the arithmetic is the same: single precision, no fused
 * multiply-add. TypeScript calculates in double precision, and C for this processor fuses.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { median } from './measure.mjs'
import { cacheFile } from './prepare.mjs'
import { formatTable } from './table.mjs'

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Compliance / h², 1/kg, beside inverse masses of 1/kg. */
const ALPHA = Math.fround(1e-3)

const SEED = 12

const { values } = parseArgs({
  options: {
    particles: { type: 'string', default: '100' },
    sweeps: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '9' },
  },
})
const [side, sweeps, rounds] = ['particles', 'sweeps', 'rounds'].map((name) => Number(values[name]))

const core = await bundleKernels()
const grid = core.createGrid({
  size: [1, 1],
  segments: [side - 1, side - 1],
  orientation: 'horizontal',
  spacing: 'segments',
})
const { batches, order } = core.orderConstraints(grid.springs, grid.particleCount)
const sizes = { particles: grid.particleCount, constraints: grid.springs.count, tethers: 0 }

const kernels = [
  ['WebAssembly', measureScript(createWasm())],
  ['TypeScript', measureScript(createPlain())],
  ...compileC(),
]
const results = kernels.map(() => [])
for (let round = 0; round < rounds; round++) {
  kernels.forEach(([, measure], k) => results[k].push(measure()))
}
const hash = results[0][0].hash
console.log(
  `${sizes.constraints} constraints in ${batches.length} batches, node ${process.version}`,
)
console.log(`ns per constraint: quickest of ${sweeps} sweeps, median of ${rounds}\n`)
const heading = ['kernel', 'ns', ...kernels.slice(2).map(([name]) => `x ${name}`), 'same bits']
const lines = kernels.map(([name], k) => [
  name,
  median(results[k].map(({ ns }) => ns)).toFixed(2),
  // Of each round by itself: a busy machine is slow for all of a round, not for all rounds.
  ...results
    .slice(2)
    .map((twin) => median(twin.map(({ ns }, round) => results[k][round].ns / ns)).toFixed(2)),
  results[k].every((run) => run.hash === hash) ? 'yes' : 'no',
])
console.log(formatTable([heading, ...lines]))

/** The parts of the core that no application sees, as one module. */
async function bundleKernels() {
  const xpbd = fromRoot('packages/core/src/cloth/solvers/xpbd')
  const files = {
    wasm: `${xpbd}/wasmKernels.ts`,
    plain: `${xpbd}/kernels.ts`,
    memory: `${xpbd}/XpbdMemory.ts`,
    constraints: `${xpbd}/constraints.ts`,
    grid: fromRoot('packages/core/src/mesh/grid.ts'),
    hash: fromRoot('packages/core/src/diagnostics/hash.ts'),
    random: fromRoot('packages/core/src/math/random.ts'),
  }
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      minify: false,
      outDir: cacheFile('kernels'),
      lib: { entry: files, formats: ['es'] },
      rollupOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  })
  const modules = await Promise.all(
    Object.keys(files).map((name) => import(cacheFile(`kernels/${name}.mjs`))),
  )
  return Object.assign({}, ...modules)
}

function createWasm() {
  const created = core.createKernels(sizes)
  if (created.kind !== 'wasm') throw new Error('no WebAssembly SIMD here')
  return created
}

function createPlain() {
  const layout = core.layOut(sizes)
  const memory = core.createMemory(new ArrayBuffer(layout.end), layout, sizes)
  return { memory, kernels: core.createPlainKernels(memory) }
}

/** Crumpled by up to a fifth of a cell; the first row is held. */
function fill({ particles, ends, restLengths }) {
  const random = core.createRandom(SEED)
  grid.restPositions.forEach((x, i) => {
    particles[4 * Math.floor(i / 3) + (i % 3)] = x + (0.4 / side) * (random() - 0.5)
  })
  for (let p = 0; p < sizes.particles; p++) particles[4 * p + 3] = p < side ? 0 : 1
  order.forEach((spring, c) => {
    ends[2 * c] = 4 * grid.springs.ends[2 * spring]
    ends[2 * c + 1] = 4 * grid.springs.ends[2 * spring + 1]
    restLengths[c] = grid.springs.restLengths[spring]
  })
}

function measureScript({ memory, kernels: { solveDistances } }) {
  return () => {
    fill(memory)
    let best = Infinity
    for (let sweep = 0; sweep < sweeps; sweep++) {
      const before = performance.now()
      for (const { start, count } of batches) solveDistances(start, count, ALPHA)
      best = Math.min(best, performance.now() - before)
    }
    return { ns: (1e6 * best) / sizes.constraints, hash: core.hashArrays([memory.particles]) }
  }
}

/** The C twin, for any processor of this kind and for this one; none without a compiler. */
function compileC() {
  const compiler = process.env.CC ?? 'gcc'
  try {
    execFileSync(compiler, ['--version'], { stdio: 'ignore' })
  } catch {
    console.log('no C compiler found\n')
    return []
  }
  const data = cacheFile('kernels/arrays.bin')
  const { memory } = createPlain()
  fill(memory)
  const counts = Int32Array.from(batches, ({ count }) => count)
  const head = new Int32Array([sizes.particles, sizes.constraints, batches.length, 0])
  new Float32Array(head.buffer)[3] = ALPHA
  const arrays = [head, counts, memory.particles, memory.ends, memory.restLengths]
  writeFileSync(
    data,
    Buffer.concat(arrays.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength))),
  )
  return [
    ['C', ['-O3', '-ffp-contract=off']],
    ['C native', ['-O3', '-march=native']],
  ].map(([name, flags], k) => {
    const program = cacheFile(`kernels/twin${k}`)
    const source = fromRoot('tests/bench/native/kernels/kernels.c')
    execFileSync(compiler, [
      ...flags,
      '-std=gnu11',
      '-Wall',
      '-Wextra',
      source,
      '-o',
      program,
      '-lm',
    ])
    return [
      name,
      () => JSON.parse(execFileSync(program, [data, String(sweeps)], { encoding: 'utf8' })),
    ]
  })
}

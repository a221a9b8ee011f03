/**
 * ns per distance constraint of the xpbd kernels in WebAssembly and in TypeScript beside C over the
 * same cloth: a grid and a mesh. C is there by index, for any processor of this kind and for this one,
 * and on the grid in rows with vectors as wide as the processor has.
 *
 * Kernels are called through the interface that the solver uses, so that what is measured is what runs.
 * All end with the same bits where order and arithmetic are the same: single precision, no fused
 * multiply-add. TypeScript calculates in double precision, C for this processor fuses, and the rows
 * have an order of their own; these end with the same strain.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'
import { formatTarget } from './peers/quality.mjs'
import { bundle, cacheFile } from './prepare.mjs'
import { formatTable } from './table.mjs'

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Compliance / h², 1/kg, beside inverse masses of 1/kg. */
const ALPHA = Math.fround(1e-3)

const SEED = 12

/** Particles are moved by up to this share of the shortest constraint. */
const CRUMPLED = 0.2

/** The flags that let C use vectors for roots and divisions; they change no result. */
const COMMON = ['-O3', '-std=gnu11', '-Wall', '-Wextra', '-fno-math-errno', '-fno-trapping-math']
const NATIVE = ['-march=native', '-mprefer-vector-width=512']

const TWINS = [
  { name: 'C', flags: ['-ffp-contract=off'], mode: 'indexed' },
  { name: 'C native', flags: NATIVE, mode: 'indexed' },
  { name: 'C native rows', flags: NATIVE, mode: 'rows', gridOnly: true },
]

/** Kernel, times, of which twin: at most. */
const TARGETS = {
  grid: [
    ['WebAssembly', 1.5, 'C native rows'],
    ['TypeScript', 4, 'C native'],
  ],
  mesh: [
    ['WebAssembly', 1, 'C native'],
    ['TypeScript', 4, 'C native'],
  ],
}

/**
 * @param options.side particles along a side of the grid; the mesh has about as many
 * @param options.sweeps per measurement, from the same start; the quickest counts
 * @param options.rounds measurements per kernel, in turn; medians of times and of ratios count
 */
export async function benchKernels({ side = 100, sweeps = 60, rounds = 9 }) {
  const core = await bundleKernels()
  const parts = [
    ['grid', createGrid(core, side)],
    ['mesh', createMesh(core, side)],
  ].map(([name, sheet]) => [name, measureSheet(core, name, sheet, sweeps, rounds)])
  const text = parts.map(([, part]) => part.text).join('\n\n')
  return { text, results: Object.fromEntries(parts.map(([name, part]) => [name, part.results])) }
}

function measureSheet(core, name, sheet, sweeps, rounds) {
  const cloth = { ...sheet, ...core.orderConstraints(sheet.springs, sheet.particleCount) }
  const kernels = [
    ['WebAssembly', measureScript(core, cloth, createWasm(core, cloth), sweeps)],
    ['TypeScript', measureScript(core, cloth, createPlain(core, cloth), sweeps)],
    ...compileTwins(core, name, cloth, sweeps),
  ].filter(([, measure]) => measure !== undefined)
  const runs = kernels.map(() => [])
  for (let round = 0; round < rounds; round++) {
    kernels.forEach(([, measure], k) => runs[k].push(measure()))
  }
  // Of each round by itself: a busy machine is slow for all of a round, not for all rounds.
  const ratio = (k, twin) => median(runs[twin].map(({ ns }, n) => runs[k][n].ns / ns))
  const twins = kernels.flatMap(([kernel], k) => (kernel.startsWith('C') ? [k] : []))
  const results = kernels.map(([kernel], k) => ({
    kernel,
    ns: median(runs[k].map(({ ns }) => ns)),
    ratios: Object.fromEntries(twins.map((twin) => [kernels[twin][0], ratio(k, twin)])),
    strain: runs[k][0].strain,
    sameBits: runs[k].every(({ hash }) => hash === runs[0][0].hash),
  }))
  const heading = ['kernel', 'ns', ...twins.map((k) => `x ${kernels[k][0]}`), 'strain left', 'bits']
  const lines = results.map(({ kernel, ns, ratios, strain, sameBits }) => [
    kernel,
    ns.toFixed(2),
    ...Object.values(ratios).map((x) => x.toFixed(2)),
    strain.toExponential(3),
    sameBits ? 'same' : 'other',
  ])
  const { particleCount, springs, batches } = cloth
  const text = [
    `${name}: ${particleCount} particles, ${springs.count} constraints in ${batches.length} batches; ` +
      `ns per constraint, quickest of ${sweeps} sweeps, median of ${rounds}\n`,
    formatTable([heading, ...lines]),
    '',
    ...TARGETS[name].map(([kernel, limit, twin]) => {
      const value = results.find((result) => result.kernel === kernel)?.ratios[twin]
      return formatTarget(`${name}: ${kernel} at most ${limit} × ${twin}`, value, limit)
    }),
  ].join('\n')
  return { text, results }
}

/** The parts of the core that no application sees, as one module. */
async function bundleKernels() {
  const xpbd = fromRoot('packages/core/src/cloth/solvers/xpbd')
  const files = {
    wasm: `${xpbd}/wasmKernels.ts`,
    plain: `${xpbd}/kernels.ts`,
    memory: `${xpbd}/XpbdMemory.ts`,
    constraints: `${xpbd}/constraints.ts`,
    index: fromRoot('packages/core/src/index.ts'),
    hash: fromRoot('packages/core/src/diagnostics/hash.ts'),
    random: fromRoot('packages/core/src/math/random.ts'),
  }
  await bundle(files, 'kernels')
  const modules = await Promise.all(
    Object.keys(files).map((name) => import(cacheFile(`kernels/${name}.mjs`))),
  )
  return Object.assign({}, ...modules)
}

function createGrid(core, side) {
  return new core.ClothSimulation({ segments: [side - 1, side - 1] }).grid
}

/** A disc of about as many particles as the grid has: 3 n² + 3 n + 1 for n rings. */
function createMesh(core, side) {
  const mesh = core.createDisc({ rings: Math.round(side / Math.sqrt(3)) })
  return new core.ClothSimulation({ mesh }).sheet
}

const sizesOf = ({ particleCount, springs }) => ({
  particles: particleCount,
  constraints: springs.count,
  tethers: 0,
})

function createWasm(core, cloth) {
  const created = core.createKernels(sizesOf(cloth))
  return created.kind === 'wasm' ? created : undefined
}

function createPlain(core, cloth) {
  const sizes = sizesOf(cloth)
  const layout = core.layOut(sizes)
  const memory = core.createMemory(new ArrayBuffer(layout.end), layout, sizes)
  return { memory, kernels: core.createPlainKernels(memory) }
}

/** Crumpled; the first particles, a hundredth, are held. */
function fill(core, { restPositions, particleCount, springs, order }, memory) {
  const { particles, ends, restLengths } = memory
  const random = core.createRandom(SEED)
  const shortest = springs.restLengths.reduce((least, rest) => Math.min(least, rest), Infinity)
  restPositions.forEach((x, i) => {
    particles[4 * Math.floor(i / 3) + (i % 3)] = x + CRUMPLED * 2 * shortest * (random() - 0.5)
  })
  for (let p = 0; p < particleCount; p++) particles[4 * p + 3] = p < particleCount / 100 ? 0 : 1
  order.forEach((spring, c) => {
    ends[2 * c] = 4 * springs.ends[2 * spring]
    ends[2 * c + 1] = 4 * springs.ends[2 * spring + 1]
    restLengths[c] = springs.restLengths[spring]
  })
}

/** undefined where WebAssembly is refused */
function measureScript(core, cloth, created, sweeps) {
  if (created === undefined) return undefined
  const { memory, kernels } = created
  const { batches, springs } = cloth
  return () => {
    fill(core, cloth, memory)
    let best = Infinity
    for (let sweep = 0; sweep < sweeps; sweep++) {
      const before = performance.now()
      for (const { start, count } of batches) kernels.solveDistances(start, count, ALPHA)
      best = Math.min(best, performance.now() - before)
    }
    return {
      ns: (1e6 * best) / springs.count,
      hash: core.hashArrays([memory.particles]),
      strain: meanStrain(memory),
    }
  }
}

function meanStrain({ particles, ends, restLengths }) {
  let sum = 0
  restLengths.forEach((rest, c) => {
    const [a, b] = [ends[2 * c], ends[2 * c + 1]]
    const way = [0, 1, 2].map((k) => particles[b + k] - particles[a + k])
    sum += Math.abs(Math.hypot(...way) / rest - 1)
  })
  return sum / restLengths.length
}

/** The C twins that fit the sheet; none without a compiler. */
function compileTwins(core, name, cloth, sweeps) {
  const compiler = process.env.CC ?? 'gcc'
  try {
    execFileSync(compiler, ['--version'], { stdio: 'ignore' })
  } catch {
    return []
  }
  const data = cacheFile(`kernels/${name}.bin`)
  writeFileSync(data, arraysOf(core, cloth))
  return TWINS.filter(({ gridOnly }) => !gridOnly || name === 'grid').map((twin) => {
    const program = cacheFile(`kernels/${twin.name.replaceAll(' ', '-')}`)
    const source = fromRoot('tests/bench/native/kernels/kernels.c')
    execFileSync(compiler, [...COMMON, ...twin.flags, source, '-o', program, '-lm'])
    const args = [data, String(sweeps), twin.mode]
    return [twin.name, () => JSON.parse(execFileSync(program, args, { encoding: 'utf8' }))]
  })
}

/** The file that `kernels.c` reads. */
function arraysOf(core, cloth) {
  const { particleCount, springs, batches, columns = 0, rows = 0 } = cloth
  const { memory } = createPlain(core, cloth)
  fill(core, cloth, memory)
  const head = new Int32Array([particleCount, springs.count, batches.length, 0, columns, rows])
  new Float32Array(head.buffer)[3] = ALPHA
  const counts = Int32Array.from(batches, ({ count }) => count)
  const arrays = [head, counts, memory.particles, memory.ends, memory.restLengths]
  return Buffer.concat(arrays.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength)))
}

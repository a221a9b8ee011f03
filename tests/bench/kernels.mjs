/**
 * ns per distance constraint of the xpbd kernels in WebAssembly and in TypeScript beside C over the
 * same cloth: a grid and a mesh; and ns per hinge of bending by angle, which has no twin in C. C is there by index, for any processor of this kind and for this one,
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

/** 1 / (bending stiffness · h²) for a denim at 8 substeps. */
const HINGE_SCALE = 1e10

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
  const sheets = [
    ['grid', { segments: [side - 1, side - 1] }],
    // 3 n² + 3 n + 1 particles for n rings.
    ['mesh', { mesh: core.createDisc({ rings: Math.round(side / Math.sqrt(3)) }) }],
  ]
  const measureAll = (measure) =>
    sheets.map(([name, options]) => [name, measure(core, name, options, sweeps, rounds)])
  const [springs, hinges] = [measureSheet, measureHinges].map(measureAll)
  const resultsOf = (parts) =>
    Object.fromEntries(parts.map(([name, { results }]) => [name, results]))
  return {
    text: [...springs, ...hinges].map(([, part]) => part.text).join('\n\n'),
    results: resultsOf(springs),
    hinges: resultsOf(hinges),
  }
}

function measureSheet(core, name, options, sweeps, rounds) {
  const plain = withoutWebAssembly(() => createCloth(core, options))
  const kernels = [
    ['WebAssembly', measureScript(core, createCloth(core, options), sweeps)],
    ['TypeScript', measureScript(core, plain, sweeps)],
    ...compileTwins(core, name, plain, sweeps),
  ]
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
  const { particleCount, springs } = plain.sheet
  const text = [
    `${name}: ${particleCount} particles, ${springs.count} constraints; ` +
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

/** Both kernels in turn, from the same crumpled sheet; the quickest sweep of each round counts. */
function measureHinges(core, name, options, sweeps, rounds) {
  const create = () => createCloth(core, { ...options, bendModel: 'dihedral' })
  const kernels = [
    ['WebAssembly', create()],
    ['TypeScript', withoutWebAssembly(create)],
  ]
  const { count } = core.findHinges(kernels[0][1].sheet)
  const runs = kernels.map(() => [])
  for (let round = 0; round < rounds; round++) {
    kernels.forEach(([, cloth], k) => {
      fill(core, cloth)
      const measure = () => cloth.kernels.solveHinges(cloth.hinges.count, HINGE_SCALE)
      runs[k].push((1e6 * quickest(sweeps, measure)) / count)
    })
  }
  const results = kernels.map(([kernel], k) => ({ kernel, ns: median(runs[k]) }))
  const ratio = median(runs[1].map((ns, n) => ns / runs[0][n]))
  const text = [
    `${name}: ${count} hinges; ns per hinge, quickest of ${sweeps} sweeps, median of ${rounds}\n`,
    formatTable([['kernel', 'ns'], ...results.map(({ kernel, ns }) => [kernel, ns.toFixed(2)])]),
    '',
    `${name}: TypeScript takes ${ratio.toFixed(1)} times as long as WebAssembly`,
  ].join('\n')
  return { text, results }
}

/** ms of the quickest of some calls. */
function quickest(times, call) {
  let best = Infinity
  for (let n = 0; n < times; n++) {
    const before = performance.now()
    call()
    best = Math.min(best, performance.now() - before)
  }
  return best
}

/** The core, and parts of it that no application sees, as one module. */
async function bundleKernels() {
  const files = {
    index: fromRoot('packages/core/src/index.ts'),
    hash: fromRoot('packages/core/src/diagnostics/hash.ts'),
    random: fromRoot('packages/core/src/math/random.ts'),
    hinges: fromRoot('packages/core/src/mesh/hinges.ts'),
  }
  await bundle(files, 'kernels')
  const modules = await Promise.all(
    Object.keys(files).map((name) => import(cacheFile(`kernels/${name}.mjs`))),
  )
  return Object.assign({}, ...modules)
}

/** A simulation's kernels, its memory, and the constraints that it calls them with. */
function createCloth(core, options) {
  const cloth = new core.ClothSimulation(options)
  const { kernels, memory, constraints, hinges } = cloth.parts.solver
  const { batches } = constraints
  return { kernels, memory, constraints, batches, hinges, sheet: cloth.sheet }
}

/** As in a page that refuses WebAssembly. */
function withoutWebAssembly(create) {
  const { WebAssembly: api } = globalThis
  delete globalThis.WebAssembly
  try {
    return create()
  } finally {
    globalThis.WebAssembly = api
  }
}

/** Crumpled; a hundredth of the particles, the first, are held. */
function fill(core, { sheet: { restPositions, particleCount, springs }, memory }) {
  const { particles, offsets } = memory
  const random = core.createRandom(SEED)
  const shortest = springs.restLengths.reduce((least, rest) => Math.min(least, rest), Infinity)
  restPositions.forEach((x, i) => {
    particles[4 * Math.floor(i / 3) + (i % 3)] = x + CRUMPLED * 2 * shortest * (random() - 0.5)
  })
  for (let p = 0; p < particleCount; p++) particles[4 * p + 3] = p < particleCount / 100 ? 0 : 1
  offsets?.fill(0)
}

function measureScript(core, cloth, sweeps) {
  const { kernels, memory, constraints, sheet } = cloth
  return () => {
    fill(core, cloth)
    const best = quickest(sweeps, () => constraints.solve(kernels, [ALPHA, ALPHA, ALPHA]))
    return {
      ns: (1e6 * best) / sheet.springs.count,
      hash: core.hashArrays(vectorsOf(memory)),
      strain: meanStrain(cloth),
    }
  }
}

/** Where particles are: one array, or bases and offsets. */
const vectorsOf = ({ particles, offsets }) => (offsets ? [particles, offsets] : [particles])

function meanStrain({ memory, sheet: { springs } }) {
  const vectors = vectorsOf(memory)
  const place = (particle, k) => vectors.reduce((sum, v) => sum + v[4 * particle + k], 0)
  let sum = 0
  springs.restLengths.forEach((rest, s) => {
    const [a, b] = [springs.ends[2 * s], springs.ends[2 * s + 1]]
    const way = [0, 1, 2].map((k) => place(b, k) - place(a, k))
    sum += Math.abs(Math.hypot(...way) / rest - 1)
  })
  return sum / springs.count
}

/** The C twins that fit the sheet, over what the plain kernels work on; none without a compiler. */
function compileTwins(core, name, cloth, sweeps) {
  const compiler = process.env.CC ?? 'gcc'
  try {
    execFileSync(compiler, ['--version'], { stdio: 'ignore' })
  } catch {
    return []
  }
  const data = cacheFile(`kernels/${name}.bin`)
  const layout = cloth.memory.offsets ? ['-DOFFSETS'] : []
  writeFileSync(data, arraysOf(core, cloth))
  return TWINS.filter(({ gridOnly }) => !gridOnly || name === 'grid').map((twin) => {
    const program = cacheFile(`kernels/${name}-${twin.name.replaceAll(' ', '-')}`)
    const source = fromRoot('tests/bench/native/kernels/kernels.c')
    execFileSync(compiler, [...COMMON, ...twin.flags, ...layout, source, '-o', program, '-lm'])
    const args = [data, String(sweeps), twin.mode]
    return [twin.name, () => JSON.parse(execFileSync(program, args, { encoding: 'utf8' }))]
  })
}

/** The file that `kernels.c` reads. */
function arraysOf(core, cloth) {
  fill(core, cloth)
  const { memory, batches, sheet } = cloth
  const { columns = 0, rows = 0, springs } = sheet
  const { particles } = memory
  // Lists may be filled up with constraints of nobody; those of coarse levels follow.
  const listed = batches.reduce((sum, { count }) => sum + count, 0)
  const ends = memory.ends.subarray(0, 2 * listed)
  const restLengths = memory.restLengths.subarray(0, listed)
  const sizes = [particles.length / 4, restLengths.length, springs.count, batches.length]
  const head = new Int32Array([...sizes, columns, rows, 0])
  new Float32Array(head.buffer)[6] = ALPHA
  const counts = Int32Array.from(batches, ({ count }) => count)
  const arrays = [head, counts, ...vectorsOf(memory), ends, restLengths]
  return Buffer.concat(arrays.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength)))
}

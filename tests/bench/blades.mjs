/**
 * ns per blade and step on the processor: in WebAssembly and in plain TypeScript beside C that does the
 * same in single precision, wind included. All take as many steps from upright blades in an air that stands
 * still, and must end with the same lean.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'
import { formatTarget } from './peers/quality.mjs'
import { bundle, cacheFile } from './prepare.mjs'
import { formatTable } from './table.mjs'

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const COMMON = ['-O3', '-std=gnu11', '-Wall', '-Wextra', '-fno-math-errno', '-fno-trapping-math']

const TWINS = [
  ['C', ['-ffp-contract=off']],
  ['C native', ['-march=native', '-mprefer-vector-width=512']],
]

/** Kernel, times `C native`: at most. */
const TARGETS = [
  ['WebAssembly', 1.5],
  ['TypeScript', 4],
]

/** 200 000 blades at 60 Hz on one core. */
const TARGET_NS = 1e9 / 60 / 2e5

/** Mean leans differ by no more than this, radians, or one of them is wrong. */
const SAME_LEAN = 1e-6

/** Blades per m². */
const DENSITY = 100

const OPTIONS = { density: DENSITY, wind: [4, 0, 1], turbulence: 0.4, gusts: 0.3, seed: 7 }

/**
 * @param options.counts of blades
 * @param options.steps per measurement; the quickest counts
 * @param options.rounds measurements per kernel, in turn; medians of times and of ratios count
 */
export async function benchBlades({ counts = [2e4, 2e5], steps = 20, rounds = 7 }) {
  const core = await bundleParts()
  const parts = counts.map((count) => measureField(core, count, steps, rounds))
  return {
    text: parts.map(({ text }) => text).join('\n\n'),
    results: parts.map(({ results }) => results),
  }
}

async function bundleParts() {
  const files = {
    index: fromRoot('packages/core/src/index.ts'),
    bladeNumbers: fromRoot('packages/core/src/grass/bladeNumbers.ts'),
  }
  await bundle(files, 'blades')
  const modules = await Promise.all(
    Object.keys(files).map((name) => import(cacheFile(`blades/${name}.mjs`))),
  )
  return Object.assign({}, ...modules)
}

function measureField(core, count, steps, rounds) {
  const side = Math.sqrt(count / DENSITY)
  const create = (precision) =>
    new core.GrassSimulation({ ...OPTIONS, size: [side, side], precision })
  const fields = { WebAssembly: create('float32'), TypeScript: create('float64') }
  const kernels = [
    ...Object.entries(fields).map(([name, field]) => [name, () => run(field, steps)]),
    ...compileTwins(core, fields.TypeScript, steps),
  ]
  const runs = kernels.map(() => [])
  for (let round = 0; round < rounds; round++)
    kernels.forEach(([, measure], k) => runs[k].push(measure()))
  const native = kernels.findIndex(([name]) => name === 'C native')
  const ratio = (k) =>
    native < 0 ? undefined : median(runs[native].map(({ ns }, n) => runs[k][n].ns / ns))
  const results = kernels.map(([kernel], k) => ({
    kernel,
    ns: median(runs[k].map(({ ns }) => ns)),
    ratio: ratio(k),
    lean: runs[k][0].lean,
  }))
  for (const { kernel, lean } of results) {
    if (!(Math.abs(lean - results[0].lean) < SAME_LEAN))
      throw new Error(`${kernel}: blades lean by ${lean}, and by ${results[0].lean} elsewhere`)
  }
  const ofKernel = (name) => results.find(({ kernel }) => kernel === name)
  const text = [
    `${fields.WebAssembly.bladeCount} blades; ns per blade and step, quickest of ${steps}, median of ${rounds}\n`,
    formatTable([
      ['kernel', 'ns', 'x C native', 'mean lean'],
      ...results.map(({ kernel, ns, ratio: times, lean }) => [
        kernel,
        ns.toFixed(1),
        times === undefined ? '' : times.toFixed(2),
        lean.toFixed(6),
      ]),
    ]),
    '',
    ...TARGETS.map(([name, limit]) =>
      formatTarget(`${name} at most ${limit} × C native`, ofKernel(name).ratio, limit),
    ),
    formatTarget(
      `WebAssembly at most ${TARGET_NS.toFixed(1)} ns: 200 000 blades at 60 Hz`,
      ofKernel('WebAssembly').ns,
      TARGET_NS,
    ),
  ].join('\n')
  return { text, results }
}

/** The quickest step of some from upright blades. The clock stands still, and with it the air. */
function run(field, steps) {
  let best = Infinity
  field.reset()
  for (let n = 0; n < steps; n++) {
    field.progress.time = 0
    const before = performance.now()
    field.step()
    best = Math.min(best, performance.now() - before)
  }
  return { ns: (1e6 * best) / field.bladeCount, lean: leanOf(field) }
}

function leanOf({ bladeCount, state: { tips }, blades: { ups } }) {
  let sum = 0
  for (let i = 0; i < 3 * bladeCount; i += 3) {
    const length = Math.hypot(tips[i], tips[i + 1], tips[i + 2])
    const rise = tips[i] * ups[i] + tips[i + 1] * ups[i + 1] + tips[i + 2] * ups[i + 2]
    sum += Math.acos(Math.min(1, rise / length))
  }
  return sum / bladeCount
}

/** None without a compiler. */
function compileTwins(core, field, steps) {
  const compiler = process.env.CC ?? 'gcc'
  try {
    execFileSync(compiler, ['--version'], { stdio: 'ignore' })
  } catch {
    return []
  }
  const data = cacheFile(`blades/${field.bladeCount}.bin`)
  writeFileSync(data, arraysOf(core, field))
  return TWINS.map(([name, flags]) => {
    const program = cacheFile(`blades/${name.replaceAll(' ', '-')}`)
    const source = fromRoot('tests/bench/native/blades/blades.c')
    execFileSync(compiler, [...COMMON, ...flags, source, '-o', program, '-lm'])
    const args = [data, String(steps)]
    return [name, () => JSON.parse(execFileSync(program, args, { encoding: 'utf8' }))]
  })
}

/** The file that `blades.c` reads. */
function arraysOf({ bladeNumbers }, field) {
  field.reset()
  const { blades, acting } = field
  const { dt, stiffness, lift, recovery, gravity } = acting.forces
  const air = new Float32Array(bladeNumbers.airNumbers)
  // The middle of the first step.
  const modes = field.wind.writeModes({ time: dt / 2 }, acting.origin, air)
  const bow = bladeNumbers.frontShare * Math.hypot(...gravity)
  const fronts = blades.ups.map((_, i) => blades.axes[6 * Math.floor(i / 3) + 3 + (i % 3)])
  const arrays = [
    new Int32Array([field.bladeCount, modes]),
    new Float32Array([dt, stiffness, lift, recovery * dt, bow, ...gravity]),
    air.subarray(0, bladeNumbers.firstMode + bladeNumbers.modeStride * modes),
    ...[blades.heights, blades.firmness, blades.ups, fronts, blades.roots],
    new Float32Array(field.state.tips),
  ]
  return Buffer.concat(arrays.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength)))
}

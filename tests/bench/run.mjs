/**
 * `pnpm bench`: all benchmarks, one after the other. See README.md for what the columns mean.
 *
 *   --only hanging,kernels   these benchmarks only; --list names them
 *   --quick                  a few frames of each, in half a minute: whether the benchmarks work
 *   --json file              writes the results as JSON too
 *
 *   --repeats 3              processes per measurement, of which the median counts (twin: 5)
 *   --sides 32,64            pareto, scale: these sizes only
 *   --scenes pinned2         twin, float32: these scenes only
 *   --frames 60              twin: frames per measurement (a frame is one step with its substeps)
 *   --warmup 100             twin: frames before, taken back by a reset; V8 needs some 65 of them
 *   --passes 2               twin: times each frame is run; its quickest counts
 *   --steps 2000             twin: steps over which allocation is counted; 0 leaves it out
 *   --side 100               kernels: particles along a side of the grid
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchContact } from './contact.mjs'
import { reportFloat32 } from './float32.mjs'
import { benchBlades } from './blades.mjs'
import { benchGrass } from './grass.mjs'
import { benchHanging } from './hanging.mjs'
import { benchKernels } from './kernels.mjs'
import { benchMemory } from './memory.mjs'
import { benchPareto, benchScale } from './pareto.mjs'
import { engineNames, isInstalled, versionOf } from './peers/engines.mjs'
import { bundleCore, bundleScene, compileNative } from './prepare.mjs'
import { benchProfile } from './profile.mjs'
import { benchTwin } from './twin.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    repeats: { type: 'string' },
    sides: { type: 'string', default: '' },
    scenes: { type: 'string', default: '' },
    frames: { type: 'string', default: '60' },
    warmup: { type: 'string', default: '100' },
    passes: { type: 'string', default: '2' },
    steps: { type: 'string', default: '2000' },
    side: { type: 'string', default: '100' },
  },
  allowPositionals: true,
})

/** Simulated seconds of the hanging sheet, and frames of a small one before it. */
const HANGING = { repeats: 3, seconds: 3, warmup: 60 }

const QUICK_HANGING = { repeats: 1, seconds: 0.1, warmup: 0, quick: true }
const QUICK_TWIN = { frames: 2, warmup: 0, passes: 1, repeats: 1, steps: 0 }

const list = (text) => text.split(',').filter(Boolean)
const report = (text) => process.stderr.write(`${text} ...\n`)

const { quick } = values
const repeats = values.repeats === undefined ? undefined : readCount('repeats', 1)
const hanging = {
  ...(quick ? QUICK_HANGING : HANGING),
  ...(repeats && { repeats }),
  sides: list(values.sides).map(Number),
  print: (text) => console.log(text),
  report,
}
const twin = {
  scenes: quick ? ['curtain'] : list(values.scenes),
  counts: quick
    ? QUICK_TWIN
    : {
        frames: readCount('frames', 1),
        warmup: readCount('warmup', 0),
        passes: readCount('passes', 1),
        repeats: repeats ?? 5,
        // In windows of equal length.
        steps: Math.ceil(readCount('steps', 0) / 10) * 10,
      },
  report,
}

/** Addresses of the bundled core and scenes. */
const bundles = {}
const native = compileNative()

const benchmarks = {
  hanging: {
    title: 'Sheet of 50 × 50 at two corners, 60 Hz, after 3 s, beside other engines',
    run: () => benchHanging(bundles, hanging),
  },
  pareto: {
    title: 'Time against strain over settings, after 3 s',
    run: () => benchPareto(bundles, hanging),
    slow: true,
  },
  scale: {
    title: 'Time per constraint over size',
    run: () => benchScale(bundles, hanging),
    slow: true,
  },
  contact: { title: 'What contact costs', run: () => benchContact(bundles, { quick }) },
  grass: {
    title: 'Blades against time, in a browser',
    run: () => benchGrass({ quick, report }),
    slow: true,
  },
  blades: {
    title: 'Blades beside C',
    run: () => benchBlades(quick ? { counts: [400], steps: 3, rounds: 1 } : {}),
  },
  memory: { title: 'Memory of a simulation', run: () => benchMemory(bundles, { quick }) },
  kernels: {
    title: 'Kernels beside C',
    run: () =>
      benchKernels(quick ? { side: 20, sweeps: 3, rounds: 1 } : { side: readCount('side', 8) }),
  },
  profile: { title: 'Where a step spends its time', run: () => benchProfile(bundles, { quick }) },
  twin: {
    title: 'Solvers in double precision beside their C twin, ms per frame',
    run: () => benchTwin(bundles, native, twin),
  },
  float32: {
    title: 'Single precision beside the reference trajectories',
    run: () => reportFloat32(bundles, twin.scenes),
    slow: true,
  },
}

if (values.list) {
  for (const [name, { title }] of Object.entries(benchmarks)) console.log(name.padEnd(10), title)
  process.exit(0)
}

const only = list(values.only)
const unknown = only.find((name) => !(name in benchmarks))
if (unknown !== undefined) {
  const names = Object.keys(benchmarks).join(', ')
  throw new Error(`--only: there is no benchmark ${unknown}; there are ${names}`)
}
const chosen = Object.entries(benchmarks).filter(([name, { slow }]) =>
  only.length > 0 ? only.includes(name) : !(quick && slow),
)

bundles.core = await bundleCore()
bundles.scene = await bundleScene('hanging')
bundles.curtain = await bundleScene('curtain')

const machine = describeMachine()
console.log(machine)
const results = {}
for (const [name, { title, run }] of chosen) {
  console.log(`\n## ${title} (${name})\n`)
  const { text, ...result } = await run()
  // A few frames say nothing about targets.
  const shown = quick ? text.replaceAll(/^target: .*\n?/gim, '').trimEnd() : text
  console.log(shown)
  results[name] = result
}
console.log(`\nload at the end: ${load()}`)
if (values.json) {
  writeFileSync(values.json, `${JSON.stringify({ machine, ...results }, null, 2)}\n`)
}

function describeMachine() {
  const missing = engineNames.filter((name) => !isInstalled(name))
  return [
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`,
    `node ${process.version}`,
    native ? `${native.version} (${native.flags})` : 'no C compiler found, so TypeScript only',
    engineNames.filter(isInstalled).map(versionOf).join(', '),
    ...(missing.length > 0 ? [`not installed: ${missing.map(versionOf).join(', ')}`] : []),
    `load ${load()}`,
  ].join('; ')
}

/** Processes that wanted to run in the last minute: above the number of cores, times are too long. */
function load() {
  return loadavg()[0].toFixed(1)
}

function readCount(name, least) {
  const count = Number(values[name])
  if (!Number.isInteger(count) || count < least) {
    throw new Error(`--${name} must be an integer of at least ${least}, got ${values[name]}`)
  }
  return count
}

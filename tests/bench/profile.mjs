/**
 * Where a step of Billow spends its time: V8's sampling profiler over the hanging sheet, by function,
 * WebAssembly kernels by their exported names. Shares are more certain than times.
 */
import { execFileSync } from 'node:child_process'
import { Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { formatTable } from './table.mjs'

const SELF = fileURLToPath(import.meta.url)

/** Particles along a side, frames before, and frames that are sampled. */
const RUNS = [
  { side: 50, skip: 30, frames: 120 },
  { side: 128, skip: 20, frames: 50 },
  { side: 256, skip: 20, frames: 20 },
]

/** Functions that take less than this share everywhere are left out. */
const LEAST_SHARE = 0.01

/** µs */
const INTERVAL = 200

export function benchProfile({ core, scene }, { quick }) {
  const runs = quick ? RUNS.slice(0, 1) : RUNS
  const results = runs.map((job) => {
    const output = execFileSync(process.execPath, [SELF, JSON.stringify({ core, scene, ...job })], {
      encoding: 'utf8',
    })
    return { ...job, ...JSON.parse(output) }
  })
  const totals = results.map(({ times }) => Object.values(times).reduce((sum, t) => sum + t, 0))
  const names = [...new Set(results.flatMap(({ times }) => Object.keys(times)))]
    .map((name) => [name, results.map(({ times }, k) => (times[name] ?? 0) / totals[k])])
    .filter(([, shares]) => Math.max(...shares) >= LEAST_SHARE)
    .sort(([, a], [, b]) => b[1] - a[1])
  const heading = ['function', ...runs.map(({ side }) => `${side}²`)]
  const lines = names.map(([name, shares]) => [
    name,
    ...shares.map((share) => `${(100 * share).toFixed(1)} %`),
  ])
  const sums = ['cpu ms per frame', ...results.map(({ ms }) => ms.toFixed(2))]
  return { text: formatTable([heading, ...lines, sums]), results }
}

async function measure({ core: address, scene, side, skip, frames }) {
  const names = nameKernels()
  const core = await import(address)
  const { hanging, hangingPins } = await import(scene)
  const options = { ...hanging, segments: [side - 1, side - 1], pins: hangingPins }
  const cloth = new core.ClothSimulation(options)
  for (let frame = 0; frame < skip; frame++) cloth.step()

  const session = new Session()
  session.connect()
  const post = (method, params) =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)))
    })
  await post('Profiler.enable')
  await post('Profiler.setSamplingInterval', { interval: INTERVAL })
  await post('Profiler.start')
  const before = process.cpuUsage()
  for (let frame = 0; frame < frames; frame++) cloth.step()
  const { user, system } = process.cpuUsage(before)
  const { profile } = await post('Profiler.stop')

  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame.functionName]))
  const times = {}
  profile.samples.forEach((id, n) => {
    const own = nodes.get(id)
    // The profiler's own, and what is outside of JavaScript.
    if (own === '' || own === 'dispatch' || own.startsWith('(')) return
    const name = names.get(own) ?? own
    times[name] = (times[name] ?? 0) + profile.timeDeltas[n] / 1000 / frames
  })
  return { ms: (user + system) / 1000 / frames, times }
}

/** Exported WebAssembly functions are called by their number, in profiles as in their `name`. */
function nameKernels() {
  const names = new Map()
  const { Instance } = WebAssembly
  WebAssembly.Instance = function (...args) {
    const instance = new Instance(...args)
    for (const [name, value] of Object.entries(instance.exports)) {
      if (typeof value === 'function') names.set(`wasm-function[${value.name}]`, `wasm ${name}`)
    }
    return instance
  }
  return names
}

if (process.argv[1] === SELF) {
  process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2]))))
}

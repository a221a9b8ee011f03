/**
 * Measures memory in a process of its own, where nothing else allocates or has shaped the compiler's
 * assumptions. Takes the address of the core and the options of a cloth, prints bytes as JSON. To be
 * started with --expose-gc.
 */
import { Session } from 'node:inspector'

const [core, options] = process.argv.slice(2)
const { ClothSimulation } = await import(core)

/** Compilers are done by then: functions that are not compiled yet make objects of numbers. */
const WARM_UP = 8000
const STEPS = 10_000

const cloth = new ClothSimulation(JSON.parse(options))
const drawn = new Float32Array(cloth.positions.length)
function run(steps) {
  for (let n = 0; n < steps; n++) {
    cloth.advance(1 / 60)
    cloth.writePositions(drawn)
  }
}

const used = () => {
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/**
 * Bytes that are allocated meanwhile, garbage included, by function: what the heap grows by is known
 * in pages of 256 kB only.
 */
async function allocatedBy(work) {
  const session = new Session()
  session.connect()
  const post = (method, params) =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)))
    })
  await post('HeapProfiler.startSampling', {
    // Bytes between samples, on average.
    samplingInterval: 64,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  work()
  const { profile } = await post('HeapProfiler.stopSampling')
  const sizes = {}
  const waiting = [profile.head]
  while (waiting.length > 0) {
    const { callFrame, selfSize, children } = waiting.pop()
    // Not what Node needs to ask.
    if (callFrame.url === core)
      sizes[callFrame.functionName] = (sizes[callFrame.functionName] ?? 0) + selfSize
    waiting.push(...children)
  }
  return sizes
}

run(WARM_UP)
const before = used()
run(STEPS)
const retained = used() - before
// Something that is known to allocate, or nothing would be found of anything.
const known = await allocatedBy(() => {
  for (let n = 0; n < 1000; n++) cloth.measure()
})
const sizes = Object.entries(await allocatedBy(() => run(STEPS)))
console.log(
  JSON.stringify({
    steps: STEPS,
    perStep: sizes.reduce((sum, [, size]) => sum + size, 0) / STEPS,
    functions: sizes.filter(([, size]) => size > STEPS).map(([name]) => name),
    known: Object.values(known).reduce((sum, size) => sum + size, 0) / 1000,
    retained,
    contacts: cloth.measure().contacts,
  }),
)

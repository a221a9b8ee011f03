/**
 * Measures memory in a process of its own, where nothing else allocates or has shaped the compiler's
 * assumptions. Takes the address of the core and the options of a cloth, prints bytes as JSON. To be
 * started with --expose-gc and a young generation that holds all garbage of the measured steps.
 */
const [core, options] = process.argv.slice(2)
const { ClothSimulation } = await import(core)

const WARM_UP = 3000
const STEPS = 2000

const cloth = new ClothSimulation(JSON.parse(options))
const drawn = new Float32Array(cloth.positions.length)
function run(steps) {
  for (let n = 0; n < steps; n++) {
    cloth.advance(1 / 60)
    cloth.writePositions(drawn)
  }
}

const used = () => process.memoryUsage().heapUsed

/** Growth of the heap over one run, with its garbage and without. */
function measure(steps) {
  globalThis.gc()
  const before = used()
  run(steps)
  const allocated = used() - before
  globalThis.gc()
  return { allocated, retained: used() - before }
}

run(WARM_UP)
// In some runs the engine compiles once more; the smallest of a few is what the steps themselves take.
const runs = [1, 2, 3].map(() => measure(STEPS))
const smallest = (key) => Math.min(...runs.map((one) => one[key]))
// What asking takes.
const nothing = measure(0).allocated
console.log(
  JSON.stringify({
    steps: STEPS,
    allocated: smallest('allocated') - nothing,
    retained: smallest('retained'),
    contacts: cloth.measure().contacts,
  }),
)

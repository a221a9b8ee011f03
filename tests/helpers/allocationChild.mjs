/**
 * Measures memory in a process of its own, where nothing else allocates or has shaped the compiler's
 * assumptions. Takes the address of the core and the options of a cloth, prints bytes as JSON. To be
 * started with --expose-gc and a young generation that holds all garbage of the measured steps.
 */
const [core, options] = process.argv.slice(2)
const { ClothSimulation } = await import(core)

const WARM_UP = 3000
/**
 * 10 000 steps in all. In some windows the engine compiles once more, and a function runs uncompiled
 * meanwhile: the second smallest is what the steps themselves take.
 */
const STEPS = 2000
const WINDOWS = 5

const cloth = new ClothSimulation(JSON.parse(options))
const drawn = new Float32Array(cloth.positions.length)
function run(steps) {
  for (let n = 0; n < steps; n++) {
    cloth.advance(1 / 60)
    cloth.writePositions(drawn)
  }
}

const used = () => process.memoryUsage().heapUsed

/** Bytes that one window leaves as garbage. */
function measure(steps) {
  globalThis.gc()
  const before = used()
  run(steps)
  return used() - before
}

run(WARM_UP)
globalThis.gc()
const before = used()
const windows = Array.from({ length: WINDOWS }, () => measure(STEPS)).sort((a, b) => a - b)
globalThis.gc()
const retained = used() - before
// What asking takes.
const nothing = measure(0)
console.log(
  JSON.stringify({
    steps: WINDOWS * STEPS,
    perStep: (windows[1] - nothing) / STEPS,
    retained,
    contacts: cloth.measure().contacts,
  }),
)

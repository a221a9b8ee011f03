/**
 * One run of one engine, in a process of its own so that no other run has shaped its compiler or its
 * heap. Takes a job as JSON, prints a result as JSON.
 */
import { loadEngine } from './engines.mjs'
import { createHangingSheet, farParticle, freeFall, measureStrain } from './sheet.mjs'

/** Particles along a side and frames of the sheet that warms up compilers. */
const WARMUP_SIDE = 24

/** When the fall is measured, s: until then the far edge has felt next to nothing of the pins. */
const FALL_TIME = 0.1

/** Strain at the end is that of this long a time, s, since the sheet still swings. */
const END_TIME = 0.25

const {
  core: address,
  scene,
  engine,
  settings,
  side,
  seconds,
  warmup,
  limit,
} = JSON.parse(process.argv[2])
const core = await import(address)
const hanging = await import(scene)
const create = await loadEngine(engine)

const small = createHangingSheet(core, hanging, WARMUP_SIDE)
const warm = create(core, small, settings)
const scratch = new Float32Array(3 * small.particleCount)
for (let frame = 0; frame < warmup; frame++) {
  warm.step()
  warm.readPositions(scratch)
}

const sheet = createHangingSheet(core, hanging, side)
const cloth = create(core, sheet, settings)
const positions = new Float32Array(3 * sheet.particleCount)
checkStart()

const frames = Math.round(seconds / sheet.timeStep)
const fallFrame = Math.round(FALL_TIME / sheet.timeStep)
const endFrames = Math.min(frames, Math.round(END_TIME / sheet.timeStep))
const far = 3 * farParticle(sheet) + 1
const times = []
let [fall, peak, max, mean, spent] = [NaN, 0, 0, 0, 0]
for (let frame = 1; frame <= frames && spent < 1000 * limit; frame++) {
  const before = process.cpuUsage()
  cloth.step()
  cloth.readPositions(positions)
  const { user, system } = process.cpuUsage(before)
  times.push((user + system) / 1000)
  spent += times.at(-1)

  const strain = measureStrain(positions, sheet.woven)
  peak = Math.max(peak, strain.max)
  if (frame === fallFrame) fall = sheet.restPositions[far] - positions[far]
  if (frame > frames - endFrames) {
    max = Math.max(max, strain.max)
    mean += strain.mean / endFrames
  }
}
const complete = times.length === frames
// The first step also finds tethers, compiles and allocates.
const [first, ...later] = times
process.stdout.write(
  JSON.stringify({
    ms: later.reduce((sum, t) => sum + t, 0) / later.length,
    worst: Math.max(...later),
    first,
    max: complete ? max : NaN,
    mean: complete ? mean : NaN,
    peak,
    fall: fall / freeFall(-sheet.gravity[1], sheet.damping, FALL_TIME) - 1,
    springs: sheet.springCount,
  }),
)
// Worlds of other engines may keep the process alive.
process.exit(0)

/** An engine that orders particles in another way would be measured over the wrong springs. */
function checkStart() {
  cloth.readPositions(positions)
  positions.forEach((x, i) => {
    if (Math.abs(x - sheet.restPositions[i]) > 1e-5)
      throw new Error(`${engine}: coordinate ${i} starts at ${x}, not ${sheet.restPositions[i]}`)
  })
}

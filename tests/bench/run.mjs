/**
 * `pnpm bench`: time per frame of the TypeScript solvers beside a plain C twin of the same
 * algorithm. See README.md for what the columns mean.
 *
 *   --only pinned2,curtain   these scenes only
 *   --frames 60              frames per measurement (a frame is one step with its substeps)
 *   --warmup 100             frames before, taken back by a reset; V8 needs some 65 of them
 *   --passes 2               times each frame is run in a measurement; its quickest counts
 *   --repeats 5              measurements per row, of which the median counts
 *   --steps 2000             steps over which allocation is counted; 0 leaves it out
 *   --json file              writes the results as JSON too
 *   --float32                instead: single precision against the reference trajectories
 */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { formatResults, measureRow, rowName } from './compare.mjs'
import { reportFloat32 } from './float32.mjs'
import { bundleCore, compileNative } from './prepare.mjs'
import { rows } from './scenes.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    frames: { type: 'string', default: '60' },
    warmup: { type: 'string', default: '100' },
    passes: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '5' },
    steps: { type: 'string', default: '2000' },
    json: { type: 'string' },
    float32: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const only = values.only.split(',').filter(Boolean)
const counts = {
  frames: readCount('frames', 1),
  warmup: readCount('warmup', 0),
  passes: readCount('passes', 1),
  repeats: readCount('repeats', 1),
  // In windows of equal length.
  steps: Math.ceil(readCount('steps', 0) / 10) * 10,
}

const core = await bundleCore()
if (values.float32) console.log(reportFloat32(core, only))
else await compare()

async function compare() {
  const chosen = rows.filter(({ scene }) => only.length === 0 || only.includes(scene))
  if (chosen.length === 0) throw new Error(`--only: no scene is called ${only.join(' or ')}`)
  const native = compileNative()
  const machine = [
    `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores`,
    `node ${process.version}`,
    native ? `${native.version} (${native.flags})` : 'no C compiler found, so TypeScript only',
  ].join('; ')
  console.log(`${machine}`)
  console.log(
    `ms per frame: ${counts.frames} frames, quickest of ${counts.passes}, median of ${counts.repeats}\n`,
  )

  const results = []
  for (const row of chosen) {
    process.stderr.write(`${rowName(row)} ...\n`)
    results.push(await measureRow(row, core, native?.program, counts))
  }
  console.log(formatResults(results))
  if (values.json) {
    writeFileSync(values.json, `${JSON.stringify({ machine, ...counts, results }, null, 2)}\n`)
  }
}

function readCount(name, least) {
  const count = Number(values[name])
  if (!Number.isInteger(count) || count < least) {
    throw new Error(`--${name} must be an integer of at least ${least}, got ${values[name]}`)
  }
  return count
}

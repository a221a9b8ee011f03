/**
 * One measurement of the TypeScript side, in a process of its own so that no other measurement has
 * shaped the compiler's assumptions. Takes a job as JSON, prints a result as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createCloth } from './scenes.mjs'

const job = JSON.parse(process.argv[2])
const core = { ...(await import(job.core)), ...(await import(job.curtain)) }

const jobs = {
  /**
   * Time per frame over the first `frames` frames, after a warm-up. The same frames are run `passes`
   * times, and of each frame the quickest counts: what other programs take is left out.
   */
  time({ row, warmup, frames, passes }) {
    const cloth = createCloth(core, row)
    run(cloth, warmup)
    const cpu = new Float64Array(frames).fill(Infinity)
    const wall = new Float64Array(frames).fill(Infinity)
    for (let pass = 0; pass < passes; pass++) {
      cloth.reset()
      for (let frame = 0; frame < frames; frame++) {
        const cpuBefore = process.cpuUsage()
        const wallBefore = performance.now()
        cloth.step()
        wall[frame] = Math.min(wall[frame], performance.now() - wallBefore)
        const { user, system } = process.cpuUsage(cpuBefore)
        cpu[frame] = Math.min(cpu[frame], (user + system) / 1000)
      }
    }
    return {
      particles: cloth.particleCount,
      springs: cloth.grid.springs.count,
      cpu: [...cpu],
      wall: [...wall],
      hash: cloth.hash(),
    }
  },

  /** Writes the positions after `frames` frames as raw doubles. */
  positions({ row, frames, out }) {
    const cloth = createCloth(core, row)
    run(cloth, frames)
    writeFileSync(out, new Uint8Array(Float64Array.from(cloth.positions).buffer))
    return {}
  },

  /**
   * Heap growth per step in each of `windows` windows. The young generation is so large that nothing
   * is collected between.
   */
  allocation({ row, warmup, steps, windows }) {
    const cloth = createCloth(core, row)
    run(cloth, warmup)
    process.memoryUsage()
    globalThis.gc()
    return Array.from({ length: windows }, () => {
      const before = process.memoryUsage().heapUsed
      run(cloth, steps / windows)
      return (process.memoryUsage().heapUsed - before) / (steps / windows)
    })
  },

  /** Largest distance to a fixture's particles at each of its frames. */
  trajectory({ fixture, precision }) {
    const { scene, subgrid, sim, frames } = JSON.parse(readFileSync(fixture, 'utf8'))
    const { cloth: options, colliders } = core.parseScene(scene)
    const offsets = {
      0: () => 0,
      '0.001*sin(12.9898*i+78.233*j), i=column, j=row': (i, j) =>
        0.001 * Math.sin(12.9898 * i + 78.233 * j),
    }
    const cloth = new core.ClothSimulation({
      ...options,
      colliders,
      precision,
      offsetAt: sim.zOffset === null ? undefined : offsets[sim.zOffset],
    })
    const result = []
    let done = 0
    for (const { substeps, positions, suggestedTolerance } of frames) {
      // A frame in the middle of a step, or one that holds statistics only.
      if (substeps % options.substeps !== 0 || positions === undefined) continue
      const frame = substeps / options.substeps
      run(cloth, frame - done)
      done = frame
      const distance = largestDistance(cloth, subgrid, positions)
      result.push({ frame, distance, tolerance: suggestedTolerance?.sameOrderAndHash })
    }
    return result
  },
}

function run(cloth, frames) {
  for (let frame = 0; frame < frames; frame++) cloth.step()
}

function largestDistance(cloth, { columns, rows }, expected) {
  const particles = rows.flatMap((row) =>
    columns.map((column) => row * cloth.grid.columns + column),
  )
  return Math.max(
    ...particles.map((particle, n) =>
      Math.hypot(...[0, 1, 2].map((k) => cloth.positions[3 * particle + k] - expected[n][k])),
    ),
  )
}

process.stdout.write(JSON.stringify(jobs[job.mode](job)))

/**
 * What layers cost where all particles are in one place, as in a sheet that has collapsed: particles
 * without constraints, which would have pulled it apart again before its layers are looked at.
 */
import { bundle, cacheFile } from './prepare.mjs'
import { fileURLToPath } from 'node:url'

/** m; all are within so much, side by side. */
const THICKNESS = 0.01

const RUNS = 5

/** @returns ms and ns per particle for each count */
export async function benchClumps(counts) {
  const source = new URL('../../packages/core/src/collision/Layers.ts', import.meta.url)
  await bundle({ layers: fileURLToPath(source) }, '')
  const { Layers } = await import(cacheFile('layers.mjs'))
  return counts.map((count) => {
    const ms = measure(Layers, count)
    return { label: String(count), ms, each: (ms * 1e6) / count }
  })
}

function measure(Layers, count) {
  const clump = Float64Array.from(
    { length: 3 * count },
    (_, i) => (2 * THICKNESS * ((i * 7919) % 100_003)) / 100_003,
  )
  const positions = clump.slice()
  const lastPositions = clump.slice()
  const layer = {
    sheet: {
      particleCount: count,
      // Far from each other at rest, and with a spacing of two of the distances that are kept.
      restPositions: clump.map((_, i) => (i % 3 === 0 ? i : 0)),
      cell: [4 * THICKNESS, 4 * THICKNESS],
      springs: { count: 0, ends: [], families: [] },
      triangles: [],
    },
    points: { positions, lastPositions, stride: 3, fixed: new Uint8Array(count) },
    inverseMasses: new Float64Array(count).fill(1),
    recoveries: new Float64Array(3 * count),
    changed: new Uint8Array(count),
    thickness: THICKNESS,
    friction: 0.3,
    touchesItself: true,
    guardsItself: false,
    collide: () => 0,
  }
  const layers = new Layers([layer])
  layers.beginStep({ dt: 1 / 240 })
  let least = Infinity
  for (let run = 0; run < RUNS; run++) {
    positions.set(clump)
    lastPositions.set(clump)
    layer.recoveries.fill(0)
    const before = process.cpuUsage()
    layers.settle()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Runs single measurements, TypeScript or C, each in a process of its own. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cacheFile } from './prepare.mjs'

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url))

/** Young generation, MiB: larger than anything a measurement could allocate. */
const ROOM = 256

/** Allocation is counted in this many windows, of which the median counts. */
const WINDOWS = 10

/** Steps before allocation is counted: until then V8 still compiles, in some runs. */
const LONG_WARMUP = 400

export function runTypeScript(job, flags = []) {
  const output = execFileSync(process.execPath, [...flags, CHILD, JSON.stringify(job)], {
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

export function runNative(program, args) {
  return JSON.parse(execFileSync(program, args, { encoding: 'utf8' }))
}

/** Bytes that a step allocates once V8 has compiled all there is. */
export function measureAllocation(bundles, row, steps) {
  const flags = ['--expose-gc', `--min-semi-space-size=${ROOM}`, `--max-semi-space-size=${ROOM}`]
  const job = { mode: 'allocation', ...bundles, row, warmup: LONG_WARMUP, steps, windows: WINDOWS }
  return median(runTypeScript(job, flags))
}

/**
 * Largest difference of a coordinate between TypeScript and C, m.
 * @returns NaN when either is not a number somewhere
 */
export function largestDifference(bundles, program, args, row, frames) {
  const files = [cacheFile('typescript.bin'), cacheFile('native.bin')]
  runTypeScript({ mode: 'positions', ...bundles, row, frames, out: files[0] })
  runNative(program, [...args, `frames=${frames}`, `out=${files[1]}`])
  const [ours, theirs] = files.map((file) => new Float64Array(readFileSync(file).buffer.slice(0)))
  if (ours.length !== theirs.length) return NaN
  return ours.reduce((most, x, i) => Math.max(most, Math.abs(x - theirs[i])), 0)
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

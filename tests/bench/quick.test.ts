/**
 * The benchmarks themselves: they run, every engine simulates the cloth that it is given, and strain
 * is measured right. Times are not looked at.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { timeAtMean } from './pareto.mjs'
import { isInstalled } from './peers/engines.mjs'
import { connectWoven, freeFall, measureStrain } from './peers/sheet.mjs'

interface Run {
  readonly engine: string
  readonly fall: number
  readonly max: number
  readonly mean: number
}

interface Kernel {
  readonly kernel: string
  readonly strain: number
  readonly sameBits: boolean
}

interface Report {
  readonly hanging: { readonly results: readonly Run[] }
  readonly kernels: { readonly results: Readonly<Record<'grid' | 'mesh', readonly Kernel[]>> }
  readonly twin: { readonly results: readonly { readonly difference?: number }[] }
  readonly memory: { readonly results: readonly { readonly arrays: number; particles: number }[] }
  readonly profile: { readonly results: readonly { readonly times: Record<string, number> }[] }
}

/** Particles of a 4 × 4 grid with cells of 1 m, in the xz plane. */
const flat = Float32Array.from({ length: 48 }, (_, i) => {
  const particle = Math.floor(i / 3)
  return [particle % 4, 0, Math.floor(particle / 4)][i % 3]!
})

it('strain of a 4 × 4 grid stretched by 10 % along rows: rows 10 %, columns 0, diagonals √1.105 − 1', () => {
  const woven = connectWoven(flat, 4)
  // 12 along rows, 12 along columns, 18 across cells.
  expect(woven.restLengths).toHaveLength(42)
  const stretched = flat.map((x, i) => (i % 3 === 0 ? 1.1 * x : x))
  const { max, mean } = measureStrain(stretched, woven)
  expect(max).toBeCloseTo(0.1, 6)
  expect(mean).toBeCloseTo((12 * 0.1 + 18 * (Math.sqrt(1.105) - 1)) / 42, 6)
})

it('strain of a grid that is squeezed: its absolute value counts for the mean, not for the largest', () => {
  const woven = connectWoven(flat, 4)
  const { max, mean } = measureStrain(
    flat.map((x) => 0.9 * x),
    woven,
  )
  expect([max, mean]).toEqual([expect.closeTo(-0.1, 6), expect.closeTo(0.1, 6)])
  expect(measureStrain(flat.slice().fill(NaN, 0, 1), woven).max).toBeNaN()
})

it('free fall with damping: ½ g t² without, and the solution of ẍ = g − c ẋ by small steps', () => {
  expect(freeFall(9.81, 0, 0.1)).toBeCloseTo(0.04905, 12)
  let [x, v] = [0, 0]
  const h = 1e-6
  for (let n = 0; n < 1e5; n++) {
    // Midpoint: halfway velocity moves the position.
    const half = v + (h / 2) * (9.81 - 2 * v)
    x += h * half
    v += h * (9.81 - 2 * half)
  }
  expect(freeFall(9.81, 2, 0.1)).toBeCloseTo(x, 9)
})

it('time at a mean strain lies between the settings around it, straight in logarithms; if the cheapest is better, it is that one', () => {
  const runs = [
    { ms: 1, mean: 0.04 },
    { ms: 4, mean: 0.0025 },
  ]
  expect(timeAtMean(runs, 0.01)).toMatchObject({ ms: expect.closeTo(2, 12) as number })
  expect(timeAtMean(runs, 0.001)).toMatchObject({ ms: NaN })
  expect(timeAtMean(runs, 0.1)).toEqual(runs[0])
})

it('pnpm bench --quick: all engines fall as their integrators do, all kernels leave one strain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billow-bench-'))
  const file = join(folder, 'result.json')
  const script = join(import.meta.dirname, 'run.mjs')
  execFileSync(process.execPath, [script, '--quick', '--json', file], { stdio: 'pipe' })
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(folder, { recursive: true })

  // Symplectic Euler from rest falls 1 / n too far after n substeps; Billow starts half a substep back.
  const expected = { billow: 0, jolt: 1 / (6 * 20), rapier: 1 / (6 * 4) }
  for (const [engine, error] of Object.entries(expected)) {
    const run = report.hanging.results.find((result) => result.engine === engine)
    if (!isInstalled(engine)) continue
    const off = Math.abs((run?.fall ?? NaN) - error)
    expect(off, `${engine}: fall after 0.1 s over free fall, beside ${error}`).toBeLessThan(0.001)
    expect(run?.max, `${engine}: largest strain after 0.1 s`).toBeGreaterThan(0)
    expect(run?.max, `${engine}: largest strain after 0.1 s`).toBeLessThan(0.1)
  }

  for (const [sheet, kernels] of Object.entries(report.kernels.results)) {
    const [first] = kernels
    for (const { kernel, strain, sameBits } of kernels) {
      const off = Math.abs(strain / first!.strain - 1)
      // Rows have an order of their own, and after three sweeps that shows.
      const most = kernel.endsWith('rows') ? 0.1 : 1e-3
      expect(off, `${sheet}, ${kernel}: strain left, beside WebAssembly`).toBeLessThan(most)
      if (kernel === 'C') expect(sameBits, `${sheet}: WebAssembly and C`).toBe(true)
    }
  }
  for (const { difference } of report.twin.results) expect(difference ?? 0).toBeLessThan(1e-9)

  const [{ arrays, particles } = { arrays: 0, particles: 1 }] = report.memory.results
  // At least positions, velocities and what is drawn.
  expect(arrays / particles).toBeGreaterThan(100)
  const [{ times } = { times: {} }] = report.profile.results
  expect(Object.values(times).reduce((sum, t) => sum + t, 0)).toBeGreaterThan(0)
}, 120_000)

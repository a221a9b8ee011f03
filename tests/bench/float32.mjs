/**
 * Single precision reported beside double: how far either run is from the reference trajectories,
 * and what distance their file says rounding explains. A report, not a test.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runTypeScript } from './measure.mjs'
import { formatTable } from './table.mjs'

const FIXTURES = fileURLToPath(new URL('../fixtures/cs184/', import.meta.url))

/** @param only names of fixtures, or empty for all */
export function reportFloat32(bundles, only) {
  const lines = [['fixture', 'frame', 'float64', 'float32', 'tolerance']]
  for (const file of readdirSync(FIXTURES).sort()) {
    const name = file.replace('.json', '')
    if (only.length > 0 && !only.includes(name)) continue
    const [double, single] = ['float64', 'float32'].map((precision) =>
      runTypeScript({ mode: 'trajectory', ...bundles, fixture: FIXTURES + file, precision }),
    )
    double.forEach(({ frame, distance, tolerance }, n) => {
      const cells = [distance, single[n].distance, tolerance]
      lines.push([name, String(frame), ...cells.map((x) => x?.toExponential(1) ?? '-')])
    })
  }
  return { text: `Largest distance over its 10 × 10 particles, m\n\n${formatTable(lines)}` }
}

/** The solvers in double precision beside a plain C twin of the same algorithm, scene by scene. */
import { formatResults, measureRow, rowName } from './compare.mjs'
import { rows } from './scenes.mjs'

/**
 * @param native the C twin, or undefined where there is no compiler
 * @param options.scenes names of scenes, or empty for all
 */
export async function benchTwin({ core, curtain }, native, { scenes, counts, report }) {
  const chosen = rows.filter(({ scene }) => scenes.length === 0 || scenes.includes(scene))
  const results = []
  for (const row of chosen) {
    report?.(rowName(row))
    results.push(await measureRow(row, { core, curtain }, native?.program, counts))
  }
  return { text: formatResults(results), results }
}

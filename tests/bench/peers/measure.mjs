/** Runs of the hanging sheet: engines take turns, and of the repetitions the median counts. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from '../measure.mjs'
import { isInstalled } from './engines.mjs'

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url))

/** What a run with the same input must repeat bit by bit. */
const QUALITY = ['max', 'mean', 'peak', 'fall', 'springs']

/** CPU time after which a run is given up, s. */
const LIMIT = 90

/**
 * Measures cases, each `{ engine, label, settings, side }`; those of engines that are not installed
 * are left out.
 *
 * @param bundles addresses of the bundled core and of the scene
 * @returns the cases with `ms`, `worst` and `first` (CPU time per frame), the `ms` of all `rounds`, and
 *   the quality of each
 * @throws Error when an engine gives other results in another run
 */
export function measureCases(cases, bundles, { repeats, seconds, warmup }, report) {
  const present = cases.filter(({ engine }) => isInstalled(engine))
  const runs = present.map(() => [])
  for (let n = 0; n < repeats; n++) {
    present.forEach((item, k) => {
      report?.(`${item.side}² ${item.engine} ${item.label}`)
      runs[k].push(run({ ...bundles, ...item, seconds, warmup, limit: LIMIT }))
    })
  }
  return present.map((item, k) => {
    for (const key of QUALITY) {
      if (runs[k].some((other) => other[key] !== runs[k][0][key]))
        throw new Error(`${item.engine} ${item.label}: ${key} differs between runs`)
    }
    const times = ['ms', 'worst', 'first'].map((key) => [key, median(runs[k].map((r) => r[key]))])
    const rounds = runs[k].map(({ ms }) => ms)
    return { ...item, ...runs[k][0], ...Object.fromEntries(times), rounds }
  })
}

function run(job) {
  const output = execFileSync(process.execPath, [CHILD, JSON.stringify(job)], { encoding: 'utf8' })
  // JSON has no NaN; an engine that blew up has strains that are no numbers.
  return Object.fromEntries(Object.entries(JSON.parse(output)).map(([k, v]) => [k, v ?? NaN]))
}

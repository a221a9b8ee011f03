/**
 * Runs on one axis of time: a chart takes one list of times, and runs have each their own. Between two samples
 * a run is where the line between them is; outside it is nowhere.
 */
import type { RecordedSeries } from '../Recording.js'

export interface AlignedLine {
  readonly run: RecordedSeries
  readonly id: string
}

/** @returns the times, then one list per line, null where its run is not */
export function alignRuns(
  lines: readonly AlignedLine[],
): [times: ArrayLike<number>, ...lines: ArrayLike<number | null>[]] {
  const runs = [...new Set(lines.map(({ run }) => run))].filter(({ length }) => length > 0)
  const [only] = runs
  if (runs.length === 1 && lines.every(({ run }) => run === only))
    return [only!.times.slice(), ...lines.map(({ id }) => only!.valuesOf(id).slice())]
  const times = merge(runs.map((run) => run.times))
  return [times, ...lines.map((line) => valuesAt(times, line))]
}

function merge(lists: readonly Float64Array[]): number[] {
  const all = lists.flatMap((list) => [...list]).sort((a, b) => a - b)
  return all.filter((time, n) => n === 0 || time !== all[n - 1])
}

function valuesAt(times: readonly number[], { run, id }: AlignedLine): (number | null)[] {
  const own = run.times
  const values = run.valuesOf(id)
  let next = 0
  return times.map((time) => {
    while (next < own.length && own[next]! < time) next++
    if (next === own.length) return null
    if (own[next] === time) return values[next]!
    if (next === 0) return null
    const [before, after] = [own[next - 1]!, own[next]!]
    const share = (time - before) / (after - before)
    return values[next - 1]! + share * (values[next]! - values[next - 1]!)
  })
}

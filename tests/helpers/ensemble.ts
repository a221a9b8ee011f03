/**
 * How a run of a chaotic scene is held against an ensemble of other runs.
 *
 * A further run is a further draw from the same distribution, and for n runs it falls outside their
 * range with probability 2 / (n + 1): 7 % for 27 runs, 33 % for 5. Seventy comparisons per scene
 * would never all be inside. A normal distribution of unknown mean and deviation puts it into
 * mean ± t · sd · √(1 + 1/n) instead, t being Student's quantile with n − 1 degrees of freedom. We
 * take 99.9 %, so that one of about seven scenes of 70 independent comparisons would fail by chance
 * (they are far from independent), and the range where that is wider, as for skewed quantities.
 */
import type { Spread } from './cs184.js'

/** Student's t, two-sided 99.9 %, by degrees of freedom; the ensembles have 5 or 27 members. */
const STUDENT_999: Readonly<Record<number, number>> = { 4: 8.61, 26: 3.707 }

/** The files give five digits. */
const HALF_DIGIT = 5e-5

/** Range in which a further member of the ensemble is expected. */
export function expectedRange({ mean, sd, min, max, n }: Spread): readonly [number, number] {
  const quantile = STUDENT_999[n - 1]
  if (quantile === undefined) throw new Error(`no quantile for an ensemble of ${n}`)
  const reach = quantile * sd * Math.sqrt(1 + 1 / n) + HALF_DIGIT * Math.abs(mean)
  return [Math.min(min, mean - reach), Math.max(max, mean + reach)]
}

export function isExpected(value: number, spread: Spread): boolean {
  const [low, high] = expectedRange(spread)
  return value >= low && value <= high
}

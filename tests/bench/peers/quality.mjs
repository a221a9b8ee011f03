/** What a run must reach for its time to count, and how runs are put into a table. */
import { median } from '../measure.mjs'
import { formatTable } from '../table.mjs'

/** Largest and mean strain of the sheet, and how far its fall may be off. */
const MAX_STRAIN = 0.1
const MEAN_STRAIN = 0.01
const FALL_ERROR = 0.01

/** A strain limit of 10 % ends at 10 % and what rounding adds. */
const ROUNDING = 1e-4

/**
 * Other engines are allowed what an ordinary integrator is off at few substeps: symplectic Euler falls
 * 1 / n too far after n of them.
 */
const PEER_FALL_ERROR = 0.08

/** ≤ 10 % and ≤ 1 %, and a fall right within 1 %. */
export function isGood({ max, mean, fall }) {
  return max <= MAX_STRAIN + ROUNDING && mean <= MEAN_STRAIN && Math.abs(fall) <= FALL_ERROR
}

/** The cheapest run of Billow that is good. */
export function cheapestGood(results) {
  return cheapest(results.filter((result) => result.engine === 'billow' && isGood(result)))
}

/** The cheapest run of another engine that keeps its largest strain at all. */
export function cheapestPeer(results, engine) {
  return cheapest(
    results.filter(
      (result) =>
        result.engine === engine &&
        result.max <= MAX_STRAIN + ROUNDING &&
        Math.abs(result.fall) <= PEER_FALL_ERROR,
    ),
  )
}

function cheapest(results) {
  return results.reduce((best, item) => (best && best.ms <= item.ms ? best : item), undefined)
}

/** Those that no other beats in time, largest and mean strain at once, among falls that are right. */
export function paretoFront(results) {
  const falling = results.filter(({ fall, max }) => Math.abs(fall) <= PEER_FALL_ERROR && max >= 0)
  return new Set(
    falling.filter(
      (item) =>
        !falling.some(
          (other) =>
            other !== item &&
            other.ms <= item.ms &&
            other.max <= item.max &&
            other.mean <= item.mean,
        ),
    ),
  )
}

const HEADING = [
  'engine, setting',
  'particles',
  'cpu ms',
  'worst ms',
  'max %',
  'mean %',
  'peak %',
  'fall %',
  'good',
  'front',
]

/** One line per run; `good` where quality is reached, `front` on the Pareto front of its size. */
export function formatRuns(results) {
  const fronts = [...new Set(results.map(({ side }) => side))].map((side) =>
    paretoFront(results.filter((result) => result.side === side)),
  )
  const lines = results.map((result) => [
    `${result.engine}, ${result.label}`,
    `${result.side}²`,
    result.ms.toFixed(2),
    result.worst.toFixed(2),
    percent(result.max, 1),
    percent(result.mean, 2),
    percent(result.peak, 1),
    percent(result.fall, 2),
    isGood(result) ? 'yes' : '',
    fronts.some((front) => front.has(result)) ? '*' : '',
  ])
  return formatTable([HEADING, ...lines])
}

export function percent(share, digits) {
  if (!Number.isFinite(share)) return '-'
  return share > 100 ? '> 10 000' : (100 * share).toFixed(digits)
}

/**
 * A target for the share of another's time, of each round by itself. Where the limit lies between
 * rounds, or there is only one of them, it is neither reached nor missed.
 */
export function formatShare(text, own, other, limit) {
  if (!own || !other) return `target: ${text}: not measured`
  const shares = own.rounds.map((ms, round) => other.rounds[round] / ms)
  const [least, most] = [Math.min(...shares), Math.max(...shares)]
  const sure = shares.length > 1 && (least >= 1 / limit || most < 1 / limit)
  const verdict = sure ? (least >= 1 / limit ? 'reached' : 'MISSED') : 'OPEN'
  const range = `${shares.length} rounds 1/${least.toFixed(1)} to 1/${most.toFixed(1)}`
  return `target: ${text}: ${verdict} (1/${median(shares).toFixed(1)}; ${range})`
}

/** `target: ... reached (value)`; a value of undefined could not be measured. */
export function formatTarget(text, value, limit, unit = '') {
  if (value === undefined || Number.isNaN(value)) return `target: ${text}: not measured`
  return `target: ${text}: ${value <= limit ? 'reached' : 'MISSED'} (${value.toFixed(3)}${unit})`
}

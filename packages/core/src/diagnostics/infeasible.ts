/**
 * Why a strain limit cannot hold: which part of a cloth is pulled farther than it may stretch. Two pins
 * that are farther apart than any chain of springs between them can reach at the limit are a proof, by
 * the triangle inequality, whatever a solver does; the shortest chain is found as Dijkstra (1959) has it.
 * Where no such pair is found, contacts or several pins together stand against the limit, and the
 * spring that is stretched the most says where.
 */
import type { ClothState } from '../cloth/ClothState.js'
import { VertexHeap } from '../mesh/geodesics.js'
import type { Springs } from '../mesh/grid.js'

export interface Infeasible {
  /** `pins`: two pins are too far apart; `spring`: nothing is known but the spring that gives most. */
  readonly cause: 'pins' | 'spring'
  /** The two pins, or the ends of the spring. */
  readonly particles: readonly [number, number]
  /** How far these are apart, m. */
  readonly distance: number
  /** How long the cloth between them is at rest, along its springs, m. */
  readonly length: number
  /** distance / length − 1: a smaller limit is out of reach. */
  readonly strain: number
}

/** Of more pins, the first so many are looked at: pairs grow with the square. */
const MOST_PINS = 512

/** Pairs that are looked at, those first that are farthest apart in relation to rest. */
const MOST_PAIRS = 8

/** @param pins particles that are pinned */
export function findInfeasible(
  state: ClothState,
  pins: readonly number[],
  strainLimit: number,
): Infeasible {
  return findPins(state, pins, strainLimit) ?? findSpring(state)
}

interface Pair {
  readonly a: number
  readonly b: number
  /** m */
  readonly distance: number
  /** Distance as a multiple of the straight way at rest, than which no chain of springs is shorter. */
  readonly stretch: number
}

/** Pairs of pins that may be too far apart, those first that are farthest. */
export function pinsApart(
  { positions, sheet }: Pick<ClothState, 'positions' | 'sheet'>,
  pins: readonly number[],
  strainLimit: number,
): Pair[] {
  const pairs: Pair[] = []
  const known = pins.slice(0, MOST_PINS)
  known.forEach((a, n) => {
    for (const b of known.slice(n + 1)) {
      const distance = between(positions, a, b)
      const stretch = distance / between(sheet.restPositions, a, b)
      if (stretch > 1 + strainLimit) pairs.push({ a, b, distance, stretch })
    }
  })
  return pairs.sort((one, other) => other.stretch - one.stretch)
}

function findPins(
  state: ClothState,
  pins: readonly number[],
  strainLimit: number,
): Infeasible | undefined {
  const { springs, particleCount } = state.sheet
  const pairs = pinsApart(state, pins, strainLimit).slice(0, MOST_PAIRS)
  if (pairs.length === 0) return undefined
  const net = weave(springs, particleCount)
  for (const { a, b, distance } of pairs) {
    const length = chainBetween(net, springs, a, b, distance / (1 + strainLimit))
    if (length * (1 + strainLimit) < distance)
      return { cause: 'pins', particles: [a, b], distance, length, strain: distance / length - 1 }
  }
  return undefined
}

function findSpring({ positions, sheet }: ClothState): Infeasible {
  const { count, ends, restLengths } = sheet.springs
  let worst = 0
  let largest = -Infinity
  for (let s = 0; s < count; s++) {
    const stretch = between(positions, ends[2 * s]!, ends[2 * s + 1]!) / restLengths[s]!
    if (stretch <= largest) continue
    largest = stretch
    worst = s
  }
  const [a, b] = [ends[2 * worst]!, ends[2 * worst + 1]!]
  const length = restLengths[worst]!
  const distance = between(positions, a, b)
  return { cause: 'spring', particles: [a, b], distance, length, strain: largest - 1 }
}

/** Which springs meet at a particle: `springs` from `starts[p]` to `starts[p + 1]`. */
interface Net {
  readonly starts: Uint32Array
  readonly springs: Uint32Array
}

function weave({ count, ends }: Springs, particleCount: number): Net {
  const starts = new Uint32Array(particleCount + 1)
  for (let e = 0; e < 2 * count; e++) starts[ends[e]! + 1]!++
  for (let p = 0; p < particleCount; p++) starts[p + 1]! += starts[p]!
  const next = starts.slice(0, particleCount)
  const springs = new Uint32Array(2 * count)
  for (let e = 0; e < 2 * count; e++) springs[next[ends[e]!]!++] = e >> 1
  return { starts, springs }
}

/** Length at rest of the shortest chain of springs, m; infinite where it is longer than `longest`. */
function chainBetween(
  net: Net,
  { ends, restLengths }: Springs,
  from: number,
  to: number,
  longest: number,
): number {
  const lengths = new Float64Array(net.starts.length - 1).fill(Infinity)
  const front = new VertexHeap(lengths)
  lengths[from] = 0
  front.push(from)
  for (let p = front.pop(); p >= 0; p = front.pop()) {
    if (p === to) return lengths[p]!
    for (let n = net.starts[p]!; n < net.starts[p + 1]!; n++) {
      const s = net.springs[n]!
      const other = ends[2 * s]! === p ? ends[2 * s + 1]! : ends[2 * s]!
      const length = lengths[p]! + restLengths[s]!
      if (length >= lengths[other]! || length > longest) continue
      lengths[other] = length
      front.push(other)
    }
  }
  return Infinity
}

function between(points: ArrayLike<number>, a: number, b: number): number {
  const x = points[3 * a]! - points[3 * b]!
  const y = points[3 * a + 1]! - points[3 * b + 1]!
  const z = points[3 * a + 2]! - points[3 * b + 2]!
  // A square root, unlike Math.hypot, is the same everywhere.
  return Math.sqrt(x * x + y * y + z * z)
}

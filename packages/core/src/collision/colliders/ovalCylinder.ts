/**
 * A cylinder under a transform that scales unevenly across its axis or shears: what an oval disc
 * sweeps along the axis. From outside its distance is the least of those of all these discs, a convex
 * function of the place on the axis; from inside it is that of the wall or of the ends, whichever is
 * nearer, that of the wall along the ends: where it leans, an estimate.
 *
 * A pose keeps the oval's semi-axes in `shape[3..4]`, their directions in `shape[5..10]`, the normal of the
 * ends in `shape[11..13]`, and half the distance between these in `shape[14]`.
 */
import type { ColliderPose } from '../ColliderPose.js'
import { ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** As for swept ellipsoids. */
const SECTIONS = 40

const MAX_NEWTON_STEPS = 100

export function ovalAt({ frame, shape, scales }: ColliderPose, radius: number): void {
  const half = shape[1]! / scales[1]!
  // Conjugate semi-axes p and q of the oval; turned by this angle they are at right angles.
  let pp = 0
  let qq = 0
  let pq = 0
  for (let k = 0; k < 3; k++) {
    pp += frame[k]! ** 2
    qq += frame[6 + k]! ** 2
    pq += frame[k]! * frame[6 + k]!
  }
  const angle = Math.atan2(2 * pq, pp - qq) / 2
  const cosine = Math.cos(angle)
  const sine = Math.sin(angle)
  for (let k = 0; k < 3; k++) {
    shape[5 + k] = radius * (cosine * frame[k]! + sine * frame[6 + k]!)
    shape[8 + k] = radius * (cosine * frame[6 + k]! - sine * frame[k]!)
  }
  for (let a = 0; a < 2; a++) {
    const at = 5 + 3 * a
    const length = Math.hypot(shape[at]!, shape[at + 1]!, shape[at + 2]!)
    shape[3 + a] = length
    for (let k = at; k < at + 3; k++) shape[k]! /= length
  }
  shape[11] = shape[9]! * shape[7]! - shape[10]! * shape[6]!
  shape[12] = shape[10]! * shape[5]! - shape[8]! * shape[7]!
  shape[13] = shape[8]! * shape[6]! - shape[9]! * shape[5]!
  const rise = shape[11] * frame[3]! + shape[12] * frame[4]! + shape[13] * frame[5]!
  if (rise < 0) for (let k = 11; k < 14; k++) shape[k] = -shape[k]!
  shape[14] = Math.abs(rise) * half
}

/** From the nearest point to the point: along both semi-axes and the normal, m. */
const way = new Float64Array(3)

/** Signed distance from the rim of the oval in its plane; the way into `way[0..1]`. */
function fromRim(u: number, v: number, a: number, b: number): number {
  const least = Math.min(a, b)
  const y0 = Math.max(Math.abs(u), a === least ? 1e-9 * least : 0)
  const y1 = Math.max(Math.abs(v), b === least ? 1e-9 * least : 0)
  let t = Math.max(a * (y0 - a), b * (y1 - b))
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    const r0 = (a * y0) / (t + a * a)
    const r1 = (b * y1) / (t + b * b)
    const value = r0 * r0 + r1 * r1 - 1
    const next = t + value / (2 * ((r0 * r0) / (t + a * a) + (r1 * r1) / (t + b * b)))
    if (!(next > t)) break
    t = next
  }
  way[0] = Math.sign(u || 1) * (y0 / (t + a * a))
  way[1] = Math.sign(v || 1) * (y1 / (t + b * b))
  const length = Math.hypot(way[0], way[1])
  way[0] /= length
  way[1] /= length
  return t * length
}

export function queryOvalCylinder({ frame, shape, bounds }: ColliderPose, probe: Probe): void {
  const { points, count, cutoff, slots, distances, normals } = probe
  const a = shape[3]!
  const b = shape[4]!
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    let isFar = false
    for (let k = 0; k < 3; k++) {
      const x = points[i + k]!
      isFar ||= x < bounds[k]! - cutoff || x > bounds[3 + k]! + cutoff
    }
    if (isFar) continue
    const x = points[i]! - frame[ORIGIN]!
    const y = points[i + 1]! - frame[ORIGIN + 1]!
    const z = points[i + 2]! - frame[ORIGIN + 2]!
    const height = shape[11]! * x + shape[12]! * y + shape[13]! * z
    const u = shape[5]! * x + shape[6]! * y + shape[7]! * z
    const v = shape[8]! * x + shape[9]! * y + shape[10]! * z
    const half = shape[14]!
    // What the axis moves by per height, in the plane of the discs.
    const leanU = axisAlong(frame, shape, 5)
    const leanV = axisAlong(frame, shape, 8)
    const above = Math.abs(height) - half
    const within = Math.max(-half, Math.min(half, height))
    const rim = fromRim(u - within * leanU, v - within * leanV, a, b)
    let distance: number
    if (above <= 0 && rim <= 0) {
      distance = Math.max(above, rim)
      if (above > rim) way.set([0, 0, height < 0 ? -1 : 1])
      else way[2] = 0
    } else {
      distance = outside(u, v, height, leanU, leanV, shape)
    }
    if (distance >= cutoff) continue
    const n = 3 * hits
    for (let k = 0; k < 3; k++)
      normals[n + k] = way[0]! * shape[5 + k]! + way[1]! * shape[8 + k]! + way[2]! * shape[11 + k]!
    distances[hits] = distance
    slots[hits++] = p
  }
  probe.hitCount = hits
}

function axisAlong(frame: Float64Array, shape: Float64Array, at: number): number {
  const rise = shape[11]! * frame[3]! + shape[12]! * frame[4]! + shape[13]! * frame[5]!
  return (shape[at]! * frame[3]! + shape[at + 1]! * frame[4]! + shape[at + 2]! * frame[5]!) / rise
}

/** Distance from outside; the unit way into `way`. */
function outside(
  u: number,
  v: number,
  height: number,
  leanU: number,
  leanV: number,
  shape: Float64Array,
): number {
  const half = shape[14]!
  const at = (level: number): number => {
    const off = Math.max(0, fromRim(u - level * leanU, v - level * leanV, shape[3]!, shape[4]!))
    const over = height - level
    const distance = Math.hypot(off, over)
    way[0]! *= off / distance
    way[1]! *= off / distance
    way[2] = over / distance
    return distance
  }
  // Upright discs are nearest at the point's own height.
  const upright = Math.max(-half, Math.min(half, height))
  if (leanU === 0 && leanV === 0) return at(upright)
  let low = -half
  let high = half
  let c = high - GOLDEN * (high - low)
  let d = low + GOLDEN * (high - low)
  let atC = at(c)
  let atD = at(d)
  for (let section = 0; section < SECTIONS; section++) {
    if (atC < atD) {
      high = d
      d = c
      atD = atC
      c = high - GOLDEN * (high - low)
      atC = at(c)
    } else {
      low = c
      c = d
      atC = atD
      d = low + GOLDEN * (high - low)
      atD = at(d)
    }
  }
  const middle = (low + high) / 2
  const tolerance = 1e-6 * half
  return at(middle > half - tolerance ? half : middle < tolerance - half ? -half : middle)
}

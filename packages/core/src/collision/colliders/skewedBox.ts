/**
 * A box under a transform that shears: a parallelepiped. From outside its nearest point is that of a
 * small quadratic problem with bounds, |A u − x|² least for −½ size <= u <= ½ size, which
 * minimising one coordinate after the other solves; from inside it is on the nearest face plane.
 *
 * A pose keeps the unit normals of the three pairs of faces in `shape[3..11]`, and their distances from
 * the middle in `shape[12..14]`.
 */
import type { ColliderPose } from '../ColliderPose.js'
import { ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'

/** Passes over the three coordinates: each shrinks the error by the cosine squared of the skew. */
const MAX_PASSES = 200

/** A pass that changes less than this share of the size was the last. */
const CONVERGED = 1e-13

export function skewedBoxAt(pose: ColliderPose): void {
  const { frame, scales, shape } = pose
  for (let f = 0; f < 3; f++) {
    const a = 3 * ((f + 1) % 3)
    const b = 3 * ((f + 2) % 3)
    const n = 3 + 3 * f
    shape[n] = frame[a + 1]! * frame[b + 2]! - frame[a + 2]! * frame[b + 1]!
    shape[n + 1] = frame[a + 2]! * frame[b]! - frame[a]! * frame[b + 2]!
    shape[n + 2] = frame[a]! * frame[b + 1]! - frame[a + 1]! * frame[b]!
    let length = Math.hypot(shape[n], shape[n + 1]!, shape[n + 2]!)
    const along = dot(shape, n, frame, 3 * f)
    if (along < 0) length = -length
    for (let k = n; k < n + 3; k++) shape[k]! /= length
    shape[12 + f] = (Math.abs(along / length) * shape[f]!) / scales[f]!
  }
  pose.thinness = Math.min(shape[12]!, shape[13]!, shape[14]!)
}

const offset = new Float64Array(3)
const rest = new Float64Array(3)
const coordinates = new Float64Array(3)

export function querySkewedBox(pose: ColliderPose, probe: Probe): void {
  const { frame, scales, shape } = pose
  const { points, count, cutoff, slots, distances, normals } = probe
  let hits = 0
  for (let p = 0; p < count; p++) {
    for (let k = 0; k < 3; k++) offset[k] = points[3 * p + k]! - frame[ORIGIN + k]!
    let nearest = -Infinity
    let face = 0
    let side = 1
    for (let f = 0; f < 3; f++) {
      const height = dot(shape, 3 + 3 * f, offset, 0)
      const distance = Math.abs(height) - shape[12 + f]!
      if (distance <= nearest) continue
      nearest = distance
      face = f
      side = height < 0 ? -1 : 1
    }
    if (nearest >= cutoff) continue
    const n = 3 * hits
    if (nearest > 0) {
      nearest = leave(frame, scales, shape)
      if (nearest >= cutoff) continue
      for (let k = 0; k < 3; k++) normals[n + k] = rest[k]! / nearest
    } else {
      for (let k = 0; k < 3; k++) normals[n + k] = side * shape[3 + 3 * face + k]!
    }
    distances[hits] = nearest
    slots[hits++] = p
  }
  probe.hitCount = hits
}

/** From the nearest point of the body to `offset`: the way, into `rest`, and its length, m. */
function leave(frame: Float64Array, scales: Float64Array, shape: Float64Array): number {
  rest.set(offset)
  coordinates.fill(0)
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    let change = 0
    for (let c = 0; c < 3; c++) {
      const scale = scales[c]!
      const half = shape[c]! / scale
      const before = coordinates[c]!
      const free = before + dot(frame, 3 * c, rest, 0) / (scale * scale)
      const after = Math.max(-half, Math.min(half, free))
      coordinates[c] = after
      for (let k = 0; k < 3; k++) rest[k]! -= (after - before) * frame[3 * c + k]!
      change = Math.max(change, Math.abs(after - before) / half)
    }
    if (change < CONVERGED) break
  }
  return Math.hypot(rest[0]!, rest[1]!, rest[2]!)
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i]! * b[j]! + a[i + 1]! * b[j + 1]! + a[i + 2]! * b[j + 2]!
}

/**
 * A capsule or cone under a transform that scales unevenly: what an ellipsoid sweeps along an axis while
 * it changes its size evenly. Its distance is the least of those of all these ellipsoids. As a
 * function of the place on the axis that is convex outside, so the golden section finds it. From
 * inside the depth is that in the one in which it is greatest: no more than the depth in the body.
 */
import type { ColliderPose } from '../ColliderPose.js'
import { nearestOnEllipsoid } from '../ellipsoid.js'
import { ORIGIN } from '../frames.js'
import type { Probe } from '../Probe.js'

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** 0.618⁴⁰ is 4e-9 of the axis; distance changes by the square of that. */
const SECTIONS = 40

const normal = new Float64Array(3)

/** @param start size of the ellipsoid at −half of the axis as a multiple of that in `shape`, and `end` */
export function querySweptEllipsoid(
  pose: ColliderPose,
  probe: Probe,
  start: number,
  end: number,
): void {
  const { frame, shape, bounds } = pose
  const { points, count, cutoff, slots, distances, normals } = probe
  const half = shape[12]!
  let hits = 0
  for (let p = 0, i = 0; p < count; p++, i += 3) {
    const x = points[i]!
    const y = points[i + 1]!
    const z = points[i + 2]!
    if (x < bounds[0]! - cutoff || y < bounds[1]! - cutoff || z < bounds[2]! - cutoff) continue
    if (x > bounds[3]! + cutoff || y > bounds[4]! + cutoff || z > bounds[5]! + cutoff) continue
    const at = (share: number, out: Float64Array, n: number): number => {
      const along = (2 * share - 1) * half
      return nearestOnEllipsoid(
        pose,
        x - frame[ORIGIN]! - along * frame[3]!,
        y - frame[ORIGIN + 1]! - along * frame[4]!,
        z - frame[ORIGIN + 2]! - along * frame[5]!,
        start + share * (end - start),
        out,
        n,
      )
    }
    let low = 0
    let high = 1
    let a = 1 - GOLDEN
    let b = GOLDEN
    let atA = at(a, normal, 0)
    let atB = at(b, normal, 0)
    for (let section = 0; section < SECTIONS; section++) {
      if (atA < atB) {
        high = b
        b = a
        atB = atA
        a = high - GOLDEN * (high - low)
        atA = at(a, normal, 0)
      } else {
        low = a
        a = b
        atA = atB
        b = low + GOLDEN * (high - low)
        atB = at(b, normal, 0)
      }
    }
    // The ends themselves are never asked for, and often nearest.
    const middle = (low + high) / 2
    const share = middle < 1e-6 ? 0 : middle > 1 - 1e-6 ? 1 : middle
    const distance = at(share, normals, 3 * hits)
    if (distance >= cutoff) continue
    distances[hits] = distance
    slots[hits++] = p
  }
  probe.hitCount = hits
}

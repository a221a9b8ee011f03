/**
 * Blades and the bodies that press them down (Jahrmann & Wimmer 2017, section 4.4). A body is a
 * ball or a capsule, the points within a radius of a segment. A tip inside is put to the nearest
 * point of the surface; so is the middle of the curve, m = v0/4 + v1/2 + v2/4, by four times its
 * way, since dm/dv2 is a quarter. What a blade was moved adds to its collision strength η.
 */
import type { GrassBlades, GrassState } from './GrassBlades.js'
import { validateBlade } from './stepBlades.js'

/** Two ends of a segment, xyz each, and a radius. */
export const BODY_STRIDE = 7

/**
 * Bodies that press from several sides are gone through this often: by then blades are out, or
 * there is no way out.
 */
export const MOST_PASSES = 3

/**
 * Presses blades out of bodies.
 *
 * @param bodies `BODY_STRIDE` numbers each, m from the origin of the field
 * @returns how many blades were touched
 */
export function pressBlades(
  blades: GrassBlades,
  state: GrassState,
  bodies: Float64Array,
  bodyCount: number,
  model: 'stable' | 'paper',
): number {
  const { starts, balls, count } = blades.chunks
  let touched = 0
  for (let chunk = 0; chunk < count; chunk++) {
    if (!reachesAny(balls, chunk, bodies, bodyCount)) continue
    for (let n = starts[chunk]!; n < starts[chunk + 1]!; n++) {
      if (pressBlade(blades, state, bodies, bodyCount, n, model)) touched++
    }
  }
  return touched
}

function reachesAny(
  balls: Float32Array,
  chunk: number,
  bodies: Float64Array,
  bodyCount: number,
): boolean {
  const b = 4 * chunk
  for (let body = 0; body < bodyCount; body++) {
    away(bodies, body, balls[b]!, balls[b + 1]!, balls[b + 2]!)
    if (way[3]! < balls[b + 3]!) return true
  }
  return false
}

function pressBlade(
  blades: GrassBlades,
  state: GrassState,
  bodies: Float64Array,
  bodyCount: number,
  n: number,
  model: 'stable' | 'paper',
): boolean {
  const { roots, ups, heights } = blades
  const { tips, guides, strengths } = state
  const i = 3 * n
  const h = heights[n]!
  const isStable = model === 'stable'
  const passes = isStable ? MOST_PASSES : 1
  let isTouched = false
  for (let pass = 0; pass < passes; pass++) {
    let isMoved = false
    for (let body = 0; body < bodyCount; body++) {
      const rx = roots[i]!
      const ry = roots[i + 1]!
      const rz = roots[i + 2]!
      away(bodies, body, rx, ry, rz)
      if (way[3]! >= h) continue
      let isHit = false
      // The tip first, then the middle of the curve with the guide as it is.
      for (let part = 0; part < 2; part++) {
        const g = part === 0 ? 0 : guides[n]! / 2
        const share = part === 0 ? 1 : 0.25
        away(
          bodies,
          body,
          rx + g * ups[i]! + share * tips[i]!,
          ry + g * ups[i + 1]! + share * tips[i + 1]!,
          rz + g * ups[i + 2]! + share * tips[i + 2]!,
        )
        const depth = -way[3]!
        if (!(depth > 0)) continue
        isHit = true
        const d = depth / share
        // At the very centre every way out is as good; up keeps it finite.
        const atCentre = way[4] === 0
        for (let k = 0; k < 3; k++) tips[i + k]! += d * (atCentre ? ups[i + k]! : way[k]!)
        // The paper adds squares, whose sum depends on how many steps the way was cut into, and has
        // no end: what lay long would stay down long. From 1 on recovery is no weaker anyway.
        strengths[n] = isStable ? Math.min(strengths[n]! + d / h, 1) : strengths[n]! + d * d
      }
      if (!isHit) continue
      validateBlade(blades, state, n, isStable)
      isMoved = true
    }
    if (!isMoved) break
    isTouched = true
  }
  return isTouched
}

/** From a body to a point: unit vector, distance from the surface (< 0 inside), and from the core, m. */
const way = new Float64Array(5)

function away(bodies: Float64Array, body: number, x: number, y: number, z: number): void {
  const b = BODY_STRIDE * body
  const ax = bodies[b]!
  const ay = bodies[b + 1]!
  const az = bodies[b + 2]!
  const sx = bodies[b + 3]! - ax
  const sy = bodies[b + 4]! - ay
  const sz = bodies[b + 5]! - az
  const squared = sx * sx + sy * sy + sz * sz
  const share = squared > 0 ? ((x - ax) * sx + (y - ay) * sy + (z - az) * sz) / squared : 0
  const t = Math.min(Math.max(share, 0), 1)
  const dx = x - ax - t * sx
  const dy = y - ay - t * sy
  const dz = z - az - t * sz
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const scale = distance > 0 ? 1 / distance : 0
  way[0] = scale * dx
  way[1] = scale * dy
  way[2] = scale * dz
  way[3] = distance - bodies[b + 6]!
  way[4] = distance
}

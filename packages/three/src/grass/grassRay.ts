/**
 * Where a ray meets a field: the ground that blades grow on, and single blades. Pieces of ground that
 * the ray passes by are not looked into.
 */
import type { GrassBlades, GrassSimulation } from '@billow/core'
import { type Ray, Sphere, Vector3 } from 'three'

export interface GroundHit {
  /** The blade whose root is next to it. */
  readonly blade: number
  /** In the space of the field, m. */
  readonly point: Vector3
  readonly normal: Vector3
}

/** A ray meets the ground that lies within so many mean distances of blades of a root. */
const REACH = 1.5

/** Places on a blade, from root to tip, at which it is looked for. */
const PLACES = [0.2, 0.4, 0.6, 0.8, 1] as const

/** A pointer is not held more steadily than this, radians. */
const TOLERANCE = 0.01

const ball = /* @__PURE__ */ new Sphere()
const root = /* @__PURE__ */ new Vector3()
const up = /* @__PURE__ */ new Vector3()
const point = /* @__PURE__ */ new Vector3()

/** Calls back for every piece of ground on the way of a ray. */
function alongRay(
  { chunks }: GrassBlades,
  ray: Ray,
  visit: (from: number, to: number, radius: number) => void,
): void {
  const { starts, balls, count } = chunks
  for (let c = 0; c < count; c++) {
    ball.center.fromArray(balls, 4 * c)
    ball.radius = balls[4 * c + 3]!
    if (ray.intersectsSphere(ball)) visit(starts[c]!, starts[c + 1]!, ball.radius)
  }
}

/** @param ray in the space of the field */
export function groundAt({ blades, params }: GrassSimulation, ray: Ray): GroundHit | undefined {
  const { roots, ups } = blades
  const evenly = 1 / Math.sqrt(params.density)
  let nearest = Infinity
  let blade = -1
  let reach = 0
  alongRay(blades, ray, (from, to, radius) => {
    // A piece that is level has no more ground than a disc around it; one that bends, as a globe, has.
    const spacing = REACH * Math.max(radius * Math.sqrt(Math.PI / (to - from)), evenly)
    for (let n = from; n < to; n++) {
      root.fromArray(roots, 3 * n)
      const along = point.copy(root).sub(ray.origin).dot(ray.direction)
      if (along < 0 || along >= nearest) continue
      if (ray.distanceSqToPoint(root) > spacing * spacing) continue
      // Ground that is seen from below is not seen.
      if (up.fromArray(ups, 3 * n).dot(ray.direction) >= 0) continue
      nearest = along
      blade = n
      reach = spacing
    }
  })
  if (blade < 0) return undefined
  root.fromArray(roots, 3 * blade)
  const normal = new Vector3().fromArray(ups, 3 * blade)
  // Level through the root, as the ground is; where the ray only grazes it, next to the root.
  const onPlane = point.copy(root).sub(ray.origin).dot(normal) / ray.direction.dot(normal)
  const along = Math.min(Math.max(onPlane, nearest - 2 * reach), nearest + 2 * reach)
  return { blade, point: ray.at(along, new Vector3()), normal }
}

/**
 * The blade under a ray, the nearest of several; else the one that the ray passes next to.
 *
 * @param ray in the space of the field
 */
export function bladeOn({ blades, state }: GrassSimulation, ray: Ray): number | undefined {
  const { roots, ups, widths } = blades
  const { tips, guides } = state
  let found: number | undefined
  let leastMiss = TOLERANCE
  let nearest = Infinity
  alongRay(blades, ray, (from, to) => {
    for (let n = from; n < to; n++) {
      for (const t of PLACES) {
        const g = 2 * t * (1 - t) * guides[n]!
        point.fromArray(roots, 3 * n)
        point.x += g * ups[3 * n]! + t * t * tips[3 * n]!
        point.y += g * ups[3 * n + 1]! + t * t * tips[3 * n + 1]!
        point.z += g * ups[3 * n + 2]! + t * t * tips[3 * n + 2]!
        const away = Math.sqrt(ray.distanceSqToPoint(point))
        const along = point.sub(ray.origin).dot(ray.direction)
        if (along <= 0) continue
        const miss = Math.max(away - widths[n]! / 2, 0) / along
        if (miss > leastMiss || (miss === leastMiss && along >= nearest)) continue
        leastMiss = miss
        nearest = along
        found = n
      }
    }
  })
  return found
}

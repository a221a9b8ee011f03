/**
 * Makes a blade out of any tip (Jahrmann & Wimmer 2017, section 4.3): the tip stays above the
 * ground, the guide follows from it, and the curve gets its length back.
 *
 * The paper scales the curve once. That is not idempotent: scaled twice, the length is another, so a blade
 * that is scaled every step comes to rest shorter the fewer steps a second has (by a third at 15 Hz).
 * What the repetition tends to is known in closed form, since it leaves the direction of the tip
 * alone. With the lean φ between tip and up, s = sin φ, c = cos φ and λ = |v2| / h, the guide is at
 * k = max(1 − λ s, 0.05) h, and 2 λ + k + √(λ² − 2 λ c k + k²) = 3 is a quadratic equation for λ:
 * (3 − 4 s − 2 c s) λ² − (8 − 6 s − 2 c) λ + 3 = 0 where 1 − λ s > 0.05, and
 * 3 λ² − (11.8 − 0.1 c) λ + 8.7 = 0 else.
 */
import type { Vector } from './curve.js'

/** The guide never comes nearer to the root than this share of the height. */
export const LEAST_GUIDE = 0.05

/** A blade with its guide; both relative to the root, m. */
export interface BladeShape {
  readonly guide: Vector
  readonly tip: Vector
}

/** Height of the guide above the root as a share of the blade's, from the tip's way aside / height. */
export function guideFactor(aside: number): number {
  return Math.max(1 - aside, LEAST_GUIDE * Math.max(aside, 1))
}

/** The tip, put up to the ground where it is below. */
export function aboveGround(tip: Vector, up: Vector): Vector {
  const below = Math.min(tip[0] * up[0] + tip[1] * up[1] + tip[2] * up[2], 0)
  if (below === 0) return tip
  return [tip[0] - below * up[0], tip[1] - below * up[1], tip[2] - below * up[2]]
}

/** v1 of a tip: above the root, the lower the farther the tip is aside. */
export function guideOf(tip: Vector, up: Vector, height: number): Vector {
  const rise = tip[0] * up[0] + tip[1] * up[1] + tip[2] * up[2]
  const aside = Math.hypot(tip[0] - rise * up[0], tip[1] - rise * up[1], tip[2] - rise * up[2])
  const along = height * guideFactor(aside / height)
  return [along * up[0], along * up[1], along * up[2]]
}

/** The paper's validation: one pass. */
export function validateOnce(given: Vector, up: Vector, height: number): BladeShape {
  const tip = aboveGround(given, up)
  const guide = guideOf(tip, up, height)
  const across = [tip[0] - guide[0], tip[1] - guide[1], tip[2] - guide[2]] as const
  const length = (2 * Math.hypot(...tip) + Math.hypot(...guide) + Math.hypot(...across)) / 3
  const r = height / length
  return {
    guide: [r * guide[0], r * guide[1], r * guide[2]],
    tip: [r * tip[0], r * tip[1], r * tip[2]],
  }
}

/**
 * λ: distance of tip and root as a share of the height, for a blade that validation leaves as it is.
 *
 * @param sine of the lean, 0 to 1
 * @param cosine of the lean, 0 to 1
 * @returns 0.954 to 1
 */
export function restingReach(sine: number, cosine: number): number {
  // The smaller root of a λ² − 2 b λ + 3, without cancellation and for a = 0, too. Of b² − 3 a, which of
  // upright blades is 0, sin² is taken out by 1 − cos = sin² / (1 + cos).
  const b = 4 - 3 * sine - cosine
  const root = sine * Math.sqrt(9 + (7 - cosine - 12 * sine) / (1 + cosine))
  const reach = 3 / (b + root)
  if (1 - reach * sine > LEAST_GUIDE) return reach
  const half = 5.9 - 0.05 * cosine
  return 8.7 / (half + Math.sqrt(half * half - 26.1))
}

/** Validation until nothing changes any more: `validateOnce` repeated without end. */
export function validateFully(given: Vector, up: Vector, height: number): BladeShape {
  const above = aboveGround(given, up)
  const length = Math.hypot(...above)
  // A tip at its root, or one nobody can tell from it, points nowhere: the blade stands.
  const direction: Vector =
    length > Number.EPSILON * height
      ? [above[0] / length, above[1] / length, above[2] / length]
      : up
  const cosine = direction[0] * up[0] + direction[1] * up[1] + direction[2] * up[2]
  const sine = Math.hypot(
    direction[0] - cosine * up[0],
    direction[1] - cosine * up[1],
    direction[2] - cosine * up[2],
  )
  const reach = restingReach(sine, cosine)
  const along = height * guideFactor(reach * sine)
  const far = height * reach
  return {
    guide: [along * up[0], along * up[1], along * up[2]],
    tip: [far * direction[0], far * direction[1], far * direction[2]],
  }
}

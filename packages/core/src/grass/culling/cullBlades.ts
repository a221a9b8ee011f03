/**
 * Culling of a whole field for one camera: a reason for every blade. Rules are asked in the order of
 * their cost, and chunks out of the picture as a whole.
 */
import type { Vector } from '../blade/curve.js'
import type { GrassBlades, GrassState } from '../GrassBlades.js'
import {
  type DepthAt,
  distanceAlongGround,
  isBehind,
  isEdgeOn,
  isInPicture,
  isThinnedOut,
  type Matrix,
  middleOf,
} from './rules.js'

/** Why a blade is not drawn; `drawn` where it is. */
export const CullReason = {
  drawn: 0,
  orientation: 1,
  frustum: 2,
  distance: 3,
  occlusion: 4,
} as const
export type CullReason = (typeof CullReason)[keyof typeof CullReason]

/** What a camera sees, in coordinates of the field. */
export interface GrassCamera {
  /** m */
  readonly eye: Vector
  /** Projection × view. */
  readonly viewProjection: Matrix
  /** Far plane, m. */
  readonly far: number
  /** Depth in clip space runs from 0 (WebGPU) instead of from −w (WebGL). */
  readonly zeroToOne?: boolean
  /** Depth of the scene without grass, for occlusion. */
  readonly depthAt?: DepthAt
}

/** Which rules hold, and how strictly. */
export interface CullRules {
  readonly orientationCulling: boolean
  /** |cos| of axis across and line of sight past which a blade is seen edge-on. */
  readonly orientationThreshold: number
  readonly frustumCulling: boolean
  /** In clip units. */
  readonly frustumTolerance: number
  readonly distanceCulling: boolean
  /** m, where the last blade is gone. */
  readonly maxDistance: number
  /** In how many levels blades are thinned out. */
  readonly distanceLevels: number
  readonly occlusionCulling: boolean
}

export type CullCounts = { [Reason in keyof typeof CullReason]: number }

/**
 * Writes a `CullReason` per blade.
 *
 * @returns how many blades have which
 */
export function cullBlades(
  blades: GrassBlades,
  state: GrassState,
  camera: GrassCamera,
  rules: CullRules,
  reasons: Uint8Array,
): CullCounts {
  const counts = { drawn: 0, orientation: 0, frustum: 0, distance: 0, occlusion: 0 }
  const names = Object.keys(CullReason) as (keyof CullCounts)[]
  for (let n = 0; n < blades.count; n++) {
    const reason = reasonFor(blades, state, camera, rules, n)
    reasons[n] = reason
    counts[names[reason]!]++
  }
  return counts
}

function reasonFor(
  { roots, ups, axes, ranks }: GrassBlades,
  { tips, guides }: GrassState,
  { eye, viewProjection, far, zeroToOne = false, depthAt }: GrassCamera,
  rules: CullRules,
  n: number,
): CullReason {
  const root = vectorAt(roots, 3 * n)
  const up = vectorAt(ups, 3 * n)
  if (rules.orientationCulling) {
    const across = vectorAt(axes, 6 * n)
    if (isEdgeOn(eye, root, across, rules.orientationThreshold)) return CullReason.orientation
  }
  if (rules.distanceCulling) {
    const { maxDistance, distanceLevels } = rules
    const distance = distanceAlongGround(eye, root, up)
    if (isThinnedOut(distance, ranks[n]!, distanceLevels, maxDistance)) return CullReason.distance
  }
  const tip = vectorAt(tips, 3 * n)
  const g = guides[n]!
  const middle = middleOf(root, [g * up[0], g * up[1], g * up[2]], tip)
  const top: Vector = [root[0] + tip[0], root[1] + tip[1], root[2] + tip[2]]
  if (rules.frustumCulling) {
    const { frustumTolerance: t } = rules
    const isSeen =
      isInPicture(viewProjection, root, t, zeroToOne) ||
      isInPicture(viewProjection, middle, t, zeroToOne) ||
      isInPicture(viewProjection, top, t, zeroToOne)
    if (!isSeen) return CullReason.frustum
  }
  if (rules.occlusionCulling && depthAt) {
    const isHidden =
      isBehind(viewProjection, middle, depthAt, far) &&
      isBehind(viewProjection, top, depthAt, far) &&
      // A little up the blade, since the root is on the ground and as deep as that.
      isBehind(viewProjection, aboveRoot(root, middle), depthAt, far)
    if (isHidden) return CullReason.occlusion
  }
  return CullReason.drawn
}

/** A share of the way from the root to the middle: far enough from the ground to tell their depths. */
export const OFF_THE_GROUND = 0.2

function aboveRoot(root: Vector, middle: Vector): Vector {
  const at = (k: 0 | 1 | 2): number => root[k] + OFF_THE_GROUND * (middle[k] - root[k])
  return [at(0), at(1), at(2)]
}

function vectorAt(list: ArrayLike<number>, i: number): Vector {
  return [list[i]!, list[i + 1]!, list[i + 2]!]
}

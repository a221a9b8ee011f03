/**
 * Which blades need no drawing (Jahrmann & Wimmer 2017, section 5): those seen edge-on, those out of
 * the picture, some of those far away, and those behind something. Each rule answers for one blade and
 * is the reference for the same rule on the GPU.
 */
import type { Vector } from '../blade/curve.js'

/** A matrix of 16 numbers, column by column, as three's `Matrix4.elements`. */
export type Matrix = ArrayLike<number>

/** Is a blade seen edge-on: its axis across within a few degrees of the line of sight? */
export function isEdgeOn(eye: Vector, root: Vector, across: Vector, threshold: number): boolean {
  const x = eye[0] - root[0]
  const y = eye[1] - root[1]
  const z = eye[2] - root[2]
  const distance = Math.sqrt(x * x + y * y + z * z)
  return Math.abs(x * across[0] + y * across[1] + z * across[2]) > threshold * distance
}

/**
 * Is a point in the picture, or next to it?
 *
 * @param tolerance by which the borders are moved outwards, in clip units
 * @param zeroToOne depth in clip space runs from 0 (WebGPU) instead of from −w (WebGL)
 */
export function isInPicture(
  viewProjection: Matrix,
  [x, y, z]: Vector,
  tolerance: number,
  zeroToOne = false,
): boolean {
  const m = viewProjection
  const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!
  const border = w + tolerance
  const cx = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!
  const cy = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!
  const cz = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!
  const near = zeroToOne ? -tolerance : -border
  return Math.abs(cx) < border && Math.abs(cy) < border && cz > near && cz < border
}

/** The middle of a blade's curve, v0/4 + v1/2 + v2/4, from its guide and tip relative to the root. */
export function middleOf(root: Vector, guide: Vector, tip: Vector): Vector {
  const at = (k: 0 | 1 | 2): number => root[k] + guide[k] / 2 + tip[k] / 4
  return [at(0), at(1), at(2)]
}

/**
 * How far away a blade counts as, m: along the ground only, so that a view from above thins nothing
 * out that is near in the picture.
 */
export function distanceAlongGround(eye: Vector, root: Vector, up: Vector): number {
  const x = root[0] - eye[0]
  const y = root[1] - eye[1]
  const z = root[2] - eye[2]
  const rise = x * up[0] + y * up[1] + z * up[2]
  return Math.hypot(x - rise * up[0], y - rise * up[1], z - rise * up[2])
}

/**
 * Is a blade among those left out at this distance? Of each `levels` blades ⌊levels (1 − d / farthest)⌋
 * remain, always the same ones first: what is gone does not come back farther away.
 *
 * @param rank of the blade, 0 to 1, spread evenly and at random over the field
 */
export function isThinnedOut(
  distance: number,
  rank: number,
  levels: number,
  farthest: number,
): boolean {
  return Math.floor(levels * rank) >= Math.floor(levels * (1 - distance / farthest))
}

/** Depth of a scene as its camera sees it: 0 at the camera, 1 at the far plane, for x and y in 0 to 1. */
export type DepthAt = (x: number, y: number) => number

/** A blade counts as behind only if it is by this much, in depth from 0 to 1, beyond what is seen. */
export const DEPTH_BIAS = 0.01

/**
 * Is a point behind what the camera sees there?
 *
 * @param far plane, m, by which depths are divided
 */
export function isBehind(
  viewProjection: Matrix,
  [x, y, z]: Vector,
  depthAt: DepthAt,
  far: number,
): boolean {
  const m = viewProjection
  const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!
  if (!(w > 0)) return false
  const px = 0.5 + (0.5 * (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!)) / w
  const py = 0.5 + (0.5 * (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!)) / w
  // What is out of the picture is nothing that could be in front of it.
  if (!(px >= 0 && px <= 1 && py >= 0 && py <= 1)) return false
  return w / far > depthAt(px, py) + DEPTH_BIAS
}

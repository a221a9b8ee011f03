/** A tablecloth on a table, held along one edge by a rail that can be pulled away. */
import { type ClothParams, materialPresets } from '@billow/core'

export const tablecloth = {
  ...materialPresets.cotton,
  size: [1.5, 1.1],
  segments: [52, 38],
  orientation: 'horizontal',
  substeps: 10,
  colliderOffset: 0.004,
} as const satisfies Partial<ClothParams>

export const TABLE_HEIGHT = 0.75
export const TABLE_TOP = [1.15, 0.04, 0.75] as const
/**
 * Radius of its edges, m. Over a sharp one, cloth this coarse is caught: where a particle on either
 * side pulls along a face, none pulls round the edge.
 */
export const ROUNDING = TABLE_TOP[1] / 2

const [aside, ahead] = [TABLE_TOP[0] / 2 - ROUNDING, TABLE_TOP[2] / 2 - ROUNDING]

/** Axes of the four edges, about the middle of the table top, m. */
export const tableEdges = [
  { from: [-aside, 0, -ahead], to: [aside, 0, -ahead] },
  { from: [aside, 0, -ahead], to: [aside, 0, ahead] },
  { from: [aside, 0, ahead], to: [-aside, 0, ahead] },
  { from: [-aside, 0, ahead], to: [-aside, 0, -ahead] },
] as const

/** What is flat of it, m. */
export const TABLE_FLAT = [2 * aside, TABLE_TOP[1], 2 * ahead] as const
/** Cloth rests this far above the table, m. */
export const GAP = 0.005

/** Where the rail is at the start, m: along x from the middle of the table, and above the ground. */
export const RAIL = [tablecloth.size[0] / 2, TABLE_HEIGHT + GAP + 0.002] as const
export const RAIL_RADIUS = 0.012

/** The pull: faster by this, m/s², until it has the speed that was asked for, over this way, m. */
const ACCELERATION = 30
const WAY = 1.75

/** How far the rail has come, m, `time` seconds after it was pulled. */
export function pulled(time: number, speed: number): number {
  const begun = speed / ACCELERATION
  if (time <= 0) return 0
  const far = time < begun ? (ACCELERATION * time * time) / 2 : speed * (time - begun / 2)
  return Math.min(WAY, far)
}

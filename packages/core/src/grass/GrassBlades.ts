/**
 * The blades of a field as arrays: what never changes while they move, and what does. Everything is
 * relative to the root of a blade, and roots to the origin of the field, so that single precision
 * is enough anywhere in the world.
 *
 * Blades are sorted by chunks, pieces of ground that are culled and searched as a whole. Within a
 * chunk their order is random: any first part of a chunk is an even, thinner lawn.
 */

/** An array of either precision. */
export type BladeArray = Float64Array | Float32Array

export interface GrassBlades {
  readonly count: number
  /** xyz per blade, m from the origin of the field. */
  readonly roots: Float32Array
  /** Unit vector per blade: where it grows to. */
  readonly ups: Float32Array
  /** Unit vector across and unit vector to the front per blade, 6 numbers. */
  readonly axes: Float32Array
  /** m */
  readonly heights: Float32Array
  /** m, at the root */
  readonly widths: Float32Array
  /** Stiffness in parts of the stiffness that droop gives for this height. */
  readonly firmness: Float32Array
  /** 0 to 1, for the differences in colour. */
  readonly tints: Float32Array
  /** 0 to 1, even over every chunk: those of low rank are the last to be thinned out. */
  readonly ranks: Float32Array
  readonly chunks: GrassChunks
}

export interface GrassChunks {
  readonly count: number
  /** First blade of each chunk; one more at the end. */
  readonly starts: Uint32Array
  /** xyz and radius per chunk: a ball that no blade leaves, however it bends; m. */
  readonly balls: Float32Array
}

/** What moves. */
export interface GrassState {
  /** v2 − v0 per blade, m. */
  readonly tips: BladeArray
  /** Distance of v1 from v0 along up, m. */
  readonly guides: BladeArray
  /** η: how hard a blade was pressed, which keeps it down for a while. */
  readonly strengths: BladeArray
}

/** A curve is never longer than this in parts of its blade's height, wherever the tip is. */
export const LONGEST_CURVE = 1.01

/** State of upright blades. */
export function createGrassState(
  { count, heights, ups }: GrassBlades,
  precision: 'float64' | 'float32',
): GrassState {
  const create = (length: number): BladeArray =>
    precision === 'float64' ? new Float64Array(length) : new Float32Array(length)
  const state = { tips: create(3 * count), guides: create(count), strengths: create(count) }
  raise(state, heights, ups)
  return state
}

/** Puts all blades upright. */
export function raise(
  { tips, guides, strengths }: GrassState,
  heights: Float32Array,
  ups: Float32Array,
): void {
  for (let i = 0; i < tips.length; i++) tips[i] = heights[Math.floor(i / 3)]! * ups[i]!
  guides.set(heights)
  strengths.fill(0)
}

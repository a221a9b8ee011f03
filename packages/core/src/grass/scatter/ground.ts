/**
 * The ground that blades grow on: a place for every pair of random numbers, evenly spread over its
 * area. Rectangle, height function and mesh are the three kinds.
 */

/** Where a blade may grow. */
export interface Spot {
  /** xyz, m */
  readonly root: Float64Array
  /** Normal of the ground, unit vector. */
  readonly up: Float64Array
  /** Texture coordinates: of the mesh, or 0 to 1 over the rectangle. */
  readonly uv: Float64Array
}

export interface Ground {
  /** m²; of a height function that of its plan. */
  readonly area: number
  /** Does it lie in a plane of constant y, so that what is near in plan is near? */
  readonly isPlan: boolean
  /**
   * The spot for three random numbers in [0, 1).
   * @returns false where nothing can grow
   */
  place(choice: number, across: number, along: number, spot: Spot): boolean
}

export function createSpot(): Spot {
  return { root: new Float64Array(3), up: new Float64Array(3), uv: new Float64Array(2) }
}

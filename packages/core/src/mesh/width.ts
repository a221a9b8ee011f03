/** How wide a mesh is: as wide as a rectangle of the same area and length. */

export interface Spread {
  /** xyz per particle, m. */
  readonly restPositions: ArrayLike<number>
  /** Three particles per triangle. */
  readonly triangles: ArrayLike<number>
  /** m² per particle */
  readonly areas: Float64Array
}

/** m */
export function widthOf({ restPositions, triangles, areas }: Spread): number {
  let length = 0
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity]
    // What belongs to no triangle is no part of it.
    for (let c = 0; c < triangles.length; c++) {
      const x = restPositions[3 * triangles[c]! + k]!
      low = Math.min(low, x)
      high = Math.max(high, x)
    }
    length = Math.max(length, high - low)
  }
  return areas.reduce((sum, area) => sum + area, 0) / length
}

/**
 * How large a scene file may be. Files come from anywhere, and a page must not freeze on one that
 * was made up.
 */

/** Characters of text: about what a mesh of 262 144 vertices with uv takes. */
export const MAX_SCENE_CHARACTERS = 40_000_000

export const MAX_POINTS_PER_SIDE = 1024

/** 512 × 512: about 130 MB of state and springs. */
export const MAX_PARTICLES = 262_144

/** Twice as many as particles, as in a grid. */
export const MAX_TRIANGLES = 2 * MAX_PARTICLES

/** Width or height of a sheet, m. */
export const LARGEST_SIZE = 10_000

/** Coordinates, m. */
export const LARGEST_COORDINATE = 1_000_000

/** What a scene file may hold of a parameter, where that is less than a program may pass. */
export const PARAMETER_LIMITS: Readonly<Record<string, number>> = {
  size: LARGEST_SIZE,
  jitter: LARGEST_SIZE,
}

/** Densities, stiffnesses and the like; beyond it sums overflow. */
export const LARGEST_QUANTITY = 1e12

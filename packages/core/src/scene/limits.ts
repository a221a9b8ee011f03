/**
 * How large a scene file may be. Files come from anywhere, and a page must not freeze on one that
 * was made up.
 */

/** Characters of text; the largest real scene with a pin on every particle is far below. */
export const MAX_SCENE_CHARACTERS = 4_000_000

export const MAX_POINTS_PER_SIDE = 1024

/** 512 × 512: about 130 MB of state and springs. */
export const MAX_PARTICLES = 262_144

/** Width or height of a sheet, m. */
export const LARGEST_SIZE = 10_000

/** Coordinates, m. */
export const LARGEST_COORDINATE = 1_000_000

/** Densities, stiffnesses and the like; beyond it sums overflow. */
export const LARGEST_QUANTITY = 1e12

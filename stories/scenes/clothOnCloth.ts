/** Cloths that fall over each other: a square, a round one and a small one on a ball, and a table that is laid. */
import { type ClothOptions, createDisc, materialPresets } from '@billow/core'

/** Distance of particles of all cloths, m. */
const SPACING = 0.025

/**
 * Two of these are about a cell, m: a particle that lies between four others is then well above them,
 * and triangles do not cross.
 */
export const THICKNESS = 0.012

export const ball = { radius: 0.3, friction: 0.4 } as const
export const table = { size: [0.72, 0.4, 0.6], friction: 0.4 } as const

export const fabric = {
  ...materialPresets.cotton,
  orientation: 'horizontal',
  substeps: 6,
  thickness: THICKNESS,
  selfFriction: 0.4,
  selfCollision: true,
  colliderOffset: 0.004,
  damping: 0.3,
} as const satisfies ClothOptions

export interface LaidCloth {
  readonly name: string
  readonly color: string
  readonly repeat: readonly [number, number]
  readonly options: ClothOptions
}

/** A rectangle whose middle is at a place, m. */
function rectangle(
  width: number,
  depth: number,
  [x, y, z]: readonly [number, number, number],
): ClothOptions {
  return {
    size: [width, depth],
    segments: [Math.round(width / SPACING), Math.round(depth / SPACING)],
    origin: [x - width / 2, y, z - depth / 2],
  }
}

/** A disc that lies at a height, m. */
function round(radius: number, [cx, cy, cz]: readonly [number, number, number]): ClothOptions {
  const { positions, ...disc } = createDisc({ radius, rings: Math.round(radius / SPACING) })
  const lying = Float32Array.from(positions, (_, i) => {
    const p = 3 * Math.floor(i / 3)
    return [cx + positions[p]!, cy, cz - positions[p + 1]!][i % 3]!
  })
  return { mesh: { ...disc, positions: lying } }
}

export const onBall: readonly LaidCloth[] = [
  { name: 'square', color: '#2f5f8f', repeat: [10, 10], options: rectangle(1, 1, [0, 0.66, 0]) },
  { name: 'round', color: '#c58a2b', repeat: [6, 6], options: round(0.36, [0.03, 0.8, -0.02]) },
  {
    name: 'small',
    color: '#b8432f',
    repeat: [4, 4],
    options: rectangle(0.4, 0.4, [-0.02, 0.94, 0.03]),
  },
]

export const onTable: readonly LaidCloth[] = [
  {
    name: 'tablecloth',
    color: '#2f5f8f',
    repeat: [10, 9],
    options: rectangle(1.05, 0.95, [0, 0.46, 0]),
  },
  {
    name: 'runner',
    color: '#c58a2b',
    repeat: [12, 3],
    options: rectangle(1.15, 0.25, [0, 0.54, 0]),
  },
  {
    name: 'napkin',
    color: '#b8432f',
    repeat: [3, 3],
    options: rectangle(0.25, 0.25, [0.16, 0.62, 0.02]),
  },
]

/** Least distance of particles of different cloths, m. */
export function leastBetween(cloths: readonly { readonly positions: ArrayLike<number> }[]): number {
  let least = Infinity
  cloths.forEach(({ positions: p }, n) => {
    for (const { positions: q } of cloths.slice(n + 1)) {
      for (let i = 0; i < p.length; i += 3) {
        for (let j = 0; j < q.length; j += 3) {
          const x = p[i]! - q[j]!
          const y = p[i + 1]! - q[j + 1]!
          const z = p[i + 2]! - q[j + 2]!
          least = Math.min(least, x * x + y * y + z * z)
        }
      }
    }
  })
  return Math.sqrt(least)
}

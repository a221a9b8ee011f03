/** Sheets that fall on bodies of every kind: one sheet, one body each, all on the same ground. */
import { type ClothParams, materialPresets } from '@billow/core'

export const drape = {
  ...materialPresets.cotton,
  size: [1, 1],
  segments: [40, 40],
  orientation: 'horizontal',
  substeps: 8,
  colliderOffset: 0.004,
  colliderContact: 'particles',
} as const satisfies Partial<ClothParams>

/** Cloth rests this far above bodies and the ground, m: its triangles are flat and bodies are not. */
export const GAP = 0.006

export const FRICTION = 0.4

export const shapes = [
  'sphere',
  'box',
  'capsule',
  'cylinder',
  'cone',
  'mesh',
  'heightField',
] as const

export type Shape = (typeof shapes)[number]

/** Where the body's own origin is above the ground, and how high a sheet starts, m. */
export const heights: Readonly<Record<Shape, { readonly body: number; readonly start: number }>> = {
  sphere: { body: 0.3, start: 0.72 },
  box: { body: 0.2, start: 0.52 },
  capsule: { body: 0.34, start: 0.8 },
  cylinder: { body: 0.22, start: 0.56 },
  cone: { body: 0.3, start: 0.8 },
  mesh: { body: 0, start: 1 },
  heightField: { body: 0.02, start: 0.42 },
}

export const sphere = { radius: 0.3 } as const
export const box = { size: [0.5, 0.4, 0.4] } as const
/** Ends of its axis are `height` apart. */
export const capsule = { radius: 0.16, height: 0.36 } as const
export const cylinder = { radius: 0.28, height: 0.44 } as const
/** Radii below and above. */
export const cone = { radii: [0.24, 0.06], height: 0.42 } as const

/** Hills as a function of the place, m. */
const hill = (x: number, z: number): number =>
  0.16 * Math.exp(-((x + 0.2) ** 2 + (z - 0.1) ** 2) / 0.03) +
  0.24 * Math.exp(-((x - 0.18) ** 2 + (z + 0.12) ** 2) / 0.04) +
  0.015 * Math.sin(9 * x) * Math.sin(7 * z)

const POINTS = 49
const EXTENT = 1.1

export const landscape = {
  columns: POINTS,
  rows: POINTS,
  size: [EXTENT, EXTENT],
  heights: Float32Array.from({ length: POINTS * POINTS }, (_, n) =>
    hill(
      EXTENT * ((n % POINTS) / (POINTS - 1) - 0.5),
      EXTENT * (Math.floor(n / POINTS) / (POINTS - 1) - 0.5),
    ),
  ),
} as const

/**
 * A cape on a wearer made of spheres, who looks along −z: the cape hangs behind, towards +z. All in
 * the wearer's axes, m; the feet are at the origin.
 */
import { type ClothParams, materialPresets } from '@billow/core'

export const cape = {
  ...materialPresets.wool,
  size: [0.62, 0.95],
  segments: [20, 30],
  orientation: 'vertical',
  substeps: 8,
  colliderOffset: 0.012,
} as const satisfies Partial<ClothParams>

const COLLAR_HEIGHT = 1.44
const COLLAR_RADIUS = 0.22

/** How far the collar reaches round to each side from the back, radians. */
const COLLAR_ANGLE = 1.35

/** Lower left corner of the sheet at the start, well behind the wearer. */
export const capeOrigin = [-cape.size[0] / 2, COLLAR_HEIGHT - cape.size[1], 0.22] as const

/** Particles along the collar, and where each sits on the wearer. */
export const collar = Array.from({ length: cape.segments[0] + 1 }, (_, column) => {
  const angle = (2 * (column / cape.segments[0]) - 1) * COLLAR_ANGLE
  return {
    particle: [column, cape.segments[1]] as const,
    offset: [
      COLLAR_RADIUS * Math.sin(angle),
      COLLAR_HEIGHT,
      COLLAR_RADIUS * Math.cos(angle),
    ] as const,
  }
})

/** Head, shoulders, trunk, and legs as one. */
export const body = [
  { center: [0, 1.62, 0], radius: 0.11 },
  { center: [-0.15, 1.36, 0], radius: 0.09 },
  { center: [0.15, 1.36, 0], radius: 0.09 },
  { center: [0, 1.32, 0], radius: 0.15 },
  { center: [0, 1.15, 0], radius: 0.155 },
  { center: [0, 0.98, 0], radius: 0.15 },
  { center: [0, 0.82, 0], radius: 0.155 },
  { center: [0, 0.65, 0], radius: 0.14 },
  { center: [0, 0.48, 0], radius: 0.125 },
  { center: [0, 0.32, 0], radius: 0.11 },
  { center: [0, 0.17, 0], radius: 0.1 },
  { center: [0, 0.06, 0], radius: 0.09 },
] as const

/**
 * A cape on a wearer made of tapered capsules, who looks along −z: the cape hangs behind, towards +z. All in
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

/** Head, shoulders, trunk and legs: tapered capsules, whose axes begin and end there, m. */
export const body = [
  { from: [0, 1.6, 0], to: [0, 1.64, 0], radii: [0.1, 0.105] },
  { from: [0, 1.45, 0], to: [0, 1.6, 0], radii: [0.055, 0.05] },
  { from: [-0.115, 1.36, 0], to: [0.115, 1.36, 0], radii: [0.085, 0.085] },
  { from: [0, 1.3, 0], to: [0, 0.88, 0], radii: [0.155, 0.15] },
  { from: [0.075, 0.86, 0], to: [0.075, 0.07, 0], radii: [0.09, 0.06] },
  { from: [-0.075, 0.86, 0], to: [-0.075, 0.07, 0], radii: [0.09, 0.06] },
] as const

/**
 * A skirt on a walker made of capsules. The skirt is a flared tube: rings of particles from the waist
 * down, more cloth below than the rings above have. All in the walker's axes, m: the feet are at the
 * origin, the walker looks along +z.
 */
import { type ClothParams, materialPresets, type MeshOptions } from '@billow/core'

export const skirt = {
  ...materialPresets.cotton,
  bendCompliance: 0.05,
  substeps: 12,
  selfCollision: false,
} as const satisfies Partial<ClothParams>

const WAIST = 1.04
const LENGTH = 0.62
/** Half axes of the waist along x and z. */
const WAIST_RADII = [0.142, 0.112] as const
/** How much wider it is at the hem. */
const FLARE = 2.6
const AROUND = 72
const DOWN = 28

/** One ring after the other, from the waist down; a ring's first particle is at −z, behind. */
export const skirtMesh: MeshOptions = (() => {
  const positions: number[] = []
  const uvs: number[] = []
  for (let row = 0; row <= DOWN; row++) {
    const share = row / DOWN
    const wide = 1 + (FLARE - 1) * share
    // One more for the seam of the texture: it is in the place of the first, and moves as one with it.
    for (let column = 0; column <= AROUND; column++) {
      const angle = (2 * Math.PI * (column % AROUND)) / AROUND
      positions.push(
        -WAIST_RADII[0] * wide * Math.sin(angle),
        WAIST - LENGTH * share,
        -WAIST_RADII[1] * wide * Math.cos(angle),
      )
      uvs.push(column / AROUND, 1 - share)
    }
  }
  const indices: number[] = []
  for (let row = 0; row < DOWN; row++) {
    for (let column = 0; column < AROUND; column++) {
      const a = row * (AROUND + 1) + column
      const b = a + AROUND + 1
      indices.push(a, b, a + 1, a + 1, b, b + 1)
    }
  }
  return { positions, indices, uvs }
})()

/** Height above which particles belong to the waistband. */
export const WAISTBAND = WAIST - LENGTH / DOWN / 2

export const HIP = 0.92
export const HIP_ASIDE = 0.085
export const THIGH = 0.42
export const SHIN = 0.42

/** Radii at the upper and the lower end. */
export const thighRadii = [0.085, 0.062] as const
export const shinRadii = [0.06, 0.042] as const

/** How the legs swing at a moment of the walk, radians: the thigh forward, the knee back. */
export function legAngles(phase: number, stride: number): { thigh: number; knee: number } {
  return {
    thigh: stride * Math.sin(phase),
    // It bends while the leg comes forward.
    knee: stride * (0.25 + 0.9 * Math.max(0, Math.cos(phase))),
  }
}

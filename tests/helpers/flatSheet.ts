/** A flat sheet that nothing acts on, self-collision on: it must not move at all (V32). */
import { ClothSimulation, type ClothOptions } from '@billow/core'
import { largestDifference } from './xpbdMotion.js'

/**
 * Farthest that any particle of N × N has moved in any of the steps, m.
 *
 * @param share of the distance between neighbours that self-collision keeps
 */
export function motionOfFlatSheet(
  solver: NonNullable<ClothOptions['solver']>,
  side: number,
  share: number,
  steps: number,
): number {
  const cloth = new ClothSimulation({
    solver,
    segments: [side - 1, side - 1],
    gravity: [0, 0, 0],
    airDensity: 0,
    substeps: 1,
    iterations: 1,
    selfCollision: true,
    thickness: share / (side - 1) / 2,
  })
  const start = cloth.positions.slice()
  let farthest = 0
  for (let n = 0; n < steps; n++) {
    cloth.step()
    farthest = Math.max(farthest, largestDifference(cloth.positions, start))
  }
  return farthest
}

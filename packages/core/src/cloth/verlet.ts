/**
 * Störmer-Verlet integration (Verlet 1967) with damping:
 * x' = x + q (x − x_last) + (F / m + g) dt², where q is the share of the velocity that is kept.
 */
import type { ClothState } from './ClothState.js'

/**
 * Moves all particles that are not fixed.
 *
 * @param mass of one particle, kg
 * @param kept share of the velocity that damping leaves, 0 to 1
 */
export function integrate(
  { positions, lastPositions, forces, fixed }: ClothState,
  mass: number,
  gravity: readonly [number, number, number],
  kept: number,
  dt: number,
): void {
  const squared = dt * dt
  const gx = gravity[0]
  const gy = gravity[1]
  const gz = gravity[2]
  for (let p = 0, i = 0; p < fixed.length; p++, i += 3) {
    if (fixed[p]! !== 0) continue
    const x = positions[i]!
    const y = positions[i + 1]!
    const z = positions[i + 2]!
    positions[i] = x + kept * (x - lastPositions[i]!) + (forces[i]! / mass + gx) * squared
    positions[i + 1] =
      y + kept * (y - lastPositions[i + 1]!) + (forces[i + 1]! / mass + gy) * squared
    positions[i + 2] =
      z + kept * (z - lastPositions[i + 2]!) + (forces[i + 2]! / mass + gz) * squared
    lastPositions[i] = x
    lastPositions[i + 1] = y
    lastPositions[i + 2] = z
  }
}

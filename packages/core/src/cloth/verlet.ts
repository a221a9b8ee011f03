/**
 * Störmer-Verlet integration (Verlet 1967) with damping:
 * x' = x + q (x − x_last) + (F / m + g) dt², where q is the share of the velocity that is kept.
 */
import type { ClothState } from './ClothState.js'

export interface Integration {
  /** Mass of one particle, kg. */
  mass: number
  /** m/s² */
  gravity: readonly [number, number, number]
  /** Share of the velocity that damping leaves, 0 to 1. */
  kept: number
  /** Substep, s. */
  dt: number
}

/** Moves all particles that are not fixed. */
export function integrate(
  { positions, lastPositions, forces, fixed }: ClothState,
  { mass, gravity, kept, dt }: Integration,
): void {
  const squared = dt * dt
  const gx = gravity[0]
  const gy = gravity[1]
  const gz = gravity[2]
  for (let p = 0; p < fixed.length; p++) {
    if (fixed[p]! !== 0) continue
    const i = 3 * p
    const j = i + 1
    const k = i + 2
    const x = positions[i]!
    const y = positions[j]!
    const z = positions[k]!
    const vx = kept * (x - lastPositions[i]!)
    const vy = kept * (y - lastPositions[j]!)
    const vz = kept * (z - lastPositions[k]!)
    lastPositions[i] = x
    lastPositions[j] = y
    lastPositions[k] = z
    positions[i] = x + vx + (forces[i]! / mass + gx) * squared
    positions[j] = y + vy + (forces[j]! / mass + gy) * squared
    positions[k] = z + vz + (forces[k]! / mass + gz) * squared
  }
}

/**
 * Verlet keeps velocity as a distance per substep: when the substep changes, so must the distance.
 *
 * @param scale the new substep over the last
 */
export function rescaleVelocities({ positions, lastPositions }: ClothState, scale: number): void {
  for (let i = 0; i < positions.length; i++) {
    lastPositions[i] = positions[i]! - scale * (positions[i]! - lastPositions[i]!)
  }
}

/** A meadow on low hills in the evening, with a ball that rolls through it. */
import type { GrassParams } from '@billow/core'

export const meadow = {
  size: [26, 26],
  density: 210,
  height: 0.34,
  width: 0.014,
  droop: 0.45,
  tufting: 0.6,
  wind: [3, 0, 1.5],
  turbulence: 0.4,
  turbulenceScale: 3,
  gusts: 0.4,
  maxDistance: 40,
} as const satisfies Partial<GrassParams>

/** y of the ground, m. */
export function hills(x: number, z: number): number {
  return 0.25 * Math.sin(0.5 * x) * Math.cos(0.4 * z) + 0.1 * Math.sin(1.1 * z + 0.4 * x)
}

export const BALL_RADIUS = 0.35

/** Radius of the ball's way, m, and how long it takes for a round, s. */
const WAY = 1.7
const ROUND = 14

/** Where the ball is at a time, m: it lies on the ground and rolls in a round. */
export function ballAt(seconds: number): [number, number, number] {
  const angle = (2 * Math.PI * seconds) / ROUND
  const x = WAY * Math.cos(angle)
  const z = WAY * Math.sin(angle)
  return [x, hills(x, z) + BALL_RADIUS, z]
}

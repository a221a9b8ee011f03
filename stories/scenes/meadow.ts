/** A meadow on low hills in the evening, with a ball that rolls through it. */
import type { GrassParams } from '@billow/core'

export const meadow = {
  size: [26, 26],
  density: 420,
  height: 0.34,
  width: 0.016,
  droop: 0.45,
  tufting: 0.6,
  tuftSize: 0.5,
  wind: [3, 0, 1.5],
  turbulence: 0.4,
  turbulenceScale: 3,
  gusts: 0.4,
  maxDistance: 34,
} as const satisfies Partial<GrassParams>

/** y of the ground, m. */
export function hills(x: number, z: number): number {
  return 0.25 * Math.sin(0.5 * x) * Math.cos(0.4 * z) + 0.1 * Math.sin(1.1 * z + 0.4 * x)
}

/** Where the camera of the meadow stands, m. */
const CAMERA_Z = 5.2

/** Dense where one sees single blades, thinner where one sees none, and nothing behind the camera. */
export function fadingDensity(x: number, _y: number, z: number): number {
  const behind = z - CAMERA_Z
  if (behind > 0.6 + 0.3 * Math.abs(x)) return 0
  return Math.min(Math.max(2.6 / Math.hypot(x, behind), 0.28), 1)
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

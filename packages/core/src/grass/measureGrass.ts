/** Readings of a field of grass. */
import type { GrassBlades, GrassState } from './GrassBlades.js'

export interface GrassMeasurements {
  readonly blades: number
  /** Angle between a tip and up, mean and largest, degrees. */
  readonly meanLean: number
  readonly maxLean: number
  /** Blades that a collider moved in the last step. */
  readonly touched: number
  /** Blades that are still held down by what pressed them. */
  readonly pressed: number
  /** Simulated seconds since the start. */
  readonly time: number
  readonly steps: number
}

export function measureGrass(
  { count, ups }: GrassBlades,
  { tips, strengths }: GrassState,
  { time, steps, touched }: { time: number; steps: number; touched: number },
): GrassMeasurements {
  let sum = 0
  let maxLean = 0
  let pressed = 0
  for (let n = 0, i = 0; n < count; n++, i += 3) {
    const rise = tips[i]! * ups[i]! + tips[i + 1]! * ups[i + 1]! + tips[i + 2]! * ups[i + 2]!
    const length = Math.hypot(tips[i]!, tips[i + 1]!, tips[i + 2]!)
    const lean = (Math.acos(Math.min(Math.max(rise / length, -1), 1)) * 180) / Math.PI
    sum += lean
    maxLean = Math.max(maxLean, lean)
    if (strengths[n]! > 0) pressed++
  }
  const meanLean = count > 0 ? sum / count : 0
  return { blades: count, meanLean, maxLean, touched, pressed, time, steps }
}

/**
 * What drawing and dragging need of a cloth, wherever it is simulated: `ClothSimulation` on the page
 * itself, `ClothWorker` in a worker.
 */
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { ParticleArray } from './ClothState.js'

export interface ClothView {
  /** Grows whenever the sheet is another one. */
  readonly revision: number
  /** Grows whenever a tear, or what undoes it, changes triangles and vertices of the sheet. */
  readonly topologyRevision: number
  /** xyz per particle, m, those in reserve included. */
  readonly positions: ParticleArray
  readonly particleCount: number
  readonly sheet: ClothSheet
  /** Writes the positions for drawing now, xyz per particle, m. */
  writePositions(out: Float32Array, interpolate?: boolean): void
  grab(particle: number, target: readonly [number, number, number]): void
  release(particle?: number): void
}

/** Positions between two states; `alpha` is 0 at the earlier and 1 at the later one. */
export function writeBetween(
  earlier: ParticleArray,
  later: ParticleArray,
  alpha: number,
  out: Float32Array,
): void {
  if (alpha === 1) {
    out.set(later)
    return
  }
  for (let i = 0; i < later.length; i++) {
    const before = earlier[i]!
    out[i] = before + alpha * (later[i]! - before)
  }
}

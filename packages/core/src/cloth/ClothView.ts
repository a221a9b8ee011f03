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
  /** Positions one step before `positions`, m. */
  readonly previousPositions: ParticleArray
  /** How far drawing is from `previousPositions` to `positions`, 0 to 1: as far as the clock is. */
  readonly alpha: number
  readonly particleCount: number
  readonly sheet: ClothSheet
  /** Writes the positions for drawing now, xyz per particle, m. */
  writePositions(out: Float32Array, interpolate?: boolean): void
  grab(particle: number, target: readonly [number, number, number]): void
  release(particle?: number): void
}

/**
 * Positions between two states; `alpha` is 0 at the earlier and 1 at the later one. In single
 * precision, operation by operation, as `assembly/view.ts` does it.
 */
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
  const share = Math.fround(alpha)
  for (let i = 0; i < later.length; i++) {
    const before = Math.fround(earlier[i]!)
    const way = Math.fround(Math.fround(later[i]!) - before)
    out[i] = before + Math.fround(share * way)
  }
}

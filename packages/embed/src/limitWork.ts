/**
 * A page must stay usable whatever is written in its address. The ranges of the table bound each
 * parameter; this bounds their product, the work of one step.
 */
import type { ClothParams } from '@billow/core'

/** Particles × substeps × passes per step: some 50 ms. */
const MOST_WORK = 600_000

/** Fewer passes where needed, then fewer substeps. The number of particles is left as it is. */
export function limitWork(params: ClothParams): { params: ClothParams; reduced: boolean } {
  const particles = (params.segments[0] + 1) * (params.segments[1] + 1)
  const passes = params.solver === 'pbd' ? params.iterations : 1
  if (particles * params.substeps * passes <= MOST_WORK) return { params, reduced: false }
  const substeps = Math.min(params.substeps, Math.max(1, Math.floor(MOST_WORK / particles)))
  const iterations = Math.max(1, Math.floor(MOST_WORK / (particles * substeps)))
  return {
    params: { ...params, substeps, iterations: Math.min(params.iterations, iterations) },
    reduced: true,
  }
}

/**
 * How far a cloth gives: springs under a force, with what a solver leaves that ends its passes early,
 * and tethers.
 *
 * Within a substep h a force F moves the two ends of a spring apart by F h² · 2/m. One sweep of xpbd
 * takes that back from a spring that is F (α + h² · 2/m) too long (Macklin et al. 2016, eq. 18 with λ
 * = F h²); n passes of pbd that correct the share k each take it back from one of F h² · 2/m / (k n),
 * as long as k n is small.
 */
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { SpringFamily } from '../mesh/grid.js'
import type { ClothParams } from '../params/clothParams.js'
import { particleMass } from './solvers/ClothSolver.js'
import { elasticSlack } from './solvers/xpbd/slack.js'
import { familyStiffnesses } from './SpringSet.js'

/** By `SpringFamily`, m/N; infinite where a family is off. */
export type Softness = readonly [number, number, number]

export function softnessOf(params: ClothParams, sheet: ClothSheet): Softness {
  const { solver, timeStep, substeps, iterations, stiffness, ks } = params
  const dt = timeStep / substeps
  const way = (2 * dt * dt) / particleMass(params, sheet)
  if (solver === 'xpbd') {
    const { stretchCompliance, shearCompliance, bendCompliance } = params
    const values: [number, number, number] = [0, 0, 0]
    values[SpringFamily.structural] = params.structural ? stretchCompliance + way : Infinity
    values[SpringFamily.shear] = params.shear ? shearCompliance + way : Infinity
    values[SpringFamily.bend] = bendsByDistance(params) ? bendCompliance + way : Infinity
    return values
  }
  const perForce = solver === 'pbd' ? way / iterations : 1
  const [a, b, c] = familyStiffnesses(params, solver === 'pbd' ? stiffness : ks)
  return [perForce / a, perForce / b, perForce / c]
}

/** Strain up to which tethers and coarse levels leave a cloth alone; infinite where there are none. */
export function reachOf(params: ClothParams, sheet: ClothSheet): number {
  if (params.solver !== 'xpbd' || !params.tethers) return Infinity
  return params.tetherSlack + elasticSlack(params, sheet)
}

function bendsByDistance({ bend, bendModel }: ClothParams): boolean {
  return bend && bendModel === 'distance'
}

/**
 * The parameter table of `ClothSimulation`: every adjustable quantity of a cloth with default,
 * range, unit and kind of change, in the order in which panels show them. All quantities are SI.
 *
 * The defaults are a light cotton-like sheet of 1 m² that is stable with every solver.
 */
import { collisionParams } from './collisionParams.js'
import { forceParams } from './forceParams.js'
import type { LiveKey, ParameterTable, ParameterValues } from './Parameter.js'
import { sheetParams } from './sheetParams.js'
import { solverParams } from './solverParams.js'
import { springParams } from './springParams.js'
import { tearParams } from './tearParams.js'

export const clothParams = {
  ...solverParams,
  ...sheetParams,
  ...springParams,
  ...tearParams,
  ...forceParams,
  ...collisionParams,
} as const satisfies ParameterTable

export type ClothParams = ParameterValues<typeof clothParams>
export type ClothParamKey = keyof typeof clothParams
export type LiveClothParams = Pick<ClothParams, LiveKey<typeof clothParams>>

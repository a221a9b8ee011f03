/**
 * Kinds of grass to start from, in SI:
 *
 *     new GrassSimulation({ ...grassPresets.meadow, size: [10, 10] })
 *
 * Heights, widths of leaves and how many shoots there are on a square metre are round numbers within
 * what floras and agronomy give: perennial ryegrass that is mown (leaves of 2 to 6 mm), cock's-foot and
 * oat-grass before the hay (4 to 10 mm), wheat (0.7 to 1 m, 400 to 600 ears, leaves of 10 to 20 mm) and
 * common reed (1 to 4 m, 50 to 200 shoots, leaves of 10 to 30 mm). A lawn is the exception: it has over
 * 10 000 shoots per square metre, so each blade here stands for several. How far blades droop and how
 * they stand together is chosen for looks: mown and sown grass is even, stalks are stiff.
 */
import type { GrassParams } from '../params/grassParams.js'

/** The parameters of `GrassSimulation` that a kind of grass sets. */
export type GrassPresetParams = Pick<
  GrassParams,
  | 'density'
  | 'height'
  | 'heightVariation'
  | 'width'
  | 'widthVariation'
  | 'droop'
  | 'tuftSize'
  | 'tufting'
>

export const grassPresets = {
  lawn: {
    ...{ density: 1500, height: 0.05, heightVariation: 0.15, width: 0.005, widthVariation: 0.3 },
    ...{ droop: 0.3, tuftSize: 0.2, tufting: 0.2 },
  },
  meadow: {
    ...{ density: 500, height: 0.45, heightVariation: 0.4, width: 0.008, widthVariation: 0.3 },
    ...{ droop: 0.45, tuftSize: 0.4, tufting: 0.6 },
  },
  wheat: {
    ...{ density: 450, height: 0.85, heightVariation: 0.1, width: 0.015, widthVariation: 0.2 },
    ...{ droop: 0.25, tuftSize: 0.15, tufting: 0.1 },
  },
  reed: {
    ...{ density: 100, height: 2, heightVariation: 0.2, width: 0.025, widthVariation: 0.2 },
    ...{ droop: 0.2, tuftSize: 0.6, tufting: 0.3 },
  },
} as const satisfies Record<string, GrassPresetParams>

export type GrassPresetName = keyof typeof grassPresets

export const grassPresetNames = Object.keys(grassPresets) as readonly GrassPresetName[]

/**
 * Materials to make a cloth of, in SI, for the xpbd solver:
 *
 *     new ClothSimulation({ ...materialPresets.silk, pins: 'top' })
 *
 * Fabrics are described as the Kawabata evaluation system (KES-F; Kawabata 1980, "The standardization
 * and analysis of hand evaluation") measures them, in units that convert as
 *
 *     bending rigidity   1 gf·cm²/cm     = 9.807e-5 N·m
 *     shear stiffness    1 gf/(cm·deg)   = 56.19 N/m per radian
 *     extension EMT      at 500 gf/cm = 490.3 N/m, so that stretch stiffness = 490.3 / EMT
 *
 * Where the figures are from: denim is measured (Journal of Textiles 2016, article 4614168, table 5:
 * EMT 4.7 to 5.7 %, bending 0.14 to 0.23, shear 1.5 to 3.4 in the units above). Silk, cotton and wool
 * have round numbers within the ranges usual for a light habotai, a shirting and a suiting. Paper is
 * office paper of 80 g/m² with a Young's modulus of 3 GPa at 0.1 mm, bending E h³ / 12; rubber is
 * natural rubber of 1.5 MPa at 0.5 mm, bending E h³ / (12 (1 − ν²)), ν = ½. Net is chosen: a soft
 * tulle. Damping, strain limits and the distance kept in self-collision are chosen for looks, and so
 * are the coefficients of net in the air, which lets most of it through; the others are flat plates.
 */
import type { ClothParams } from '../params/clothParams.js'
import { type SheetStiffness, springCompliances } from './sheetStiffness.js'

/** What a material is, whatever grid it is simulated on. */
export interface ClothMaterial
  extends
    SheetStiffness,
    Pick<ClothParams, 'density' | 'damping' | 'strainLimit' | 'thickness' | 'drag' | 'lift'> {}

const PLATE = { drag: 1.2, lift: 1 } as const

export const materials = {
  silk: {
    ...{ density: 0.06, stretch: 12_000, shear: 20, bending: 3e-6 },
    ...{ damping: 0.3, strainLimit: 0.05, thickness: 0.003 },
    ...PLATE,
  },
  cotton: {
    ...{ density: 0.13, stretch: 10_000, shear: 60, bending: 7e-6 },
    ...{ damping: 0.5, strainLimit: 0.05, thickness: 0.004 },
    ...PLATE,
  },
  denim: {
    ...{ density: 0.4, stretch: 9_000, shear: 110, bending: 1.7e-5 },
    ...{ damping: 0.8, strainLimit: 0.05, thickness: 0.006 },
    ...PLATE,
  },
  wool: {
    ...{ density: 0.25, stretch: 7_000, shear: 40, bending: 1e-5 },
    ...{ damping: 0.8, strainLimit: 0.1, thickness: 0.006 },
    ...PLATE,
  },
  rubber: {
    ...{ density: 0.47, stretch: 750, shear: 250, bending: 2.1e-5 },
    ...{ damping: 0.4, strainLimit: 1, thickness: 0.004 },
    ...PLATE,
  },
  net: {
    ...{ density: 0.05, stretch: 1_500, shear: 12, bending: 4e-6 },
    ...{ damping: 0.3, strainLimit: 0.2, thickness: 0.003 },
    ...{ drag: 0.3, lift: 0.1 },
  },
  paper: {
    ...{ density: 0.08, stretch: 300_000, shear: 110_000, bending: 2.5e-4 },
    ...{ damping: 0.6, strainLimit: 0.01, thickness: 0.003 },
    ...PLATE,
  },
} as const satisfies Record<string, ClothMaterial>

export type MaterialName = keyof typeof materials

export const materialNames = Object.keys(materials) as readonly MaterialName[]

/** The parameters of `ClothSimulation` that a material sets. */
export type MaterialParams = Pick<
  ClothParams,
  | 'density'
  | 'stretchCompliance'
  | 'shearCompliance'
  | 'bendCompliance'
  | 'bendModel'
  | 'bendStiffness'
  | 'damping'
  | 'strainLimit'
  | 'thickness'
  | 'drag'
  | 'lift'
>

/** Cell of the default sheet, 1 m in 24 segments, m. */
const DEFAULT_CELL = 1 / 24

/**
 * Parameters for a material, which bends by angles and so is the same on any grid. Only
 * `bendCompliance` depends on the cell: it means something when `bendModel` is set to distances.
 *
 * @param cell distance of particles, m
 */
export function materialParams(material: ClothMaterial, cell = DEFAULT_CELL): MaterialParams {
  const { density, damping, strainLimit, thickness, drag, lift } = material
  const compliances = springCompliances(material, cell)
  return {
    ...{ density, ...compliances, bendModel: 'dihedral', bendStiffness: material.bending },
    ...{ damping, strainLimit, thickness, drag, lift },
  }
}

/**
 * The parameters of every material. `setParams` takes them too: they are all live.
 */
export const materialPresets: Readonly<Record<MaterialName, MaterialParams>> = {
  silk: materialParams(materials.silk),
  cotton: materialParams(materials.cotton),
  denim: materialParams(materials.denim),
  wool: materialParams(materials.wool),
  rubber: materialParams(materials.rubber),
  net: materialParams(materials.net),
  paper: materialParams(materials.paper),
}

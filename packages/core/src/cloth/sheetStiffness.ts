/**
 * From a sheet of material to the springs of a grid. A material resists stretching, shearing and
 * bending by amounts that belong to it alone, whatever the grid; a spring has a share of the sheet
 * that depends on the cell. This is the one place where the first is turned into the second.
 *
 * Each follows from equal energies: the springs of a cell of side a, and a² of a sheet, under the
 * same small strain. A square cell has one structural spring (k) along either side and two shear
 * springs (d) along its diagonals, so per area
 *
 *     ½ k (εx² + εy²) + ½ d ((εx + εy)² + γ²)
 *
 * which is a sheet of shear stiffness d that, pulled along a thread while free across it, has the
 * stretch stiffness k (k + 2 d) / (k + d). The side of the cell drops out of both: these springs look
 * the same on any square grid. On cells of a × b they are off by the ratio of the sides.
 *
 * A bend spring joins every second particle. Bent to a curvature κ, with threads that keep their
 * length, its chord of 2 a is shorter by a³ κ² / 4. So its energy grows with κ⁴, and that of a sheet,
 * ½ B κ² a², with κ²: a flat sheet of such springs has no stiffness against bending at all. The two
 * can be made equal at one curvature only, and by a compliance that falls with a⁴.
 */

/** What a sheet of material resists with, per width. */
export interface SheetStiffness {
  /** Pull per width and strain along a thread, free across it, N/m. */
  readonly stretch: number
  /** Shear force per width and angle, N/m (per radian). */
  readonly shear: number
  /** Bending moment per width and curvature, N·m. */
  readonly bending: number
}

/** Compliances of the springs of a grid, m/N. */
export interface SpringCompliances {
  readonly stretchCompliance: number
  readonly shearCompliance: number
  readonly bendCompliance: number
}

/**
 * Curvature at which bend springs are as stiff as the sheet, 1/m: the wide folds, of 10 cm radius, in
 * which a hanging square metre comes to rest. Sharper folds are resisted more, wider ones less.
 */
export const BEND_CURVATURE = 10

/**
 * @param cell side of a square cell of the grid, m
 * @returns what the three compliances of `ClothSimulation` must be; on meshes the first holds within
 *   15 %, and shear follows from it
 */
export function springCompliances(
  { stretch, shear, bending }: SheetStiffness,
  cell: number,
): SpringCompliances {
  // k (k + 2 d) / (k + d) = stretch, solved for k.
  const structural = (stretch - 2 * shear + Math.hypot(stretch, 2 * shear)) / 2
  return {
    stretchCompliance: 1 / structural,
    shearCompliance: 1 / shear,
    bendCompliance: (cell ** 4 * BEND_CURVATURE ** 2) / (16 * bending),
  }
}

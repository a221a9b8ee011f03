/**
 * The springs of a cloth in the form the solvers' loops want: premultiplied coordinate offsets,
 * and per spring the values that follow from the parameters.
 *
 * Springs that follow each other and have the same first end form a run. The loops go through runs
 * and keep the coordinates of that end in local variables, which saves half of all memory traffic
 * and changes no result. On a grid a run is the up to six springs of one particle.
 */
import type { ClothParams } from '../params/clothParams.js'
import { SpringFamily, type Springs } from '../mesh/grid.js'

export class SpringSet {
  readonly count: number
  readonly runCount: number
  /** First spring of each run, and `count` after the last. */
  readonly runStarts: Int32Array
  /** First end of each run: the offset of its first coordinate, 3 · particle. */
  readonly runOffsets: Int32Array
  /** Second end per spring: the offset of its first coordinate, 3 · particle. */
  readonly offsets: Int32Array
  /** Particles of either end, two per spring. */
  readonly ends: Uint32Array
  /** `SpringFamily` per spring. */
  readonly families: Uint8Array
  /** Where springs have no force, m: the sheet's, or others while a change is on its way. */
  restLengths: Float64Array
  /**
   * Stiffness per spring, 0 for a family that is off: N/m for mass-spring, share of the error for
   * pbd. Bend springs have `bendRatio` of it.
   */
  readonly stiffnesses: Float64Array
  /** Largest length that the strain limit leaves, m. */
  readonly maxLengths: Float64Array
  /** Its square, to find the few springs over it without a square root. */
  readonly maxSquares: Float64Array

  constructor(private readonly springs: Springs) {
    const { count, ends, families, restLengths } = springs
    this.count = count
    this.ends = ends
    this.families = families
    this.restLengths = restLengths
    this.offsets = Int32Array.from(families, (_, s) => 3 * ends[2 * s + 1]!)
    const runs = Array.from(families.keys()).filter(
      (s) => s === 0 || ends[2 * s] !== ends[2 * s - 2],
    )
    this.runCount = runs.length
    this.runStarts = Int32Array.from([...runs, count])
    this.runOffsets = Int32Array.from(runs, (s) => 3 * ends[2 * s]!)
    this.stiffnesses = new Float64Array(count)
    this.maxLengths = new Float64Array(count)
    this.maxSquares = new Float64Array(count)
  }

  configure(params: ClothParams, stiffness: number): void {
    const ofFamily = familyStiffnesses(params, stiffness)
    const stretch = 1 + params.strainLimit
    for (let s = 0; s < this.count; s++) {
      this.stiffnesses[s] = ofFamily[this.families[s]!]!
      this.maxLengths[s] = stretch * this.springs.restLengths[s]!
      this.maxSquares[s] = this.maxLengths[s]! * this.maxLengths[s]!
    }
  }

  /** @param lengths per spring, m; undefined for those of the sheet */
  ease(lengths: Float64Array | undefined): void {
    this.restLengths = lengths ?? this.springs.restLengths
  }
}

/** Stiffness by `SpringFamily`; 0 where the family is off. */
export function familyStiffnesses(
  params: ClothParams,
  stiffness: number,
): [number, number, number] {
  const values: [number, number, number] = [0, 0, 0]
  values[SpringFamily.structural] = params.structural ? stiffness : 0
  values[SpringFamily.shear] = params.shear ? stiffness : 0
  values[SpringFamily.bend] = params.bend ? stiffness * params.bendRatio : 0
  return values
}

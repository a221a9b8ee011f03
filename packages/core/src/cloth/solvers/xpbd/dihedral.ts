/**
 * Bending by angle: one constraint per hinge, C = θ − θ0, solved as Macklin et al. 2016 (eq. 18) with
 * λ = 0. Its gradient is that of Bridson, Marino and Fedkiw 2003 (section 4): it moves the four
 * particles across their triangles, neither pushes nor turns the four as a whole, and is zero for
 * what does not bend, as stretching in the plane. The rest angle is kept, so folds stay folds.
 *
 * The difference of the angles is taken from their sines and cosines, which makes it the shorter way
 * round, and turned into an angle by square roots and a polynomial: the same bits in every engine.
 */
import type { Hinges } from '../../../mesh/hinges.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/**
 * Largest turn of a hinge in one substep, radians. The gradient is right for small turns; a hinge
 * that is far from its rest angle gets there in several substeps instead of being flung.
 */
export const MAX_TURN = 0.25

/**
 * Least compliance in parts of what resists a turn, 1 / Σ w |∇θ|²: a hinge takes away half of its error
 * per substep at most. A dozen hinges share every particle; if each took all of its own they would
 * overshoot together and shake for ever. It bounds the stiffness that a substep can show: with 8
 * substeps, paper is as stiff as it should be on cells of 2 cm and more, silk on cells of 6 mm.
 */
export const LEAST_GIVE = 1

export class Dihedrals {
  /** Particles as offsets into `particles`. */
  private readonly ends: Int32Array
  private readonly restCosines: Float64Array
  private readonly restSines: Float64Array
  private readonly shapes: Float64Array

  constructor(
    private readonly memory: Pick<XpbdMemory, 'particles' | 'offsets'>,
    { particles, restAngles, shapes }: Hinges,
  ) {
    this.ends = Int32Array.from(particles, (particle) => STRIDE * particle)
    this.restCosines = restAngles.map((angle) => Math.cos(angle))
    this.restSines = restAngles.map((angle) => Math.sin(angle))
    this.shapes = shapes
  }

  /**
   * One sweep over all hinges.
   *
   * @param stiffness bending stiffness of the sheet, N·m
   * @param hh what a compliance is divided by: the square of the substep, s²
   */
  solve(stiffness: number, hh: number): void {
    const { ends, restCosines, restSines, shapes } = this
    const { particles: x, offsets: o } = this.memory
    const scale = 1 / (stiffness * hh)
    for (let n = 0, m = 0; n < shapes.length; n++, m += 4) {
      const a = ends[m]!
      const b = ends[m + 1]!
      const c = ends[m + 2]!
      const d = ends[m + 3]!
      const ex = x[d]! - x[c]! + (o[d]! - o[c]!)
      const ey = x[d + 1]! - x[c + 1]! + (o[d + 1]! - o[c + 1]!)
      const ez = x[d + 2]! - x[c + 2]! + (o[d + 2]! - o[c + 2]!)
      const px = x[a]! - x[c]! + (o[a]! - o[c]!)
      const py = x[a + 1]! - x[c + 1]! + (o[a + 1]! - o[c + 1]!)
      const pz = x[a + 2]! - x[c + 2]! + (o[a + 2]! - o[c + 2]!)
      const qx = x[b]! - x[c]! + (o[b]! - o[c]!)
      const qy = x[b + 1]! - x[c + 1]! + (o[b + 1]! - o[c + 1]!)
      const qz = x[b + 2]! - x[c + 2]! + (o[b + 2]! - o[c + 2]!)
      // Normals e × p and q × e, twice the areas long.
      const ax = ey * pz - ez * py
      const ay = ez * px - ex * pz
      const az = ex * py - ey * px
      const bx = qy * ez - qz * ey
      const by = qz * ex - qx * ez
      const bz = qx * ey - qy * ex
      const ee = ex * ex + ey * ey + ez * ez
      const aa = ax * ax + ay * ay + az * az
      const bb = bx * bx + by * by + bz * bz
      // A triangle without area has no normal.
      if (!(ee > 0 && aa > 0 && bb > 0)) continue
      const length = Math.sqrt(ee)
      const sizes = Math.sqrt(aa) * Math.sqrt(bb)
      const cosine = (ax * bx + ay * by + az * bz) / sizes
      const sine =
        ((ay * bz - az * by) * ex + (az * bx - ax * bz) * ey + (ax * by - ay * bx) * ez) /
        (length * sizes)
      const rc = restCosines[n]!
      const rs = restSines[n]!
      const error = angleOf(sine * rc - cosine * rs, cosine * rc + sine * rs)
      if (error === 0) continue

      // ∂θ/∂a = −|e| A / |A|², and at the ends of the edge by how far along it a and b lie.
      const ga = -length / aa
      const gb = -length / bb
      const sa = (px * ex + py * ey + pz * ez) / ee
      const sb = (qx * ex + qy * ey + qz * ez) / ee
      const ca = -(1 - sa) * ga
      const cb = -(1 - sb) * gb
      const da = -sa * ga
      const db = -sb * gb
      const dot = ax * bx + ay * by + az * bz
      const wa = x[a + 3]!
      const wb = x[b + 3]!
      const wc = x[c + 3]!
      const wd = x[d + 3]!
      const inertia =
        wa * ga * ga * aa +
        wb * gb * gb * bb +
        wc * (ca * ca * aa + cb * cb * bb + 2 * ca * cb * dot) +
        wd * (da * da * aa + db * db * bb + 2 * da * db * dot)
      if (!(inertia > 0)) continue
      const turn = error / (1 + Math.max((shapes[n]! * scale) / inertia, LEAST_GIVE))
      const bounded = turn > MAX_TURN ? MAX_TURN : turn < -MAX_TURN ? -MAX_TURN : turn
      const lambda = -bounded / inertia

      const la = lambda * wa * ga
      o[a]! += la * ax
      o[a + 1]! += la * ay
      o[a + 2]! += la * az
      const lb = lambda * wb * gb
      o[b]! += lb * bx
      o[b + 1]! += lb * by
      o[b + 2]! += lb * bz
      const lca = lambda * wc * ca
      const lcb = lambda * wc * cb
      o[c]! += lca * ax + lcb * bx
      o[c + 1]! += lca * ay + lcb * by
      o[c + 2]! += lca * az + lcb * bz
      const lda = lambda * wd * da
      const ldb = lambda * wd * db
      o[d]! += lda * ax + ldb * bx
      o[d + 1]! += lda * ay + ldb * by
      o[d + 2]! += lda * az + ldb * bz
    }
  }
}

/**
 * The angle of a sine and cosine, from −π to π. Three times halved, its tangent is below √2 − 1, where
 * the series of the arc tangent to the 15th power is right to 1.5e-7 at π and far better below.
 */
export function angleOf(sine: number, cosine: number): number {
  // Rounding may leave the circle by a little.
  const half =
    cosine > 0
      ? sine / (1 + cosine)
      : ((sine < 0 ? -1 : 1) * (1 - cosine)) / Math.max(Math.abs(sine), Number.MIN_VALUE)
  // tan ½φ may be infinite; the tangent of a quarter is 1 then.
  const quarter = Math.abs(half) < 1e8 ? half / (1 + Math.sqrt(1 + half * half)) : half < 0 ? -1 : 1
  const u = quarter / (1 + Math.sqrt(1 + quarter * quarter))
  const s = u * u
  const series =
    1 +
    s * (-1 / 3 + s * (1 / 5 + s * (-1 / 7 + s * (1 / 9 + s * (-1 / 11 + s * (1 / 13 - s / 15))))))
  return 8 * u * series
}

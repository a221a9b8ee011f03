/**
 * Bending by angle: one constraint per hinge, C = θ − θ0, solved as Macklin et al. 2016 (eq. 18) with
 * λ = 0. Its gradient is that of Bridson, Marino and Fedkiw 2003 (section 4): it moves the four
 * particles across their triangles, neither pushes nor turns the four as a whole, and is zero for
 * what does not bend, as stretching in the plane. The rest angle is kept, so folds stay folds.
 *
 * The difference of the angles is taken from their sines and cosines, which makes it the shorter way
 * round, and turned into an angle by square roots and a polynomial: the same bits in every engine.
 *
 * This is the reference for `assembly/hinges.ts`, and what runs where WebAssembly is refused.
 */
import type { XpbdMemory } from './XpbdMemory.js'

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

/** What the kernel works on. */
export type HingeMemory = Pick<
  XpbdMemory,
  'particles' | 'offsets' | 'hingeEnds' | 'restCosines' | 'restSines' | 'shapes'
>

/**
 * One sweep over the first hinges.
 *
 * @param scale 1 / (bending stiffness · h²), 1/(N·m·s²)
 */
export function solveHinges(memory: HingeMemory, count: number, scale: number): void {
  const { particles: x, offsets: o, hingeEnds: ends, restCosines, restSines, shapes } = memory
  for (let n = 0, m = 0; n < count; n++, m += 4) {
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
    // Normals A = e × p and B = q × e, twice the areas long.
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
    // A × B = −(p · B) e.
    const sine = -(length * (px * bx + py * by + pz * bz)) / sizes
    const rc = restCosines[n]!
    const rs = restSines[n]!
    const error = angleOf(sine * rc - cosine * rs, cosine * rc + sine * rs)
    if (error === 0) continue

    // The angle falls by |e| / |A|² as a moves along A, and likewise with b; the ends of the edge move
    // against them, by shares that follow from how far along it a and b lie.
    const ga = length / aa
    const gb = length / bb
    const nax = ga * ax
    const nay = ga * ay
    const naz = ga * az
    const nbx = gb * bx
    const nby = gb * by
    const nbz = gb * bz
    const perSquare = 1 / ee
    const sa = 1 - (px * ex + py * ey + pz * ez) * perSquare
    const sb = 1 - (qx * ex + qy * ey + qz * ez) * perSquare
    const cx = sa * nax + sb * nbx
    const cy = sa * nay + sb * nby
    const cz = sa * naz + sb * nbz
    const dx = nax + nbx - cx
    const dy = nay + nby - cy
    const dz = naz + nbz - cz
    const wa = x[a + 3]!
    const wb = x[b + 3]!
    const wc = x[c + 3]!
    const wd = x[d + 3]!
    const inertia =
      length * (wa * ga + wb * gb) +
      (wc * (cx * cx + cy * cy + cz * cz) + wd * (dx * dx + dy * dy + dz * dz))
    if (!(inertia > 0)) continue
    const free = error / (inertia + Math.max(shapes[n]! * scale, LEAST_GIVE * inertia))
    const bound = MAX_TURN / inertia
    const lambda = free > bound ? bound : free < -bound ? -bound : free

    o[a]! += lambda * wa * nax
    o[a + 1]! += lambda * wa * nay
    o[a + 2]! += lambda * wa * naz
    o[b]! += lambda * wb * nbx
    o[b + 1]! += lambda * wb * nby
    o[b + 2]! += lambda * wb * nbz
    o[c]! -= lambda * wc * cx
    o[c + 1]! -= lambda * wc * cy
    o[c + 2]! -= lambda * wc * cz
    o[d]! -= lambda * wd * dx
    o[d + 1]! -= lambda * wd * dy
    o[d + 2]! -= lambda * wd * dz
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

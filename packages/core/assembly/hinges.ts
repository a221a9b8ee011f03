/**
 * Bending by angle, four hinges at once: the twin of `src/cloth/solvers/xpbd/dihedral.ts`, equations
 * there. Of the sixteen particles no two may be the same. They are turned by 90° on the way in and
 * back on the way out; in between there are no branches, and what a hinge without a normal makes of
 * its divisions is thrown away at the end.
 */
import {
  firstHalves,
  firstPairs,
  fourths,
  LARGEST,
  secondHalves,
  secondPairs,
  VECTOR,
} from './lanes'

/** Four hinges: four ends of 4 bytes each. */
const FOUR_HINGES: usize = 64

const QUARTER_TURN: f32 = 1.5707963267948966

const HALF_TURN: f32 = 3.141592653589793

/** From particle a to particle b; its fourth number means nothing. */
function way(a: usize, b: usize, apart: usize): v128 {
  const bases = f32x4.sub(v128.load(b), v128.load(a))
  const offsets = f32x4.sub(v128.load(b + apart), v128.load(a + apart))
  return f32x4.add(bases, offsets)
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz))
}

/** a b − c d */
function cross(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.sub(f32x4.mul(a, b), f32x4.mul(c, d))
}

/** Neither infinite nor no number. */
function finite(a: v128): v128 {
  return f32x4.le(f32x4.abs(a), f32x4.splat(LARGEST))
}

/** a + s b */
function line(a: f32, b: f32, s: v128): v128 {
  return f32x4.add(f32x4.splat(a), f32x4.mul(f32x4.splat(b), s))
}

/**
 * The angles of what is in the proportion of a sine and cosine, from −π to π: to 5e-7, and below
 * 1 rad to 4e-7 of themselves. The smaller over the larger is a tangent from 0 to 1, for which
 * Abramowitz and Stegun (4.4.49) have a polynomial that is right to 2e-8. It is taken by pairs of
 * terms, which can be calculated beside each other.
 */
function angles(sine: v128, cosine: v128): v128 {
  const zero = f32x4.splat(0)
  const rise = f32x4.abs(sine)
  const run = f32x4.abs(cosine)
  const u = f32x4.div(f32x4.pmin(rise, run), f32x4.pmax(rise, run))
  const s = f32x4.mul(u, u)
  const s2 = f32x4.mul(s, s)
  const s4 = f32x4.mul(s2, s2)
  const low = f32x4.add(
    line(1, -0.3333314528, s),
    f32x4.mul(s2, line(0.1999355085, -0.1420889944, s)),
  )
  const middle = f32x4.add(
    line(0.1065626393, -0.07528964, s),
    f32x4.mul(s2, line(0.0429096138, -0.0161657367, s)),
  )
  const high = f32x4.add(middle, f32x4.mul(s4, f32x4.splat(0.0028662257)))
  const eighth = f32x4.mul(u, f32x4.add(low, f32x4.mul(s4, high)))
  const steep = f32x4.gt(rise, run)
  const quarter = v128.bitselect(f32x4.sub(f32x4.splat(QUARTER_TURN), eighth), eighth, steep)
  const behind = f32x4.lt(cosine, zero)
  const half = v128.bitselect(f32x4.sub(f32x4.splat(HALF_TURN), quarter), quarter, behind)
  return v128.bitselect(f32x4.neg(half), half, f32x4.lt(sine, zero))
}

/** Moves the four offsets by their multiples of four vectors, where `mask` lets them. */
function move(
  o0: usize,
  o1: usize,
  o2: usize,
  o3: usize,
  factor: v128,
  vx: v128,
  vy: v128,
  vz: v128,
  mask: v128,
): void {
  const zero = f32x4.splat(0)
  const x = v128.and(f32x4.mul(factor, vx), mask)
  const y = v128.and(f32x4.mul(factor, vy), mask)
  const z = v128.and(f32x4.mul(factor, vz), mask)
  const xy01 = firstHalves(x, y)
  const xy23 = secondHalves(x, y)
  const z01 = firstHalves(z, zero)
  const z23 = secondHalves(z, zero)
  v128.store(o0, f32x4.add(v128.load(o0), firstPairs(xy01, z01)))
  v128.store(o1, f32x4.add(v128.load(o1), secondPairs(xy01, z01)))
  v128.store(o2, f32x4.add(v128.load(o2), firstPairs(xy23, z23)))
  v128.store(o3, f32x4.add(v128.load(o3), secondPairs(xy23, z23)))
}

/** @param leastGive, maxTurn constants of the plain kernel */
export function solveHinges(
  particles: usize,
  apart: usize,
  ends: usize,
  restCosines: usize,
  restSines: usize,
  shapes: usize,
  count: usize,
  scale: f32,
  leastGive: f32,
  maxTurn: f32,
): void {
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  const scales = f32x4.splat(scale)
  const least = f32x4.splat(leastGive)
  const most = f32x4.splat(maxTurn)
  const stop = ends + (count >> 2) * FOUR_HINGES
  for (; ends < stop; ends += FOUR_HINGES) {
    const a0 = particles + (load<usize>(ends, 0) << 2)
    const b0 = particles + (load<usize>(ends, 4) << 2)
    const c0 = particles + (load<usize>(ends, 8) << 2)
    const d0 = particles + (load<usize>(ends, 12) << 2)
    const a1 = particles + (load<usize>(ends, 16) << 2)
    const b1 = particles + (load<usize>(ends, 20) << 2)
    const c1 = particles + (load<usize>(ends, 24) << 2)
    const d1 = particles + (load<usize>(ends, 28) << 2)
    const a2 = particles + (load<usize>(ends, 32) << 2)
    const b2 = particles + (load<usize>(ends, 36) << 2)
    const c2 = particles + (load<usize>(ends, 40) << 2)
    const d2 = particles + (load<usize>(ends, 44) << 2)
    const a3 = particles + (load<usize>(ends, 48) << 2)
    const b3 = particles + (load<usize>(ends, 52) << 2)
    const c3 = particles + (load<usize>(ends, 56) << 2)
    const d3 = particles + (load<usize>(ends, 60) << 2)

    const e0 = way(c0, d0, apart)
    const e1 = way(c1, d1, apart)
    const e2 = way(c2, d2, apart)
    const e3 = way(c3, d3, apart)
    const exy01 = firstHalves(e0, e1)
    const exy23 = firstHalves(e2, e3)
    const ex = firstPairs(exy01, exy23)
    const ey = secondPairs(exy01, exy23)
    const ez = firstPairs(secondHalves(e0, e1), secondHalves(e2, e3))

    const p0 = way(c0, a0, apart)
    const p1 = way(c1, a1, apart)
    const p2 = way(c2, a2, apart)
    const p3 = way(c3, a3, apart)
    const pxy01 = firstHalves(p0, p1)
    const pxy23 = firstHalves(p2, p3)
    const px = firstPairs(pxy01, pxy23)
    const py = secondPairs(pxy01, pxy23)
    const pz = firstPairs(secondHalves(p0, p1), secondHalves(p2, p3))

    const q0 = way(c0, b0, apart)
    const q1 = way(c1, b1, apart)
    const q2 = way(c2, b2, apart)
    const q3 = way(c3, b3, apart)
    const qxy01 = firstHalves(q0, q1)
    const qxy23 = firstHalves(q2, q3)
    const qx = firstPairs(qxy01, qxy23)
    const qy = secondPairs(qxy01, qxy23)
    const qz = firstPairs(secondHalves(q0, q1), secondHalves(q2, q3))

    const ax = cross(ey, pz, ez, py)
    const ay = cross(ez, px, ex, pz)
    const az = cross(ex, py, ey, px)
    const bx = cross(qy, ez, qz, ey)
    const by = cross(qz, ex, qx, ez)
    const bz = cross(qx, ey, qy, ex)
    const ee = dot(ex, ey, ez, ex, ey, ez)
    const aa = dot(ax, ay, az, ax, ay, az)
    const bb = dot(bx, by, bz, bx, by, bz)
    const length = f32x4.sqrt(ee)
    // Both times |A| |B|.
    const cosine = dot(ax, ay, az, bx, by, bz)
    const sine = f32x4.neg(f32x4.mul(length, dot(px, py, pz, bx, by, bz)))
    const rc = v128.load(restCosines)
    const rs = v128.load(restSines)
    const error = angles(
      cross(sine, rc, cosine, rs),
      f32x4.add(f32x4.mul(cosine, rc), f32x4.mul(sine, rs)),
    )

    const ga = f32x4.div(length, aa)
    const gb = f32x4.div(length, bb)
    const nax = f32x4.mul(ga, ax)
    const nay = f32x4.mul(ga, ay)
    const naz = f32x4.mul(ga, az)
    const nbx = f32x4.mul(gb, bx)
    const nby = f32x4.mul(gb, by)
    const nbz = f32x4.mul(gb, bz)
    const perSquare = f32x4.div(one, ee)
    const sa = f32x4.sub(one, f32x4.mul(dot(px, py, pz, ex, ey, ez), perSquare))
    const sb = f32x4.sub(one, f32x4.mul(dot(qx, qy, qz, ex, ey, ez), perSquare))
    const cx = f32x4.add(f32x4.mul(sa, nax), f32x4.mul(sb, nbx))
    const cy = f32x4.add(f32x4.mul(sa, nay), f32x4.mul(sb, nby))
    const cz = f32x4.add(f32x4.mul(sa, naz), f32x4.mul(sb, nbz))
    const dx = f32x4.sub(f32x4.add(nax, nbx), cx)
    const dy = f32x4.sub(f32x4.add(nay, nby), cy)
    const dz = f32x4.sub(f32x4.add(naz, nbz), cz)
    const wa = fourths(v128.load(a0), v128.load(a1), v128.load(a2), v128.load(a3))
    const wb = fourths(v128.load(b0), v128.load(b1), v128.load(b2), v128.load(b3))
    const wc = fourths(v128.load(c0), v128.load(c1), v128.load(c2), v128.load(c3))
    const wd = fourths(v128.load(d0), v128.load(d1), v128.load(d2), v128.load(d3))
    const opposite = f32x4.mul(length, f32x4.add(f32x4.mul(wa, ga), f32x4.mul(wb, gb)))
    const edge = f32x4.add(
      f32x4.mul(wc, dot(cx, cy, cz, cx, cy, cz)),
      f32x4.mul(wd, dot(dx, dy, dz, dx, dy, dz)),
    )
    const inertia = f32x4.add(opposite, edge)
    const give = f32x4.pmax(f32x4.mul(v128.load(shapes), scales), f32x4.mul(least, inertia))
    const free = f32x4.div(error, f32x4.add(inertia, give))
    const bound = f32x4.div(most, inertia)
    const lambda = f32x4.pmax(f32x4.pmin(free, bound), f32x4.neg(bound))
    // None where a triangle has no area, no particle is free, or numbers have run out.
    const sound = v128.and(
      v128.and(f32x4.gt(inertia, zero), finite(f32x4.max(f32x4.max(aa, bb), inertia))),
      finite(lambda),
    )

    const la = f32x4.mul(lambda, wa)
    move(a0 + apart, a1 + apart, a2 + apart, a3 + apart, la, nax, nay, naz, sound)
    const lb = f32x4.mul(lambda, wb)
    move(b0 + apart, b1 + apart, b2 + apart, b3 + apart, lb, nbx, nby, nbz, sound)
    const lc = f32x4.mul(f32x4.neg(lambda), wc)
    move(c0 + apart, c1 + apart, c2 + apart, c3 + apart, lc, cx, cy, cz, sound)
    const ld = f32x4.mul(f32x4.neg(lambda), wd)
    move(d0 + apart, d1 + apart, d2 + apart, d3 + apart, ld, dx, dy, dz, sound)
    restCosines += VECTOR
    restSines += VECTOR
    shapes += VECTOR
  }
}

/**
 * The hot loops of the xpbd solver for WebAssembly SIMD: twins of
 * `src/cloth/solvers/xpbd/kernels.ts`, equations there. Single precision, one rounding per operation
 * and no fused multiply-add, so a result is the same bits on every machine.
 *
 * Functions hold no state: they take addresses in one memory, laid out by `XpbdMemory.ts`. A particle
 * is a vector (xyz, inverse mass) and an offset from there, `apart` bytes further on. Loops over
 * constraints take four at once, which must not share a particle, and turn the four differences by
 * 90°: one vector of x, one of y, one of z. Lists are filled up to fours with constraints between a
 * particle that is nobody's and itself, which do nothing. All conditions are masks.
 */
import {
  back,
  between,
  firstHalves,
  firstPairs,
  forward,
  FOUR_ENDS,
  fourths,
  lane0,
  lane1,
  lane2,
  lane3,
  largestOf,
  secondHalves,
  secondPairs,
  squares,
  VECTOR,
  XYZ,
} from './lanes'

export { endStep } from './endStep'
export { solveHinges } from './hinges'
export { limitRows, solveRows } from './rows'
export { sampleWind } from './wind'

/**
 * Velocity takes up what rounding cut off it before, and hands on what it cuts off now. Damping is
 * given as the share that is lost: close to 1, the share that is kept has too few digits.
 */
export function integrate(
  particles: usize,
  offsets: usize,
  predicted: usize,
  velocities: usize,
  residuals: usize,
  accelerations: usize,
  count: usize,
  lost: f32,
  gx: f32,
  gy: f32,
  gz: f32,
  h: f32,
  pull: f32,
): void {
  const gravity = f32x4(gx, gy, gz, 0)
  const hs = f32x4(h, h, h, 0)
  const pulls = f32x4(pull, pull, pull, 0)
  const losts = f32x4(lost, lost, lost, 0)
  for (let k: usize = 0; k < count << 4; k += VECTOR) {
    if (f32.load(particles + k, 12) == 0) {
      v128.store(predicted + k, v128.load(offsets + k))
      continue
    }
    const v = v128.load(velocities + k)
    const a = f32x4.add(gravity, v128.load(accelerations + k))
    const gain = f32x4.add(f32x4.mul(pulls, a), v128.load(residuals + k))
    const change = f32x4.sub(gain, f32x4.mul(losts, v))
    const fast = f32x4.add(v, change)
    v128.store(velocities + k, fast)
    v128.store(residuals + k, f32x4.sub(change, f32x4.sub(fast, v)))
    const moved = f32x4.add(f32x4.mul(hs, fast), v128.load(offsets + k))
    v128.store(offsets + k, moved)
    v128.store(predicted + k, moved)
  }
}

/** Then the offset goes over into the particle, and what that cannot hold stays. */
export function updateVelocities(
  particles: usize,
  offsets: usize,
  predicted: usize,
  velocities: usize,
  residuals: usize,
  count: usize,
  perSecond: f32,
): void {
  const rate = f32x4(perSecond, perSecond, perSecond, 0)
  for (let k: usize = 0; k < count << 4; k += VECTOR) {
    const x = v128.load(particles + k)
    const offset = v128.and(v128.load(offsets + k), XYZ)
    const moved = f32x4.add(x, offset)
    v128.store(particles + k, moved)
    v128.store(offsets + k, f32x4.sub(offset, f32x4.sub(moved, x)))
    if (f32.load(particles + k, 12) == 0) continue
    const way = f32x4.sub(offset, v128.load(predicted + k))
    const v = v128.load(velocities + k)
    const change = f32x4.add(f32x4.mul(way, rate), v128.load(residuals + k))
    const fast = v128.and(f32x4.add(v, change), XYZ)
    v128.store(velocities + k, fast)
    v128.store(residuals + k, v128.and(f32x4.sub(change, f32x4.sub(fast, v)), XYZ))
  }
}

/** Ends and rest lengths are those of the first constraint. */
export function solveDistances(
  particles: usize,
  apart: usize,
  ends: usize,
  restLengths: usize,
  count: usize,
  alpha: f32,
): void {
  const alphas = f32x4.splat(alpha)
  const zero = f32x4.splat(0)
  const stop = ends + (count >> 2) * FOUR_ENDS
  for (; ends < stop; ends += FOUR_ENDS, restLengths += VECTOR) {
    const a0 = particles + (load<usize>(ends, 0) << 2)
    const b0 = particles + (load<usize>(ends, 4) << 2)
    const a1 = particles + (load<usize>(ends, 8) << 2)
    const b1 = particles + (load<usize>(ends, 12) << 2)
    const a2 = particles + (load<usize>(ends, 16) << 2)
    const b2 = particles + (load<usize>(ends, 20) << 2)
    const a3 = particles + (load<usize>(ends, 24) << 2)
    const b3 = particles + (load<usize>(ends, 28) << 2)
    const d0 = between(a0, b0, apart)
    const d1 = between(a1, b1, apart)
    const d2 = between(a2, b2, apart)
    const d3 = between(a3, b3, apart)

    const xy01 = firstHalves(d0, d1)
    const xy23 = firstHalves(d2, d3)
    const dx = firstPairs(xy01, xy23)
    const dy = secondPairs(xy01, xy23)
    const dz = firstPairs(secondHalves(d0, d1), secondHalves(d2, d3))

    const length = f32x4.sqrt(squares(dx, dy, dz))
    const wa = fourths(v128.load(a0), v128.load(a1), v128.load(a2), v128.load(a3))
    const wb = fourths(v128.load(b0), v128.load(b1), v128.load(b2), v128.load(b3))
    const divisor = f32x4.mul(f32x4.add(f32x4.add(wa, wb), alphas), length)
    const error = f32x4.sub(length, v128.load(restLengths))
    const share = v128.and(f32x4.div(error, divisor), f32x4.gt(divisor, zero))
    const sa = f32x4.mul(share, wa)
    const sb = f32x4.mul(share, wb)
    forward(a0 + apart, lane0(sa), d0)
    back(b0 + apart, lane0(sb), d0)
    forward(a1 + apart, lane1(sa), d1)
    back(b1 + apart, lane1(sb), d1)
    forward(a2 + apart, lane2(sa), d2)
    back(b2 + apart, lane2(sb), d2)
    forward(a3 + apart, lane3(sa), d3)
    back(b3 + apart, lane3(sb), d3)
  }
}

/** Largest length / rest of what was too long, or 0. */
export function limitDistances(
  particles: usize,
  apart: usize,
  ends: usize,
  restLengths: usize,
  count: usize,
  stretch: f32,
): f32 {
  const zero = f32x4.splat(0)
  const stretches = f32x4.splat(stretch)
  let ratios = zero
  const stop = ends + (count >> 2) * FOUR_ENDS
  for (; ends < stop; ends += FOUR_ENDS, restLengths += VECTOR) {
    const a0 = particles + (load<usize>(ends, 0) << 2)
    const b0 = particles + (load<usize>(ends, 4) << 2)
    const a1 = particles + (load<usize>(ends, 8) << 2)
    const b1 = particles + (load<usize>(ends, 12) << 2)
    const a2 = particles + (load<usize>(ends, 16) << 2)
    const b2 = particles + (load<usize>(ends, 20) << 2)
    const a3 = particles + (load<usize>(ends, 24) << 2)
    const b3 = particles + (load<usize>(ends, 28) << 2)
    const d0 = between(a0, b0, apart)
    const d1 = between(a1, b1, apart)
    const d2 = between(a2, b2, apart)
    const d3 = between(a3, b3, apart)

    const xy01 = firstHalves(d0, d1)
    const xy23 = firstHalves(d2, d3)
    const dx = firstPairs(xy01, xy23)
    const dy = secondPairs(xy01, xy23)
    const dz = firstPairs(secondHalves(d0, d1), secondHalves(d2, d3))

    const squared = squares(dx, dy, dz)
    const rest = v128.load(restLengths)
    const longest = f32x4.mul(stretches, rest)
    const over = f32x4.gt(squared, f32x4.mul(longest, longest))
    // Most constraints are short enough most of the time.
    if (!v128.any_true(over)) continue

    const length = f32x4.sqrt(squared)
    ratios = f32x4.pmax(ratios, v128.and(f32x4.div(length, rest), over))
    const wa = fourths(v128.load(a0), v128.load(a1), v128.load(a2), v128.load(a3))
    const wb = fourths(v128.load(b0), v128.load(b1), v128.load(b2), v128.load(b3))
    const divisor = f32x4.mul(f32x4.add(wa, wb), length)
    const share = v128.and(
      f32x4.div(f32x4.sub(length, longest), divisor),
      v128.and(over, f32x4.gt(divisor, zero)),
    )
    const sa = f32x4.mul(share, wa)
    const sb = f32x4.mul(share, wb)
    forward(a0 + apart, lane0(sa), d0)
    back(b0 + apart, lane0(sb), d0)
    forward(a1 + apart, lane1(sa), d1)
    back(b1 + apart, lane1(sb), d1)
    forward(a2 + apart, lane2(sa), d2)
    back(b2 + apart, lane2(sb), d2)
    forward(a3 + apart, lane3(sa), d3)
    back(b3 + apart, lane3(sb), d3)
  }
  return largestOf(ratios)
}

/** Takes the fourth number of a vector and leaves 0 for the coordinates. */
const FOURTH = i32x4(0, 0, 0, -1)

/**
 * Puts nodes where their children are in the mean. `nodes`, `children`, `parents` and `shares` begin
 * with the first of each.
 */
export function gatherNodes(
  particles: usize,
  apart: usize,
  nodes: usize,
  nodeCount: usize,
  children: usize,
  parents: usize,
  shares: usize,
  count: usize,
): void {
  const zero = f32x4.splat(0)
  for (let n: usize = 0; n < nodeCount; n++, nodes += VECTOR) {
    v128.store(nodes, v128.and(v128.load(nodes), FOURTH))
    v128.store(nodes + apart, zero)
  }
  const stop = children + (count << 4)
  for (; children < stop; children += VECTOR, parents += 4, shares += 4) {
    const parent = particles + (load<usize>(parents) << 2)
    const share = v128.and(v128.load32_splat(shares), XYZ)
    v128.store(parent, f32x4.add(v128.load(parent), f32x4.mul(share, v128.load(children))))
    const offset = f32x4.mul(share, v128.load(children + apart))
    v128.store(parent + apart, f32x4.add(v128.load(parent + apart), offset))
  }
}

/** Moves children by what their parents moved by since `before`, each times its own factor. */
export function moveChildren(
  particles: usize,
  apart: usize,
  before: usize,
  children: usize,
  parents: usize,
  factors: usize,
  count: usize,
): void {
  const stop = children + (count << 4)
  for (; children < stop; children += VECTOR, parents += 4, factors += 4) {
    const parent = particles + (load<usize>(parents) << 2)
    const way = f32x4.sub(v128.load(parent + apart), v128.load(parent + before))
    const own = f32x4.mul(v128.load32_splat(factors), way)
    v128.store(children + apart, f32x4.add(v128.load(children + apart), own))
  }
}

/** An anchor may hold several of the four tethers: only the other end moves. */
export function solveTethers(
  particles: usize,
  apart: usize,
  tetherEnds: usize,
  tetherLengths: usize,
  count: usize,
  stretch: f32,
): void {
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const stretches = f32x4.splat(stretch)
  const stop = tetherEnds + (count >> 2) * FOUR_ENDS
  for (; tetherEnds < stop; tetherEnds += FOUR_ENDS, tetherLengths += VECTOR) {
    const b0 = particles + (load<usize>(tetherEnds, 0) << 2)
    const a0 = particles + (load<usize>(tetherEnds, 4) << 2)
    const b1 = particles + (load<usize>(tetherEnds, 8) << 2)
    const a1 = particles + (load<usize>(tetherEnds, 12) << 2)
    const b2 = particles + (load<usize>(tetherEnds, 16) << 2)
    const a2 = particles + (load<usize>(tetherEnds, 20) << 2)
    const b3 = particles + (load<usize>(tetherEnds, 24) << 2)
    const a3 = particles + (load<usize>(tetherEnds, 28) << 2)
    const d0 = between(a0, b0, apart)
    const d1 = between(a1, b1, apart)
    const d2 = between(a2, b2, apart)
    const d3 = between(a3, b3, apart)

    const xy01 = firstHalves(d0, d1)
    const xy23 = firstHalves(d2, d3)
    const dx = firstPairs(xy01, xy23)
    const dy = secondPairs(xy01, xy23)
    const dz = firstPairs(secondHalves(d0, d1), secondHalves(d2, d3))

    const squared = squares(dx, dy, dz)
    const longest = f32x4.mul(stretches, v128.load(tetherLengths))
    const over = f32x4.gt(squared, f32x4.mul(longest, longest))
    if (!v128.any_true(over)) continue

    // The share of the difference that is too much; none where the tether is slack or its end held.
    const share = f32x4.sub(one, f32x4.div(longest, f32x4.sqrt(squared)))
    const w = fourths(v128.load(b0), v128.load(b1), v128.load(b2), v128.load(b3))
    const excess = v128.and(share, v128.and(over, f32x4.gt(w, zero)))
    back(b0 + apart, lane0(excess), d0)
    back(b1 + apart, lane1(excess), d1)
    back(b2 + apart, lane2(excess), d2)
    back(b3 + apart, lane3(excess), d3)
  }
}

/** A force this many times as large as what stops the triangle is bounded anyway. */
const OVERWHELMING: f32 = 1e6

/** Adds a force to a particle, times its inverse mass. */
function accelerate(acceleration: usize, particle: usize, force: v128): void {
  const own = f32x4.mul(force, v128.load32_splat(particle, 12))
  v128.store(acceleration, f32x4.add(v128.load(acceleration), own))
}

/** Air minus cloth at three corners, added up. */
function relativeWind(winds: usize, velocities: usize, a: usize, b: usize, c: usize): v128 {
  const atA = f32x4.sub(v128.load(winds + a), v128.load(velocities + a))
  const atB = f32x4.sub(v128.load(winds + b), v128.load(velocities + b))
  const atC = f32x4.sub(v128.load(winds + c), v128.load(velocities + c))
  return f32x4.add(f32x4.add(atA, atB), atC)
}

function select(mask: v128, yes: v128, no: v128): v128 {
  return v128.bitselect(yes, no, mask)
}

/** `src/wind/aerodynamics.ts`: four triangles at a time, whose corners may be shared. */
export function pushByAir(
  particles: usize,
  velocities: usize,
  winds: usize,
  accelerations: usize,
  corners: usize,
  areas: usize,
  masses: usize,
  count: usize,
  triangles: usize,
  halfDensity: f32,
  drag: f32,
  lift: f32,
  perSecond: f32,
): void {
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const two = f32x4.splat(2)
  const third = f32x4.splat(1 / 3)
  const infinity = f32x4.splat(f32.POSITIVE_INFINITY)
  const most = f32x4.splat(OVERWHELMING)
  const halves = f32x4.splat(halfDensity)
  const drags = f32x4.splat(drag)
  const lifts = f32x4.splat(lift)
  const rate = f32x4.splat(perSecond)
  for (let k: usize = 0; k < count << 4; k += VECTOR) v128.store(accelerations + k, zero)
  const stop = corners + triangles * 12
  for (; corners < stop; corners += 48, areas += VECTOR, masses += VECTOR) {
    const a0 = load<usize>(corners, 0) << 2
    const b0 = load<usize>(corners, 4) << 2
    const c0 = load<usize>(corners, 8) << 2
    const a1 = load<usize>(corners, 12) << 2
    const b1 = load<usize>(corners, 16) << 2
    const c1 = load<usize>(corners, 20) << 2
    const a2 = load<usize>(corners, 24) << 2
    const b2 = load<usize>(corners, 28) << 2
    const c2 = load<usize>(corners, 32) << 2
    const a3 = load<usize>(corners, 36) << 2
    const b3 = load<usize>(corners, 40) << 2
    const c3 = load<usize>(corners, 44) << 2
    const u0 = relativeWind(winds, velocities, a0, b0, c0)
    const u1 = relativeWind(winds, velocities, a1, b1, c1)
    const u2 = relativeWind(winds, velocities, a2, b2, c2)
    const u3 = relativeWind(winds, velocities, a3, b3, c3)
    const p0 = f32x4.sub(v128.load(particles + b0), v128.load(particles + a0))
    const q0 = f32x4.sub(v128.load(particles + c0), v128.load(particles + a0))
    const p1 = f32x4.sub(v128.load(particles + b1), v128.load(particles + a1))
    const q1 = f32x4.sub(v128.load(particles + c1), v128.load(particles + a1))
    const p2 = f32x4.sub(v128.load(particles + b2), v128.load(particles + a2))
    const q2 = f32x4.sub(v128.load(particles + c2), v128.load(particles + a2))
    const p3 = f32x4.sub(v128.load(particles + b3), v128.load(particles + a3))
    const q3 = f32x4.sub(v128.load(particles + c3), v128.load(particles + a3))
    // Relative speed u and normal n, four of each coordinate.
    const ux = f32x4.mul(firstPairs(firstHalves(u0, u1), firstHalves(u2, u3)), third)
    const uy = f32x4.mul(secondPairs(firstHalves(u0, u1), firstHalves(u2, u3)), third)
    const uz = f32x4.mul(firstPairs(secondHalves(u0, u1), secondHalves(u2, u3)), third)
    const px = firstPairs(firstHalves(p0, p1), firstHalves(p2, p3))
    const py = secondPairs(firstHalves(p0, p1), firstHalves(p2, p3))
    const pz = firstPairs(secondHalves(p0, p1), secondHalves(p2, p3))
    const qx = firstPairs(firstHalves(q0, q1), firstHalves(q2, q3))
    const qy = secondPairs(firstHalves(q0, q1), firstHalves(q2, q3))
    const qz = firstPairs(secondHalves(q0, q1), secondHalves(q2, q3))
    const nx = f32x4.sub(f32x4.mul(py, qz), f32x4.mul(pz, qy))
    const ny = f32x4.sub(f32x4.mul(pz, qx), f32x4.mul(px, qz))
    const nz = f32x4.sub(f32x4.mul(px, qy), f32x4.mul(py, qx))
    const speed = f32x4.sqrt(dot(ux, uy, uz, ux, uy, uz))
    const size = f32x4.sqrt(dot(nx, ny, nz, nx, ny, nz))
    const strength = f32x4.mul(v128.load(masses), rate)
    const felt = v128.and(
      v128.and(isWithin(speed, zero, infinity), isWithin(size, zero, infinity)),
      f32x4.gt(strength, zero),
    )
    if (!v128.any_true(felt)) continue

    const cosine = f32x4.div(dot(ux, uy, uz, nx, ny, nz), f32x4.mul(size, speed))
    const pressure = f32x4.pmin(
      f32x4.div(f32x4.mul(f32x4.mul(halves, v128.load(areas)), speed), strength),
      most,
    )
    const facing = f32x4.mul(pressure, cosine)
    const towards = f32x4.pmin(f32x4.mul(drags, f32x4.abs(facing)), one)
    const aside = f32x4.pmax(f32x4.pmin(f32x4.mul(lifts, facing), most), f32x4.neg(most))
    const sines = f32x4.sub(one, f32x4.mul(cosine, cosine))
    const bend = f32x4.mul(f32x4.mul(aside, aside), sines)
    const tooMuch = f32x4.gt(bend, f32x4.mul(towards, f32x4.sub(two, towards)))
    const above = v128.and(tooMuch, f32x4.gt(bend, one))
    const across = select(above, f32x4.div(aside, f32x4.sqrt(bend)), aside)
    const left = f32x4.sqrt(f32x4.sub(one, f32x4.pmin(bend, one)))
    const along = select(tooMuch, f32x4.sub(one, left), towards)
    const scale = f32x4.mul(strength, third)
    const alongU = v128.and(f32x4.mul(scale, f32x4.sub(along, f32x4.mul(across, cosine))), felt)
    const alongN = v128.and(f32x4.div(f32x4.mul(f32x4.mul(scale, across), speed), size), felt)
    const fx = f32x4.add(f32x4.mul(alongU, ux), f32x4.mul(alongN, nx))
    const fy = f32x4.add(f32x4.mul(alongU, uy), f32x4.mul(alongN, ny))
    const fz = f32x4.add(f32x4.mul(alongU, uz), f32x4.mul(alongN, nz))
    const xy01 = firstHalves(fx, fy)
    const xy23 = secondHalves(fx, fy)
    const z01 = firstHalves(fz, zero)
    const z23 = secondHalves(fz, zero)
    const f0 = firstPairs(xy01, z01)
    const f1 = secondPairs(xy01, z01)
    const f2 = firstPairs(xy23, z23)
    const f3 = secondPairs(xy23, z23)
    accelerate(accelerations + a0, particles + a0, f0)
    accelerate(accelerations + b0, particles + b0, f0)
    accelerate(accelerations + c0, particles + c0, f0)
    accelerate(accelerations + a1, particles + a1, f1)
    accelerate(accelerations + b1, particles + b1, f1)
    accelerate(accelerations + c1, particles + c1, f1)
    accelerate(accelerations + a2, particles + a2, f2)
    accelerate(accelerations + b2, particles + b2, f2)
    accelerate(accelerations + c2, particles + c2, f2)
    accelerate(accelerations + a3, particles + a3, f3)
    accelerate(accelerations + b3, particles + b3, f3)
    accelerate(accelerations + c3, particles + c3, f3)
  }
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz))
}

function isWithin(value: v128, low: v128, high: v128): v128 {
  return v128.and(f32x4.gt(value, low), f32x4.lt(value, high))
}

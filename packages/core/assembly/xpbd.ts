/**
 * The hot loops of the xpbd solver for WebAssembly SIMD: twins of
 * `src/cloth/solvers/xpbd/kernels.ts`, equations there. Single precision, one rounding per operation
 * and no fused multiply-add, so a result is the same bits on every machine.
 *
 * Functions hold no state: they take addresses in one memory, laid out by `XpbdMemory.ts`. Particles
 * are four numbers (xyz, inverse mass), one vector. Loops over constraints take four at once, which
 * must not share a particle, and turn the four differences by 90°: one vector of x, one of y, one of
 * z. The rest, fewer than four, goes one by one with the same arithmetic. All conditions are masks or
 * selections, so that both ways treat zero lengths and held particles alike.
 */

/** Squared lengths end here instead of at infinity, which would make Inf / Inf of a share. */
const LARGEST: f32 = f32.MAX_VALUE

/** Two ends of 4 bytes each. */
const ENDS: usize = 8

/** Takes the three coordinates of a vector and leaves 0 for the fourth number. */
const XYZ = i32x4(-1, -1, -1, 0)

/** The first numbers of two vectors, then their second: a0 b0 a1 b1. */
function firstHalves(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5)
}

/** The third numbers of two vectors, then their fourth: a2 b2 a3 b3. */
function secondHalves(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7)
}

/** First pair of numbers of both. */
function firstPairs(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 1, 4, 5)
}

/** Second pair of numbers of both. */
function secondPairs(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 3, 6, 7)
}

/** The fourth number of each of four vectors: inverse masses of four particles. */
function fourths(a: v128, b: v128, c: v128, d: v128): v128 {
  return secondPairs(secondHalves(a, b), secondHalves(c, d))
}

/** Four squared lengths; none is infinite. */
function squares(x: v128, y: v128, z: v128): v128 {
  const sum = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z))
  return f32x4.pmin(sum, f32x4.splat(LARGEST))
}

function lane0(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 0, 0, 0, 0)
}

function lane1(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 1, 1, 1)
}

function lane2(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 2, 2, 2, 2)
}

function lane3(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 3, 3, 3, 3)
}

/** Adds scale · d to the particle at an address. */
function move(address: usize, scale: f32, dx: f32, dy: f32, dz: f32): void {
  f32.store(address, f32.load(address) + scale * dx)
  f32.store(address, f32.load(address, 4) + scale * dy, 4)
  f32.store(address, f32.load(address, 8) + scale * dz, 8)
}

/**
 * Velocity and position take up what rounding cut off them before, and hand on what it cuts off now.
 * Damping is given as the share that is lost: close to 1, the share that is kept has too few digits.
 */
export function integrate(
  particles: usize,
  velocities: usize,
  predicted: usize,
  residuals: usize,
  accelerations: usize,
  count: usize,
  lost: f32,
  gx: f32,
  gy: f32,
  gz: f32,
  h: f32,
): void {
  const gravity = f32x4(gx, gy, gz, 0)
  const hs = f32x4(h, h, h, 0)
  const losts = f32x4(lost, lost, lost, 0)
  for (let k: usize = 0; k < count << 4; k += 16) {
    const x = v128.load(particles + k)
    if (f32.load(particles + k, 12) == 0) {
      v128.store(predicted + k, x)
      continue
    }
    const residual = residuals + (k << 1)
    const v = v128.load(velocities + k)
    const a = f32x4.add(gravity, v128.load(accelerations + k))
    const pull = f32x4.add(f32x4.mul(hs, a), v128.and(v128.load(residual, 16), XYZ))
    const change = f32x4.sub(pull, f32x4.mul(losts, f32x4.add(v, pull)))
    const fast = f32x4.add(v, change)
    v128.store(velocities + k, fast)
    v128.store(residual, f32x4.sub(change, f32x4.sub(fast, v)), 16)
    const way = f32x4.add(f32x4.mul(hs, fast), v128.and(v128.load(residual), XYZ))
    const moved = f32x4.add(x, way)
    v128.store(particles + k, moved)
    v128.store(predicted + k, moved)
    v128.store(residual, f32x4.sub(way, f32x4.sub(moved, x)))
  }
}

export function updateVelocities(
  particles: usize,
  velocities: usize,
  predicted: usize,
  count: usize,
  perSecond: f32,
): void {
  const rate = f32x4(perSecond, perSecond, perSecond, 0)
  for (let k: usize = 0; k < count << 4; k += 16) {
    if (f32.load(particles + k, 12) == 0) continue
    const way = f32x4.sub(v128.load(particles + k), v128.load(predicted + k))
    const v = v128.load(velocities + k)
    v128.store(velocities + k, f32x4.add(v, f32x4.mul(way, rate)))
  }
}

/** Ends and rest lengths are those of the first constraint. */
export function solveDistances(
  particles: usize,
  ends: usize,
  restLengths: usize,
  count: usize,
  alpha: f32,
): void {
  const alphas = f32x4.splat(alpha)
  const zero = f32x4.splat(0)
  const stop = ends + count * ENDS
  for (; ends + 4 * ENDS <= stop; ends += 4 * ENDS, restLengths += 16) {
    const a0 = particles + (load<usize>(ends, 0) << 2)
    const b0 = particles + (load<usize>(ends, 4) << 2)
    const a1 = particles + (load<usize>(ends, 8) << 2)
    const b1 = particles + (load<usize>(ends, 12) << 2)
    const a2 = particles + (load<usize>(ends, 16) << 2)
    const b2 = particles + (load<usize>(ends, 20) << 2)
    const a3 = particles + (load<usize>(ends, 24) << 2)
    const b3 = particles + (load<usize>(ends, 28) << 2)
    const pa0 = v128.load(a0)
    const pb0 = v128.load(b0)
    const pa1 = v128.load(a1)
    const pb1 = v128.load(b1)
    const pa2 = v128.load(a2)
    const pb2 = v128.load(b2)
    const pa3 = v128.load(a3)
    const pb3 = v128.load(b3)
    const d0 = v128.and(f32x4.sub(pb0, pa0), XYZ)
    const d1 = v128.and(f32x4.sub(pb1, pa1), XYZ)
    const d2 = v128.and(f32x4.sub(pb2, pa2), XYZ)
    const d3 = v128.and(f32x4.sub(pb3, pa3), XYZ)

    const xy01 = firstHalves(d0, d1)
    const xy23 = firstHalves(d2, d3)
    const dx = firstPairs(xy01, xy23)
    const dy = secondPairs(xy01, xy23)
    const dz = firstPairs(secondHalves(d0, d1), secondHalves(d2, d3))
    const wa = fourths(pa0, pa1, pa2, pa3)
    const wb = fourths(pb0, pb1, pb2, pb3)

    const length = f32x4.sqrt(squares(dx, dy, dz))
    const divisor = f32x4.mul(f32x4.add(f32x4.add(wa, wb), alphas), length)
    const error = f32x4.sub(length, v128.load(restLengths))
    const share = v128.and(f32x4.div(error, divisor), f32x4.gt(divisor, zero))
    const sa = f32x4.mul(share, wa)
    const sb = f32x4.mul(share, wb)

    v128.store(a0, f32x4.add(pa0, f32x4.mul(lane0(sa), d0)))
    v128.store(b0, f32x4.sub(pb0, f32x4.mul(lane0(sb), d0)))
    v128.store(a1, f32x4.add(pa1, f32x4.mul(lane1(sa), d1)))
    v128.store(b1, f32x4.sub(pb1, f32x4.mul(lane1(sb), d1)))
    v128.store(a2, f32x4.add(pa2, f32x4.mul(lane2(sa), d2)))
    v128.store(b2, f32x4.sub(pb2, f32x4.mul(lane2(sb), d2)))
    v128.store(a3, f32x4.add(pa3, f32x4.mul(lane3(sa), d3)))
    v128.store(b3, f32x4.sub(pb3, f32x4.mul(lane3(sb), d3)))
  }
  for (; ends < stop; ends += ENDS, restLengths += 4) {
    const a = particles + (load<usize>(ends, 0) << 2)
    const b = particles + (load<usize>(ends, 4) << 2)
    const dx = f32.load(b, 0) - f32.load(a, 0)
    const dy = f32.load(b, 4) - f32.load(a, 4)
    const dz = f32.load(b, 8) - f32.load(a, 8)
    const wa = f32.load(a, 12)
    const wb = f32.load(b, 12)
    const squared = dx * dx + dy * dy + dz * dz
    const length = sqrt<f32>(LARGEST < squared ? LARGEST : squared)
    const divisor = (wa + wb + alpha) * length
    const share: f32 = divisor > 0 ? (length - f32.load(restLengths)) / divisor : 0
    move(a, share * wa, dx, dy, dz)
    move(b, -(share * wb), dx, dy, dz)
  }
}

/** Largest length / rest of what was too long, or 0. */
export function limitDistances(
  particles: usize,
  ends: usize,
  restLengths: usize,
  count: usize,
  stretch: f32,
): f32 {
  const zero = f32x4.splat(0)
  const stretches = f32x4.splat(stretch)
  let ratios = zero
  const stop = ends + count * ENDS
  for (; ends + 4 * ENDS <= stop; ends += 4 * ENDS, restLengths += 16) {
    const a0 = particles + (load<usize>(ends, 0) << 2)
    const b0 = particles + (load<usize>(ends, 4) << 2)
    const a1 = particles + (load<usize>(ends, 8) << 2)
    const b1 = particles + (load<usize>(ends, 12) << 2)
    const a2 = particles + (load<usize>(ends, 16) << 2)
    const b2 = particles + (load<usize>(ends, 20) << 2)
    const a3 = particles + (load<usize>(ends, 24) << 2)
    const b3 = particles + (load<usize>(ends, 28) << 2)
    const pa0 = v128.load(a0)
    const pb0 = v128.load(b0)
    const pa1 = v128.load(a1)
    const pb1 = v128.load(b1)
    const pa2 = v128.load(a2)
    const pb2 = v128.load(b2)
    const pa3 = v128.load(a3)
    const pb3 = v128.load(b3)
    const d0 = v128.and(f32x4.sub(pb0, pa0), XYZ)
    const d1 = v128.and(f32x4.sub(pb1, pa1), XYZ)
    const d2 = v128.and(f32x4.sub(pb2, pa2), XYZ)
    const d3 = v128.and(f32x4.sub(pb3, pa3), XYZ)

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
    const wa = fourths(pa0, pa1, pa2, pa3)
    const wb = fourths(pb0, pb1, pb2, pb3)
    const divisor = f32x4.mul(f32x4.add(wa, wb), length)
    const share = v128.and(
      f32x4.div(f32x4.sub(length, longest), divisor),
      v128.and(over, f32x4.gt(divisor, zero)),
    )
    const sa = f32x4.mul(share, wa)
    const sb = f32x4.mul(share, wb)

    v128.store(a0, f32x4.add(pa0, f32x4.mul(lane0(sa), d0)))
    v128.store(b0, f32x4.sub(pb0, f32x4.mul(lane0(sb), d0)))
    v128.store(a1, f32x4.add(pa1, f32x4.mul(lane1(sa), d1)))
    v128.store(b1, f32x4.sub(pb1, f32x4.mul(lane1(sb), d1)))
    v128.store(a2, f32x4.add(pa2, f32x4.mul(lane2(sa), d2)))
    v128.store(b2, f32x4.sub(pb2, f32x4.mul(lane2(sb), d2)))
    v128.store(a3, f32x4.add(pa3, f32x4.mul(lane3(sa), d3)))
    v128.store(b3, f32x4.sub(pb3, f32x4.mul(lane3(sb), d3)))
  }
  let most = max<f32>(
    max<f32>(f32x4.extract_lane(ratios, 0), f32x4.extract_lane(ratios, 1)),
    max<f32>(f32x4.extract_lane(ratios, 2), f32x4.extract_lane(ratios, 3)),
  )
  for (; ends < stop; ends += ENDS, restLengths += 4) {
    const a = particles + (load<usize>(ends, 0) << 2)
    const b = particles + (load<usize>(ends, 4) << 2)
    const dx = f32.load(b, 0) - f32.load(a, 0)
    const dy = f32.load(b, 4) - f32.load(a, 4)
    const dz = f32.load(b, 8) - f32.load(a, 8)
    const sum = dx * dx + dy * dy + dz * dz
    const squared = LARGEST < sum ? LARGEST : sum
    const rest = f32.load(restLengths)
    const longest = stretch * rest
    if (!(squared > longest * longest)) continue
    const length = sqrt<f32>(squared)
    const ratio = length / rest
    most = most < ratio ? ratio : most
    const wa = f32.load(a, 12)
    const wb = f32.load(b, 12)
    const divisor = (wa + wb) * length
    const share: f32 = divisor > 0 ? (length - longest) / divisor : 0
    move(a, share * wa, dx, dy, dz)
    move(b, -(share * wb), dx, dy, dz)
  }
  return most
}

/** An anchor may hold several of the four tethers: only the other end moves. */
export function solveTethers(
  particles: usize,
  tetherEnds: usize,
  tetherLengths: usize,
  count: usize,
): void {
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const stop = tetherEnds + count * ENDS
  for (; tetherEnds + 4 * ENDS <= stop; tetherEnds += 4 * ENDS, tetherLengths += 16) {
    const i0 = particles + (load<usize>(tetherEnds, 0) << 2)
    const i1 = particles + (load<usize>(tetherEnds, 8) << 2)
    const i2 = particles + (load<usize>(tetherEnds, 16) << 2)
    const i3 = particles + (load<usize>(tetherEnds, 24) << 2)
    const p0 = v128.load(i0)
    const p1 = v128.load(i1)
    const p2 = v128.load(i2)
    const p3 = v128.load(i3)
    const q0 = v128.load(particles + (load<usize>(tetherEnds, 4) << 2))
    const q1 = v128.load(particles + (load<usize>(tetherEnds, 12) << 2))
    const q2 = v128.load(particles + (load<usize>(tetherEnds, 20) << 2))
    const q3 = v128.load(particles + (load<usize>(tetherEnds, 28) << 2))
    const d0 = v128.and(f32x4.sub(p0, q0), XYZ)
    const d1 = v128.and(f32x4.sub(p1, q1), XYZ)
    const d2 = v128.and(f32x4.sub(p2, q2), XYZ)
    const d3 = v128.and(f32x4.sub(p3, q3), XYZ)

    const xy01 = firstHalves(d0, d1)
    const xy23 = firstHalves(d2, d3)
    const dx = firstPairs(xy01, xy23)
    const dy = secondPairs(xy01, xy23)
    const dz = firstPairs(secondHalves(d0, d1), secondHalves(d2, d3))

    const squared = squares(dx, dy, dz)
    const longest = v128.load(tetherLengths)
    const over = f32x4.gt(squared, f32x4.mul(longest, longest))
    if (!v128.any_true(over)) continue

    // The share of the difference that is too much; none where the tether is slack or its end held.
    const share = f32x4.sub(one, f32x4.div(longest, f32x4.sqrt(squared)))
    const free = f32x4.gt(fourths(p0, p1, p2, p3), zero)
    const excess = v128.and(share, v128.and(over, free))
    v128.store(i0, f32x4.sub(p0, f32x4.mul(lane0(excess), d0)))
    v128.store(i1, f32x4.sub(p1, f32x4.mul(lane1(excess), d1)))
    v128.store(i2, f32x4.sub(p2, f32x4.mul(lane2(excess), d2)))
    v128.store(i3, f32x4.sub(p3, f32x4.mul(lane3(excess), d3)))
  }
  for (; tetherEnds < stop; tetherEnds += ENDS, tetherLengths += 4) {
    const i = particles + (load<usize>(tetherEnds, 0) << 2)
    const q = particles + (load<usize>(tetherEnds, 4) << 2)
    const dx = f32.load(i, 0) - f32.load(q, 0)
    const dy = f32.load(i, 4) - f32.load(q, 4)
    const dz = f32.load(i, 8) - f32.load(q, 8)
    const sum = dx * dx + dy * dy + dz * dz
    const squared = LARGEST < sum ? LARGEST : sum
    const longest = f32.load(tetherLengths)
    if (!(squared > longest * longest) || !(f32.load(i, 12) > 0)) continue
    move(i, longest / sqrt<f32>(squared) - 1, dx, dy, dz)
  }
}

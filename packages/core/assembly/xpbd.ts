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

export { pushByAir } from './air'
export { endStep } from './endStep'
export { solveHinges } from './hinges'
export { gatherNodes, moveChildren } from './levels'
export { limitRows, solveRows } from './rows'
export { sampleWind } from './wind'

/**
 * Velocity takes up what rounding cut off it before, and hands on what it cuts off now. Damping is
 * given as the share that is lost: close to 1, the share that is kept has too few digits.
 *
 * @param numbers gravity, substep, pull, and the share that is lost
 */
export function integrate(
  particles: usize,
  offsets: usize,
  predicted: usize,
  velocities: usize,
  residuals: usize,
  accelerations: usize,
  count: usize,
  numbers: usize,
): void {
  const gravity = v128.and(v128.load(numbers), XYZ)
  const hs = v128.and(v128.load32_splat(numbers, 12), XYZ)
  const pulls = v128.and(v128.load32_splat(numbers, 16), XYZ)
  const losts = v128.and(v128.load32_splat(numbers, 20), XYZ)
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

/**
 * Then the offset goes over into the particle, and what that cannot hold stays.
 *
 * @param numbers 1 / substep after those of `integrate`
 */
export function updateVelocities(
  particles: usize,
  offsets: usize,
  predicted: usize,
  velocities: usize,
  residuals: usize,
  count: usize,
  numbers: usize,
): void {
  const rate = v128.and(v128.load32_splat(numbers, 24), XYZ)
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

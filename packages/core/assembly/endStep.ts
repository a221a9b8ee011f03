/**
 * The end of an xpbd step: where particles are in the world, and one substep before by their velocity.
 * In double precision, since the world's frame may be far away; twin of
 * `src/cloth/solvers/xpbd/plainEndStep.ts`, bit by bit.
 */
import { VECTOR } from './lanes'

/** Where `numbers` has the length of a substep and the end of the world, bytes. */
const SUBSTEP: usize = 0
const LIMIT: usize = 8

/** The third and fourth number of a vector, in double precision. */
function highDoubles(a: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a, 2, 3, 2, 3))
}

/**
 * @param origin of the frame that particles are in, three doubles
 * @param positions out: packed xyz per particle
 * @param lastPositions out: packed xyz in double precision
 * @returns whether all positions are within the limit, which what is no number is not
 */
export function endStep(
  particles: usize,
  offsets: usize,
  velocities: usize,
  origin: usize,
  positions: usize,
  lastPositions: usize,
  count: usize,
  numbers: usize,
): bool {
  const originXY = v128.load(origin)
  const originZ = v128.load64_splat(origin, 16)
  const substep = v128.load64_splat(numbers, SUBSTEP)
  const limit = f32x4.demote_f64x2_zero(v128.load64_splat(numbers, LIMIT))
  const limits = v128.shuffle<f32>(limit, limit, 0, 0, 0, 0)
  let within = i32x4.splat(-1)
  for (let k: usize = 0; k < count << 4; k += VECTOR) {
    const base = v128.load(particles + k)
    const offset = v128.load(offsets + k)
    const velocity = v128.load(velocities + k)
    const ownXY = f64x2.add(f64x2.promote_low_f32x4(base), f64x2.promote_low_f32x4(offset))
    const ownZ = f64x2.add(highDoubles(base), highDoubles(offset))
    const xy = f32x4.demote_f64x2_zero(f64x2.add(originXY, ownXY))
    const z = f32x4.demote_f64x2_zero(f64x2.add(originZ, ownZ))
    within = v128.and(within, f32x4.lt(f32x4.abs(v128.shuffle<f32>(xy, z, 0, 1, 4, 4)), limits))
    v128.store64_lane(positions, xy, 0)
    v128.store32_lane(positions, z, 0, 8)
    // From what single precision made of it: the difference of both is the velocity.
    const wayXY = f64x2.mul(substep, f64x2.promote_low_f32x4(velocity))
    const wayZ = f64x2.mul(substep, highDoubles(velocity))
    v128.store(lastPositions, f64x2.sub(f64x2.promote_low_f32x4(xy), wayXY))
    v128.store64_lane(lastPositions, f64x2.sub(f64x2.promote_low_f32x4(z), wayZ), 0, 16)
    positions += 12
    lastPositions += 24
  }
  return i32x4.all_true(within)
}

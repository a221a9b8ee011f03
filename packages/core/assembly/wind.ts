/**
 * The wind at every particle: its mean, and turbulence as a sum of modes, for four particles at once.
 * Twin of `src/cloth/solvers/xpbd/plainWind.ts`: the sum is that of
 * `src/wind/WindField.ts`, and the sines are those of `src/math/turns.ts`, in single precision.
 */
import { firstHalves, firstPairs, secondHalves, secondPairs, VECTOR } from './lanes'

/** Mean wind, and a number that is not used. */
const MEAN: usize = 16

/** Wave vector, phase, p and q. */
const MODE: usize = 40

const SIN_0: f32 = 6.283042280220213
const SIN_1: f32 = -4.049546195430893
const SIN_2: f32 = 1.0349825632238445
const SIN_3: f32 = -0.12737967814809334

const COS_0: f32 = 1.9999986316595835
const COS_1: f32 = -0.9347148301275211
const COS_2: f32 = 0.18832129074154616
const COS_3: f32 = -0.020130769200744494

/** The number at an address, four times. */
function each(address: usize): v128 {
  return v128.load32_splat(address)
}

/** a + b c */
function line(a: f32, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.splat(a), f32x4.mul(b, c))
}

/**
 * @param winds out: a vector per particle
 * @param air the mean wind, and after it the modes
 */
export function sampleWind(
  particles: usize,
  winds: usize,
  count: usize,
  air: usize,
  modes: usize,
): void {
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  const mean = v128.load(air)
  if (modes == 0) {
    for (let n: usize = 0; n < count; n++, winds += VECTOR) v128.store(winds, mean)
    return
  }
  const meanX = each(air)
  const meanY = each(air + 4)
  const meanZ = each(air + 8)
  const first = air + MEAN
  const stop = first + modes * MODE
  for (let n: usize = 0; n < count; n += 4) {
    // What a last, incomplete four has too much of is there, and thrown away.
    const p0 = v128.load(particles)
    const p1 = v128.load(particles, 16)
    const p2 = v128.load(particles, 32)
    const p3 = v128.load(particles, 48)
    const xy01 = firstHalves(p0, p1)
    const xy23 = firstHalves(p2, p3)
    const x = firstPairs(xy01, xy23)
    const y = secondPairs(xy01, xy23)
    const z = firstPairs(secondHalves(p0, p1), secondHalves(p2, p3))
    let ux = zero
    let uy = zero
    let uz = zero
    for (let m = first; m < stop; m += MODE) {
      const alongX = f32x4.mul(each(m), x)
      const alongXY = f32x4.add(alongX, f32x4.mul(each(m + 4), y))
      const along = f32x4.add(alongXY, f32x4.mul(each(m + 8), z))
      const turns = f32x4.add(along, each(m + 12))
      const f = f32x4.sub(turns, f32x4.floor(f32x4.add(turns, f32x4.splat(0.5))))
      const q = f32x4.mul(f32x4.mul(f32x4.splat(4), f), f)
      const e = f32x4.sub(one, q)
      const sines = line(SIN_0, q, line(SIN_1, q, line(SIN_2, q, f32x4.splat(SIN_3))))
      const cosines = line(COS_0, q, line(COS_1, q, line(COS_2, q, f32x4.splat(COS_3))))
      const sin = f32x4.mul(f32x4.mul(f, e), sines)
      const cos = f32x4.sub(f32x4.mul(f32x4.mul(e, e), cosines), one)
      ux = f32x4.add(ux, f32x4.add(f32x4.mul(each(m + 16), cos), f32x4.mul(each(m + 28), sin)))
      uy = f32x4.add(uy, f32x4.add(f32x4.mul(each(m + 20), cos), f32x4.mul(each(m + 32), sin)))
      uz = f32x4.add(uz, f32x4.add(f32x4.mul(each(m + 24), cos), f32x4.mul(each(m + 36), sin)))
    }
    // What is so far away that its phase is no number has the mean wind: a difference is then NaN.
    const sum = f32x4.add(f32x4.add(ux, uy), uz)
    const known = f32x4.eq(f32x4.sub(sum, sum), zero)
    const wx = f32x4.add(meanX, v128.and(ux, known))
    const wy = f32x4.add(meanY, v128.and(uy, known))
    const wz = f32x4.add(meanZ, v128.and(uz, known))
    const wxy01 = firstHalves(wx, wy)
    const wxy23 = secondHalves(wx, wy)
    const wz01 = firstHalves(wz, zero)
    const wz23 = secondHalves(wz, zero)
    v128.store(winds, firstPairs(wxy01, wz01))
    v128.store(winds, secondPairs(wxy01, wz01), 16)
    v128.store(winds, firstPairs(wxy23, wz23), 32)
    v128.store(winds, secondPairs(wxy23, wz23), 48)
    particles += 64
    winds += 64
  }
}

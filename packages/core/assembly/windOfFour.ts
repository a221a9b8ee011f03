/**
 * The wind at four places: its mean, turbulence as a sum of modes, and point sources. The sum is that of
 * `src/wind/WindField.ts`, and the sines are those of `src/math/turns.ts`, in single precision.
 */

/** Mean wind, and a number that is not used. */
const MEAN: usize = 16

/** Wave vector, phase, p and q. */
const MODE: usize = 40

/** Place, strength, radius. */
const SOURCE: usize = 20

/** Those of `turns.ts` for f² and ¼ − f² in place of 4 f² and 1 − 4 f²: powers of 4 change no bit else. */
const SIN_0: f32 = 6.283042280220213 * 4
const SIN_1: f32 = -4.049546195430893 * 16
const SIN_2: f32 = 1.0349825632238445 * 64
const SIN_3: f32 = -0.12737967814809334 * 256

const COS_0: f32 = 1.9999986316595835 * 16
const COS_1: f32 = -0.9347148301275211 * 64
const COS_2: f32 = 0.18832129074154616 * 256
const COS_3: f32 = -0.020130769200744494 * 1024

/** Where `sampleFour` leaves the wind. */
export let windX: v128 = f32x4(0, 0, 0, 0)
export let windY: v128 = f32x4(0, 0, 0, 0)
export let windZ: v128 = f32x4(0, 0, 0, 0)

/** The number at an address, four times. */
function each(address: usize): v128 {
  return v128.load32_splat(address)
}

/** a + b c */
function line(a: f32, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.splat(a), f32x4.mul(b, c))
}

/**
 * @param x places from where the phases of the modes are counted, m
 * @param air the mean wind, and after it the modes
 * @param sources point sources, from there as well
 */
export function sampleFour(
  x: v128,
  y: v128,
  z: v128,
  air: usize,
  modes: usize,
  sources: usize,
  sourceCount: usize,
): void {
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  let ux = zero
  let uy = zero
  let uz = zero
  const first = air + MEAN
  const stop = first + modes * MODE
  for (let m = first; m < stop; m += MODE) {
    const alongX = f32x4.mul(each(m), x)
    const alongXY = f32x4.add(alongX, f32x4.mul(v128.load32_splat(m, 4), y))
    const along = f32x4.add(alongXY, f32x4.mul(v128.load32_splat(m, 8), z))
    const turns = f32x4.add(along, v128.load32_splat(m, 12))
    const f = f32x4.sub(turns, f32x4.nearest(turns))
    const q = f32x4.mul(f, f)
    const e = f32x4.sub(f32x4.splat(0.25), q)
    const sines = line(SIN_0, q, line(SIN_1, q, line(SIN_2, q, f32x4.splat(SIN_3))))
    const cosines = line(COS_0, q, line(COS_1, q, line(COS_2, q, f32x4.splat(COS_3))))
    const sin = f32x4.mul(f32x4.mul(f, e), sines)
    const cos = f32x4.sub(f32x4.mul(f32x4.mul(e, e), cosines), one)
    ux = f32x4.add(
      ux,
      f32x4.add(f32x4.mul(v128.load32_splat(m, 16), cos), f32x4.mul(v128.load32_splat(m, 28), sin)),
    )
    uy = f32x4.add(
      uy,
      f32x4.add(f32x4.mul(v128.load32_splat(m, 20), cos), f32x4.mul(v128.load32_splat(m, 32), sin)),
    )
    uz = f32x4.add(
      uz,
      f32x4.add(f32x4.mul(v128.load32_splat(m, 24), cos), f32x4.mul(v128.load32_splat(m, 36), sin)),
    )
  }
  const end = sources + sourceCount * SOURCE
  for (let s = sources; s < end; s += SOURCE) {
    const dx = f32x4.sub(x, each(s))
    const dy = f32x4.sub(y, v128.load32_splat(s, 4))
    const dz = f32x4.sub(z, v128.load32_splat(s, 8))
    const squares = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz))
    const distance = f32x4.pmax(f32x4.sqrt(squares), v128.load32_splat(s, 16))
    const cube = f32x4.mul(f32x4.mul(distance, distance), distance)
    const perMetre = f32x4.div(v128.load32_splat(s, 12), cube)
    ux = f32x4.add(ux, f32x4.mul(perMetre, dx))
    uy = f32x4.add(uy, f32x4.mul(perMetre, dy))
    uz = f32x4.add(uz, f32x4.mul(perMetre, dz))
  }
  // What is so far away that its phase is no number has the mean wind: a difference is then NaN.
  const sum = f32x4.add(f32x4.add(ux, uy), uz)
  const known = f32x4.eq(f32x4.sub(sum, sum), zero)
  windX = f32x4.add(each(air), v128.and(ux, known))
  windY = f32x4.add(v128.load32_splat(air, 4), v128.and(uy, known))
  windZ = f32x4.add(v128.load32_splat(air, 8), v128.and(uz, known))
}

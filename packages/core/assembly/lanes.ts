/**
 * Four constraints at once: what kernels do with the four numbers of a vector. Particles are loaded as
 * vectors of xyz and the inverse mass, and four of them are turned by 90° into one vector of x, one
 * of y, one of z.
 */

/** Squared lengths end here instead of at infinity, which would make Inf / Inf of a share. */
export const LARGEST: f32 = f32.MAX_VALUE

/** Four constraints: two ends of 4 bytes each. */
export const FOUR_ENDS: usize = 32

/** Four numbers of 4 bytes. */
export const VECTOR: usize = 16

/** Takes the three coordinates of a vector and leaves 0 for the fourth number. */
export const XYZ = i32x4(-1, -1, -1, 0)

/** The first numbers of two vectors, then their second: a0 b0 a1 b1. */
export function firstHalves(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5)
}

/** The third numbers of two vectors, then their fourth: a2 b2 a3 b3. */
export function secondHalves(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7)
}

/** First pair of numbers of both. */
export function firstPairs(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 1, 4, 5)
}

/** Second pair of numbers of both. */
export function secondPairs(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 3, 6, 7)
}

/** The fourth number of each of four vectors: inverse masses of four particles. */
export function fourths(a: v128, b: v128, c: v128, d: v128): v128 {
  return secondPairs(secondHalves(a, b), secondHalves(c, d))
}

/** Four squared lengths; none is infinite. */
export function squares(x: v128, y: v128, z: v128): v128 {
  const sum = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z))
  return f32x4.pmin(sum, f32x4.splat(LARGEST))
}

export function lane0(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 0, 0, 0, 0)
}

export function lane1(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 1, 1, 1)
}

export function lane2(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 2, 2, 2, 2)
}

export function lane3(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 3, 3, 3, 3)
}

/** From particle a to particle b: small numbers are added to small ones, which loses no digits. */
export function between(a: usize, b: usize, apart: usize): v128 {
  const bases = f32x4.sub(v128.load(b), v128.load(a))
  const offsets = f32x4.sub(v128.load(b + apart), v128.load(a + apart))
  return v128.and(f32x4.add(bases, offsets), XYZ)
}

export function forward(offset: usize, share: v128, d: v128): void {
  v128.store(offset, f32x4.add(v128.load(offset), f32x4.mul(share, d)))
}

export function back(offset: usize, share: v128, d: v128): void {
  v128.store(offset, f32x4.sub(v128.load(offset), f32x4.mul(share, d)))
}

/** Of four numbers. */
export function largestOf(a: v128): f32 {
  return max<f32>(
    max<f32>(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1)),
    max<f32>(f32x4.extract_lane(a, 2), f32x4.extract_lane(a, 3)),
  )
}

/**
 * Rows of a grid in blocks of four particles, one vector per coordinate, so that four constraints
 * take what they need as it lies. A row of n particles has ⌈n / 4⌉ blocks; block k has the particles
 * k, k + ⌈n / 4⌉, k + 2 ⌈n / 4⌉ and k + 3 ⌈n / 4⌉, so neighbours of its particles are in the blocks beside
 * it. Only the first and the last blocks of a row are neighbours with their lanes turned by one.
 *
 * The last particles of the last blocks may be missing: particle nobody takes their places.
 */
import { firstHalves, firstPairs, secondHalves, secondPairs, VECTOR } from './lanes'

/** Where a block has its vectors, bytes: base, inverse mass, offset, and which lanes are particles. */
export const X: usize = 0
export const Y: usize = 16
export const Z: usize = 32
export const WEIGHT: usize = 48
export const OFFSET_X: usize = 64
export const OFFSET_Y: usize = 80
export const OFFSET_Z: usize = 96
export const VALID: usize = 112

export const BLOCK: usize = 128

/**
 * @param row the first particle
 * @param apart from a particle to its offset, bytes
 */
export function loadRow(
  row: usize,
  apart: usize,
  nobody: usize,
  columns: usize,
  block: usize,
): void {
  const width = (columns + 3) >> 2
  const strip = width << 4
  const fours = columns - 3 * width
  for (let k: usize = 0; k < width; k++, row += VECTOR, block += BLOCK) {
    const isWhole = k < fours
    const fourth = isWhole ? row + 3 * strip : nobody
    turnIn(row, row + strip, row + 2 * strip, fourth, block, true)
    turnIn(
      row + apart,
      row + strip + apart,
      row + 2 * strip + apart,
      fourth + apart,
      block + OFFSET_X,
      false,
    )
    v128.store(block, isWhole ? i32x4.splat(-1) : i32x4(-1, -1, -1, 0), VALID)
  }
}

/** Four vectors by 90°; of offsets, the fourth numbers mean nothing. */
function turnIn(a: usize, b: usize, c: usize, d: usize, to: usize, hasFourth: bool): void {
  const ab = firstHalves(v128.load(a), v128.load(b))
  const cd = firstHalves(v128.load(c), v128.load(d))
  const restOfAb = secondHalves(v128.load(a), v128.load(b))
  const restOfCd = secondHalves(v128.load(c), v128.load(d))
  v128.store(to, firstPairs(ab, cd), X)
  v128.store(to, secondPairs(ab, cd), Y)
  v128.store(to, firstPairs(restOfAb, restOfCd), Z)
  if (hasFourth) v128.store(to, secondPairs(restOfAb, restOfCd), WEIGHT)
}

/** Offsets go back to where they came from. */
export function storeRow(offsets: usize, columns: usize, block: usize): void {
  const width = (columns + 3) >> 2
  const strip = width << 4
  const fours = columns - 3 * width
  const zero = f32x4.splat(0)
  for (let k: usize = 0; k < width; k++, offsets += VECTOR, block += BLOCK) {
    const x = v128.load(block, OFFSET_X)
    const y = v128.load(block, OFFSET_Y)
    const z = v128.load(block, OFFSET_Z)
    const xy = firstHalves(x, y)
    const z0 = firstHalves(z, zero)
    v128.store(offsets, firstPairs(xy, z0))
    v128.store(offsets + strip, secondPairs(xy, z0))
    const moreXy = secondHalves(x, y)
    const moreZ0 = secondHalves(z, zero)
    v128.store(offsets + 2 * strip, firstPairs(moreXy, moreZ0))
    if (k < fours) v128.store(offsets + 3 * strip, secondPairs(moreXy, moreZ0))
  }
}

/** A copy with each lane one further on, so that a last block lies beside the first. */
export function turnBlock(block: usize, to: usize): void {
  for (let n: usize = 0; n < BLOCK; n += VECTOR) {
    const v = v128.load(block + n)
    v128.store(to + n, v128.shuffle<f32>(v, v, 3, 0, 1, 2))
  }
  // What comes in at the front has no neighbour there.
  v128.store(to, v128.and(v128.load(to, VALID), i32x4(0, -1, -1, -1)), VALID)
}

/** What the first three lanes were moved by. */
export function turnBack(turned: usize, block: usize): void {
  for (let n = OFFSET_X; n < VALID; n += VECTOR) {
    const v = v128.shuffle<f32>(v128.load(turned + n), v128.load(block + n), 1, 2, 3, 7)
    v128.store(block + n, v)
  }
}

/**
 * Smooth noise in three dimensions (gradient noise, Perlin 2002, with the quintic fade), scaled to
 * a standard deviation of 1. Gradients come from an integer hash of cell and seed: no table, no
 * allocation, and the same field on every device.
 */
import { hashInteger } from './random.js'

/** Standard deviation of the unscaled noise over space, measured over 10⁷ points. */
const RAW_DEVIATION = 0.27003

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

/**
 * Noise at a point; mean 0, standard deviation 1, correlation length about one unit. For loops: the
 * point is read from an array and the noise written to one, since numbers that are passed to a
 * function or returned from it may be allocated. All corners are in one body for the same reason.
 *
 * @param point xyz
 * @param out gets the noise at index `n`
 */
export function writeNoise3(seed: number, point: Float64Array, out: Float64Array, n: number): void {
  const x = point[0]!
  const y = point[1]!
  const z = point[2]!
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const iz = Math.floor(z)
  const u = fade(x - ix)
  const v = fade(y - iy)
  const w = fade(z - iz)
  let sum = 0
  for (let corner = 0; corner < 8; corner++) {
    const i = corner & 1
    const j = (corner >> 1) & 1
    const k = corner >> 2
    const cell =
      Math.imul(ix + i, 0x8da6b343) ^ Math.imul(iy + j, 0xd8163841) ^ Math.imul(iz + k, 0xcb1ab31f)
    const h = hashInteger(cell + seed) & 15
    const dx = x - ix - i
    const dy = y - iy - j
    const dz = z - iz - k
    // Offset times gradient: the twelve edge directions of a cube, four of them twice.
    const a = h < 8 ? dx : dy
    const b = h < 4 ? dy : h === 12 || h === 14 ? dx : dz
    const slope = ((h & 1) === 0 ? a : -a) + ((h & 2) === 0 ? b : -b)
    sum += (i === 0 ? 1 - u : u) * (j === 0 ? 1 - v : v) * (k === 0 ? 1 - w : w) * slope
  }
  out[n] = sum / RAW_DEVIATION
}

const pointOfOne = new Float64Array(3)
const noiseOfOne = new Float64Array(1)

/** Noise at one point, see `writeNoise3`. */
export function noise3(seed: number, x: number, y: number, z: number): number {
  pointOfOne[0] = x
  pointOfOne[1] = y
  pointOfOne[2] = z
  writeNoise3(seed, pointOfOne, noiseOfOne, 0)
  return noiseOfOne[0]!
}

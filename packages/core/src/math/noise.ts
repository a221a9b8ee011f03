/**
 * Smooth noise in three dimensions (gradient noise, Perlin 2002, with the quintic fade), scaled to
 * a standard deviation of 1. Gradients come from an integer hash of cell and seed: no table, no
 * allocation, and the same field on every device.
 */
import { hashInteger } from './random.js'

/** Standard deviation of the unscaled noise over space, measured over 10⁷ points. */
const RAW_DEVIATION = 0.27003

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

/** Scalar product of a cell corner's gradient with the offset (x, y, z) from that corner. */
function corner(
  seed: number,
  ix: number,
  iy: number,
  iz: number,
  x: number,
  y: number,
  z: number,
): number {
  const cell = Math.imul(ix, 0x8da6b343) ^ Math.imul(iy, 0xd8163841) ^ Math.imul(iz, 0xcb1ab31f)
  const h = hashInteger(cell + seed) & 15
  // The twelve edge directions of a cube, four of them twice.
  const u = h < 8 ? x : y
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z
  return ((h & 1) === 0 ? u : -u) + ((h & 2) === 0 ? v : -v)
}

const mix = (a: number, b: number, t: number): number => a + (b - a) * t

/** Noise at a point; mean 0, standard deviation 1, correlation length about one unit. */
export function noise3(seed: number, x: number, y: number, z: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const iz = Math.floor(z)
  const fx = x - ix
  const fy = y - iy
  const fz = z - iz
  const u = fade(fx)
  const v = fade(fy)
  const w = fade(fz)
  const near = mix(
    mix(corner(seed, ix, iy, iz, fx, fy, fz), corner(seed, ix + 1, iy, iz, fx - 1, fy, fz), u),
    mix(
      corner(seed, ix, iy + 1, iz, fx, fy - 1, fz),
      corner(seed, ix + 1, iy + 1, iz, fx - 1, fy - 1, fz),
      u,
    ),
    v,
  )
  const far = mix(
    mix(
      corner(seed, ix, iy, iz + 1, fx, fy, fz - 1),
      corner(seed, ix + 1, iy, iz + 1, fx - 1, fy, fz - 1),
      u,
    ),
    mix(
      corner(seed, ix, iy + 1, iz + 1, fx, fy - 1, fz - 1),
      corner(seed, ix + 1, iy + 1, iz + 1, fx - 1, fy - 1, fz - 1),
      u,
    ),
    v,
  )
  return mix(near, far, w) / RAW_DEVIATION
}

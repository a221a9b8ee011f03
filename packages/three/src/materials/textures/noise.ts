/**
 * Noise that tiles: gradient noise on a periodic lattice (Perlin 2002, "Improving noise": quintic
 * fade, gradients chosen by a hash), and a sum of octaves of it. Same coordinates, same value.
 */

/** Integer hash (Wellons 2018, "lowbias32"), 0 to 1. */
function hash(x: number, y: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)
const mix = (a: number, b: number, t: number): number => a + (b - a) * t
const wrap = (i: number, period: number): number => ((i % period) + period) % period

/** About −0.7 to 0.7, with `period` cells along each side of the unit square. */
export function gradientNoise(u: number, v: number, period: number, seed = 0): number {
  const [x, y] = [u * period, v * period]
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - i, y - j]
  const corner = (di: number, dj: number): number => {
    const turn = 2 * Math.PI * hash(wrap(i + di, period) + 1013 * seed, wrap(j + dj, period))
    return Math.cos(turn) * (fx - di) + Math.sin(turn) * (fy - dj)
  }
  const [a, b] = [fade(fx), fade(fy)]
  return mix(mix(corner(0, 0), corner(1, 0), a), mix(corner(0, 1), corner(1, 1), a), b)
}

/** Octaves of half the size and `gain` of the height each. */
export function fractalNoise(u: number, v: number, period: number, octaves: number): number {
  const gain = 0.45
  let sum = 0
  for (let n = 0, height = 1; n < octaves; n++, height *= gain) {
    sum += height * gradientNoise(u, v, period * 2 ** n, n)
  }
  return sum
}

/** Default textures as functions of place: cloth, heights, and a sky. */
import { fractalNoise } from './noise.js'

export type Rgb = readonly [number, number, number]

/** Thread colours of the sett, sRGB 0 to 255, and how many threads of each, to and fro. */
const SETT: readonly (readonly [Rgb, number])[] = [
  [[24, 44, 72], 28],
  [[222, 214, 196], 4],
  [[24, 44, 72], 6],
  [[150, 34, 44], 34],
  [[226, 176, 72], 4],
  [[150, 34, 44], 12],
  [[30, 82, 74], 28],
  [[18, 26, 32], 12],
]

const threads = /* @__PURE__ */ SETT.flatMap(([color, count]) => Array<Rgb>(count).fill(color))

/** So many threads side by side; the pattern runs once to and once fro. */
export const TARTAN_THREADS = 256

/** A tartan in 2/2 twill: colour of the thread on top where warp x and weft y cross, sRGB 0 to 255. */
export function tartan(x: number, y: number): Rgb {
  const thread = (n: number): Rgb => {
    const place = Math.min(n, TARTAN_THREADS - 1 - n)
    return threads[place % threads.length]!
  }
  return (x + y) % 4 < 2 ? thread(x) : thread(y)
}

/** Threads along each side of the woven height map: four texels each, so that steps are steep. */
const WEAVE_THREADS = 64

/** Height of a plain weave at u, v, 0 to 1: round threads that go over and under in turn. */
export function weaveHeight(u: number, v: number): number {
  const [x, y] = [u * WEAVE_THREADS, v * WEAVE_THREADS]
  const height = (across: number, along: number, number: number): number => {
    const offset = 2 * (across - Math.floor(across)) - 1
    const round = Math.max(0, 1 - 1.6 * offset ** 2)
    // Highest, or lowest, in the middle of each crossing.
    const wave = Math.abs(Math.sin(Math.PI * along)) * (number % 2 === 0 ? 1 : -1)
    return round * (0.5 + 0.5 * wave)
  }
  const warp = height(x, y, Math.floor(x) + Math.floor(y))
  const weft = height(y, x, Math.floor(x) + Math.floor(y) + 1)
  return Math.max(warp, weft)
}

/** Height of soft hills at u, v, 0 to 1. */
export function duneHeight(u: number, v: number): number {
  return Math.min(1, Math.max(0, 0.5 + 0.75 * fractalNoise(u, v, 3, 4)))
}

/** Light from the direction x, y, z, linear: a clear day over a chequered floor. */
export function sky(x: number, y: number, z: number): Rgb {
  if (y < 0) {
    // The floor is 1 m below, and far away its squares become one grey.
    const [px, pz] = [x / -y, z / -y]
    const near = Math.exp(-0.25 * Math.hypot(px, pz))
    const isLight = (Math.floor(px) + Math.floor(pz)) % 2 === 0
    const grey = 0.32 + (isLight ? 0.3 : -0.24) * near
    return [grey, 0.97 * grey, 0.92 * grey]
  }
  const height = Math.sqrt(y)
  const mix = (low: number, high: number): number => low + (high - low) * height
  // As high as the lamp of the lecture stands.
  const sun = Math.max(0, 0.17 * x + 0.7 * y + 0.69 * z)
  const glow = 0.5 * sun ** 12 + (sun > 0.985 ? 5 : 0)
  return [mix(0.85, 0.1) + glow, mix(0.9, 0.28) + 0.92 * glow, mix(1, 0.72) + 0.8 * glow]
}

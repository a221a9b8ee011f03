/**
 * Turbulence as a sum of random Fourier modes (Kraichnan 1970): u = σ Σ A (p cos φ + q sin φ) with
 * φ = k·x + ω t and p, q, k mutually orthogonal, so that every mode is free of divergence whatever
 * its phase is. The modes drift with the mean wind (Taylor's frozen turbulence) and slowly change
 * on the way at Kraichnan's rate ω ~ k σ.
 *
 * Directions come in triples of a randomly turned cube, in which Σ (1 − k kᵀ) = 2: the variance is
 * exactly σ² in each direction, at every place. Wave numbers divide the energy of Kolmogorov's
 * spectrum k^(−5/3) in equal parts.
 *
 * Curl noise (Bridson 2007) was the other choice. Twelve modes over a range of scales cost what one
 * octave of it does (both 130 ns per sample when measured side by side) and, unlike it, have exact
 * mean and variance, no lattice, no gathers in a vector unit, and fit in a shader's uniforms.
 */
import { createRandom } from '../math/random.js'

const TRIPLES = 4
export const MODE_COUNT = 3 * TRIPLES

/** Keeps the modes apart from other random things made from the same seed. */
const WIND_STREAM = 0x77696e64

/** Numbers per mode: wave vector in turns/m, phase in turns, p and q in m/s. */
export const MODE_STRIDE = 10

/**
 * Share of the energy of k^(−5/3) in eddies down to 1/16 of the largest, 1 − 16^(−2/3); a sheet does
 * not resolve smaller ones. Written out, since powers are not the same in every engine.
 */
const WITHIN_RANGE = 0.8425098687631408

/** Slowest change of a mode as a share of Kraichnan's rate; the fastest is 1. */
const SLOWEST_CHANGE = 0.5

/** Velocity of a mode for a variance of 1: each triple adds A² to it. */
const AMPLITUDE = 1 / Math.sqrt(TRIPLES)

/** What a seed decides, for a deviation of 1 m/s and an integral length of 1 m. */
export interface TurbulenceModes {
  /** Unit k, p and q: nine numbers per mode. */
  readonly frames: Float64Array
  /** Length of the wave vector, turns per integral length. */
  readonly waveNumbers: Float64Array
  /** Phase at time 0, turns. */
  readonly phases: Float64Array
  /** Change of phase as a share of Kraichnan's rate. */
  readonly changes: Float64Array
}

export function createModes(seed: number): TurbulenceModes {
  const random = createRandom(seed ^ WIND_STREAM)
  const modes = {
    frames: new Float64Array(9 * MODE_COUNT),
    waveNumbers: new Float64Array(MODE_COUNT),
    phases: new Float64Array(MODE_COUNT),
    changes: new Float64Array(MODE_COUNT),
  }
  let meanLength = 0
  for (let n = 0; n < MODE_COUNT; n++) {
    const left = 1 - (WITHIN_RANGE * (n + 0.5)) / MODE_COUNT
    const length = left * Math.sqrt(left)
    modes.waveNumbers[n] = 1 / length
    meanLength += length / MODE_COUNT
  }
  for (let triple = 0; triple < TRIPLES; triple++) {
    const axes = randomRotation(random)
    for (let axis = 0; axis < 3; axis++) {
      // A triple has large, middle and small eddies.
      const n = triple + TRIPLES * axis
      // The integral length is ¾ π ⟨1/k⟩ (Pope 2000, §6.5), that is ⅜ ⟨1/k⟩ with k in turns.
      modes.waveNumbers[n]! *= 0.375 * meanLength
      modes.phases[n] = random()
      modes.changes[n] = SLOWEST_CHANGE + (1 - SLOWEST_CHANGE) * random()
      // Half of the modes turn to the left, half to the right.
      const hand = (triple + axis) % 2 === 0 ? AMPLITUDE : -AMPLITUDE
      for (let k = 0; k < 3; k++) {
        modes.frames[9 * n + k] = axes[3 * axis + k]!
        modes.frames[9 * n + 3 + k] = AMPLITUDE * axes[3 * ((axis + 1) % 3) + k]!
        modes.frames[9 * n + 6 + k] = hand * axes[3 * ((axis + 2) % 3) + k]!
      }
    }
  }
  return modes
}

/**
 * Writes how fast the phases of the modes change, turns/s.
 *
 * @param wind mean velocity, m/s
 * @param deviation standard deviation of each component, m/s
 * @param scale integral length, m
 */
export function writeModeRates(
  modes: TurbulenceModes,
  wind: readonly [number, number, number],
  deviation: number,
  scale: number,
  out: Float64Array,
): void {
  const { frames, waveNumbers, changes } = modes
  for (let n = 0; n < MODE_COUNT; n++) {
    const f = 9 * n
    const drift = frames[f]! * wind[0] + frames[f + 1]! * wind[1] + frames[f + 2]! * wind[2]
    // Change adds to the drift, never against it: no mode comes to stand still and shifts the mean.
    const change = (drift < 0 ? -deviation : deviation) * changes[n]!
    out[n] = (-waveNumbers[n]! / scale) * (drift + change)
  }
}

/** Writes the modes ready for a loop or a shader, `MODE_STRIDE` numbers each, but for their phases. */
export function writeModes(
  { frames, waveNumbers }: TurbulenceModes,
  deviation: number,
  scale: number,
  out: Float64Array,
): void {
  for (let n = 0; n < MODE_COUNT; n++) {
    const k = waveNumbers[n]! / scale
    for (let i = 0; i < 9; i++)
      out[MODE_STRIDE * n + (i < 3 ? i : i + 1)] = (i < 3 ? k : deviation) * frames[9 * n + i]!
  }
}

/**
 * Writes the phases of the modes at one moment.
 *
 * @param turns of each mode since time 0
 */
export function writePhases(
  { phases }: TurbulenceModes,
  turns: Float64Array,
  out: Float64Array,
): void {
  for (let n = 0; n < MODE_COUNT; n++) {
    const phase = phases[n]! + turns[n]!
    out[MODE_STRIDE * n + 3] = phase - Math.floor(phase)
  }
}

/** Three orthonormal rows, uniform over all rotations: a quaternion by rejection (no sine needed). */
function randomRotation(random: () => number): Float64Array {
  for (;;) {
    const x = 2 * random() - 1
    const y = 2 * random() - 1
    const z = 2 * random() - 1
    const w = 2 * random() - 1
    const squared = x * x + y * y + z * z + w * w
    if (squared > 1 || squared < 0.01) continue
    const s = 2 / squared
    return Float64Array.of(
      1 - s * (y * y + z * z),
      s * (x * y - z * w),
      s * (x * z + y * w),
      s * (x * y + z * w),
      1 - s * (x * x + z * z),
      s * (y * z - x * w),
      s * (x * z - y * w),
      s * (y * z + x * w),
      1 - s * (x * x + y * y),
    )
  }
}

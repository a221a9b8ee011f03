/**
 * The memory of the xpbd solver: one buffer that the plain kernels and their WebAssembly twins both
 * work on. A particle takes four single-precision numbers, so that a kernel loads it at once:
 * xyz and the inverse mass, which is 0 for a particle that is held.
 */

/** Single-precision numbers per particle. */
export const STRIDE = 4

/** Of these, what `residuals` has per particle: a position and a velocity. */
const RESIDUAL_STRIDE = 2 * STRIDE

/** Vector loads want addresses that divide by this, bytes. */
const ALIGNMENT = 16

export interface XpbdMemory {
  readonly buffer: ArrayBuffer
  /** x, y, z (m) and inverse mass (1/kg) per particle. */
  readonly particles: Float32Array
  /** Velocity per particle, m/s; the fourth number is not used. */
  readonly velocities: Float32Array
  /**
   * Positions after integration and before constraints: velocity changes by the difference. The
   * fourth number is not used.
   */
  readonly predicted: Float32Array
  /**
   * What rounding cut off so far (Kahan 1965): four numbers of the position, then four of the
   * velocity. At 80 and more substeps what one substep adds is near the spacing of single-precision
   * numbers: without it a fall would be 11 % off by the positions, at 320 substeps 0.02 % by the
   * velocities.
   */
  readonly residuals: Float32Array
  /** Acceleration by air per particle, m/s². */
  readonly accelerations: Float32Array
  /** Two particles per distance constraint, as offsets into `particles`. */
  readonly ends: Int32Array
  /** Rest length per constraint, m. */
  readonly restLengths: Float32Array
  /** Particle and anchor per tether, as offsets into `particles`. */
  readonly tetherEnds: Int32Array
  /** Longest length per tether, m. */
  readonly tetherLengths: Float32Array
}

export interface XpbdSizes {
  readonly particles: number
  readonly constraints: number
  readonly tethers: number
}

/** Where each array starts, bytes, and how long the whole is. */
export function layOut({ particles, constraints, tethers }: XpbdSizes, start = 0): XpbdLayout {
  let end = start
  const place = (bytes: number): number => {
    const offset = Math.ceil(end / ALIGNMENT) * ALIGNMENT
    end = offset + bytes
    return offset
  }
  return {
    particles: place(16 * particles),
    velocities: place(16 * particles),
    predicted: place(16 * particles),
    residuals: place(4 * RESIDUAL_STRIDE * particles),
    accelerations: place(16 * particles),
    ends: place(8 * constraints),
    restLengths: place(4 * constraints),
    tetherEnds: place(8 * tethers),
    tetherLengths: place(4 * tethers),
    end,
  }
}

export type XpbdLayout = Readonly<
  Record<Exclude<keyof XpbdMemory, 'buffer'>, number> & { end: number }
>

/** Typed arrays over a buffer that is at least `layout.end` bytes long. */
export function createMemory(
  buffer: ArrayBuffer,
  layout: XpbdLayout,
  sizes: XpbdSizes,
): XpbdMemory {
  const { particles, constraints, tethers } = sizes
  const vectors = (offset: number): Float32Array =>
    new Float32Array(buffer, offset, STRIDE * particles)
  return {
    buffer,
    particles: vectors(layout.particles),
    velocities: vectors(layout.velocities),
    predicted: vectors(layout.predicted),
    residuals: new Float32Array(buffer, layout.residuals, RESIDUAL_STRIDE * particles),
    accelerations: vectors(layout.accelerations),
    ends: new Int32Array(buffer, layout.ends, 2 * constraints),
    restLengths: new Float32Array(buffer, layout.restLengths, constraints),
    tetherEnds: new Int32Array(buffer, layout.tetherEnds, 2 * tethers),
    tetherLengths: new Float32Array(buffer, layout.tetherLengths, tethers),
  }
}

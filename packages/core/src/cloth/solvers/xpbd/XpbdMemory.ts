/**
 * The memory of the xpbd solver: one buffer that the plain kernels and their WebAssembly twins both
 * work on. A particle takes four single-precision numbers, so that a kernel loads it at once:
 * xyz and the inverse mass, which is 0 for a particle that is held.
 *
 * Where a particle is, is the sum of two vectors: a base that has the large digits, and an offset of
 * the size of one substep's way. Constraints look at differences of bases, which are exact for
 * neighbours, plus differences of offsets, and move offsets only; so what a substep adds keeps its
 * digits however small it is. Summed into positions near 1, gravity would be 11 % off at 80
 * substeps, and what rounding cuts off a correction would become velocity.
 */

import { AIR_NUMBERS } from '../../../wind/WindField.js'

/** Single-precision numbers per particle. */
export const STRIDE = 4

/** Constraints that a kernel takes at once; lists are filled up to multiples of this. */
export const LANES = 4

/** Where `numbers` has the length of a substep (s) and the end of the world (m). */
export const SUBSTEP = 0
export const LIMIT = 1
const NUMBERS = 2
const TOLD = 10

/** Vector loads want addresses that divide by this, bytes. */
const ALIGNMENT = 16

export interface XpbdMemory {
  readonly buffer: ArrayBuffer
  /** How many of what follows are particles. */
  readonly particleCount: number
  /**
   * Base x, y, z (m) and inverse mass (1/kg) per particle. After the particles comes one that is
   * nobody's, for empty places in lists, and after it the nodes of the coarse levels, from the
   * finest.
   */
  readonly particles: Float32Array
  /** From the base to where the particle is, m; the fourth number is not used, here and below. */
  readonly offsets: Float32Array
  /** Those of the nodes alone. */
  readonly nodeOffsets: Float32Array
  /** Offsets after integration and before constraints: velocity changes by the difference. */
  readonly predicted: Float32Array
  /** Offsets of the nodes before their constraints: their children move by the difference. */
  readonly before: Float32Array
  /** Velocity per particle, m/s */
  readonly velocities: Float32Array
  /** What rounding cut off the velocities so far (Kahan 1965), m/s. */
  readonly residuals: Float32Array
  /** Where the frame of the particles has its origin, xyz, m. */
  readonly origin: Float64Array
  /** Where particles are in the world, xyz each, m: the state that the world sees. */
  readonly positions: Float32Array
  /** Where they were one substep before, by their velocity. */
  readonly lastPositions: Float64Array
  /** What kernels are told beside counts; a number that is passed may become an object. */
  readonly numbers: Float64Array
  /** The same in single precision: `wasmKernels.ts` knows what is where. */
  readonly told: Float32Array
  /** The wind as `WindField.writeModes` has it. */
  readonly air: Float32Array
  /** Acceleration by air per particle, m/s². */
  readonly accelerations: Float32Array
  /** Velocity of the air at each particle, m/s. */
  readonly winds: Float32Array
  /** Three particles per triangle, as offsets into `particles`. */
  readonly corners: Int32Array
  /** Area at rest (m²) per triangle, and the mass (kg) that it can speed up; see `massesInAir`. */
  readonly areas: Float32Array
  readonly airMasses: Float32Array
  /** Two particles per distance constraint, as offsets into `particles`. */
  readonly ends: Int32Array
  /** Rest length per constraint, m. */
  readonly restLengths: Float32Array
  /** Node that each particle, and each node but the coarsest, belongs to, as offset. */
  readonly parents: Int32Array
  /** Share of each in the mean that is its node's place. */
  readonly shares: Float32Array
  /** What each moves by as a multiple of its node's way: 1 where nothing is held. */
  readonly factors: Float32Array
  /** Particle and anchor per tether, as offsets into `particles`. */
  readonly tetherEnds: Int32Array
  /** Longest length per tether, m. */
  readonly tetherLengths: Float32Array
  /** Four particles per hinge, as offsets into `particles`: opposite, opposite, and its edge. */
  readonly hingeEnds: Int32Array
  /** Cosine and sine of the angle at rest per hinge. */
  readonly restCosines: Float32Array
  readonly restSines: Float32Array
  /** Compliance per hinge times the bending stiffness of the sheet. */
  readonly shapes: Float32Array
  /** For what kernels have at hand of a grid: some of its rows. */
  readonly room: Float32Array
}

/** How many of each; constraints, triangles, tethers and hinges in multiples of `LANES`. */
export interface XpbdSizes {
  readonly particles: number
  readonly nodes: number
  readonly constraints: number
  readonly tethers: number
  /** None where there is no air. */
  readonly triangles?: number
  /** 28 bytes each, which is 84 per particle of a grid; none where bending is by distances. */
  readonly hinges?: number
  /** Columns of a grid that is swept row by row. */
  readonly columns?: number | undefined
}

/** Bytes that each array takes. */
function bytesOf(sizes: XpbdSizes): Record<keyof XpbdLayout & keyof XpbdMemory, number> {
  const { particles, nodes, triangles = 0, constraints, tethers, hinges = 0, columns } = sizes
  const all = 4 * STRIDE * (particles + 1 + nodes)
  const own = 4 * STRIDE * particles
  const fours = LANES * Math.ceil(particles / LANES)
  return {
    particles: all,
    offsets: all,
    before: 4 * STRIDE * nodes,
    predicted: own,
    velocities: own,
    residuals: own,
    accelerations: own,
    winds: 4 * STRIDE * fours,
    origin: 8 * 3,
    positions: 4 * 3 * particles,
    lastPositions: 8 * 3 * particles,
    numbers: 8 * NUMBERS,
    told: 4 * TOLD,
    air: 4 * AIR_NUMBERS,
    corners: 12 * triangles,
    areas: 4 * triangles,
    airMasses: 4 * triangles,
    ends: 8 * constraints,
    restLengths: 4 * constraints,
    parents: 4 * (particles + nodes),
    shares: 4 * (particles + nodes),
    factors: 4 * (particles + nodes),
    tetherEnds: 8 * tethers,
    tetherLengths: 4 * tethers,
    hingeEnds: 16 * hinges,
    restCosines: 4 * hinges,
    restSines: 4 * hinges,
    shapes: 4 * hinges,
    room: columns === undefined ? 0 : 208 + 1024 * Math.ceil(columns / LANES),
  }
}

/** Where each array starts, bytes, and how long the whole is. */
export type XpbdLayout = Readonly<
  Record<Exclude<keyof XpbdMemory, 'buffer' | 'particleCount' | 'nodeOffsets'>, number> & {
    end: number
  }
>

export function layOut(sizes: XpbdSizes): XpbdLayout {
  let end = 0
  const layout: Record<string, number> = {}
  for (const [name, bytes] of Object.entries(bytesOf(sizes))) {
    layout[name] = end
    end = Math.ceil((end + bytes) / ALIGNMENT) * ALIGNMENT
  }
  return { ...layout, end } as XpbdLayout
}

/** Typed arrays over a buffer that is at least `layout.end` bytes long. */
export function createMemory(
  buffer: ArrayBuffer,
  layout: XpbdLayout,
  sizes: XpbdSizes,
): XpbdMemory {
  const bytes = bytesOf(sizes)
  const floats = (name: keyof typeof bytes): Float32Array =>
    new Float32Array(buffer, layout[name], bytes[name] / 4)
  const doubles = (name: keyof typeof bytes): Float64Array =>
    new Float64Array(buffer, layout[name], bytes[name] / 8)
  const integers = (name: keyof typeof bytes): Int32Array =>
    new Int32Array(buffer, layout[name], bytes[name] / 4)
  return {
    buffer,
    particleCount: sizes.particles,
    particles: floats('particles'),
    offsets: floats('offsets'),
    nodeOffsets: floats('offsets').subarray(STRIDE * (sizes.particles + 1)),
    predicted: floats('predicted'),
    before: floats('before'),
    velocities: floats('velocities'),
    residuals: floats('residuals'),
    accelerations: floats('accelerations'),
    winds: floats('winds'),
    origin: doubles('origin'),
    positions: floats('positions'),
    lastPositions: doubles('lastPositions'),
    numbers: doubles('numbers'),
    told: floats('told'),
    air: floats('air'),
    corners: integers('corners'),
    areas: floats('areas'),
    airMasses: floats('airMasses'),
    ends: integers('ends'),
    restLengths: floats('restLengths'),
    parents: integers('parents'),
    shares: floats('shares'),
    factors: floats('factors'),
    tetherEnds: integers('tetherEnds'),
    tetherLengths: floats('tetherLengths'),
    hingeEnds: integers('hingeEnds'),
    restCosines: floats('restCosines'),
    restSines: floats('restSines'),
    shapes: floats('shapes'),
    room: floats('room'),
  }
}

/** Where particles and nodes are: bases, and what they are off these, m. */
export interface Places {
  readonly particles: Float32Array
  readonly offsets?: Float32Array
}

/** Distance of two particles or nodes, given as offsets into `particles`, m. */
export function distanceOf({ particles, offsets }: Places, a: number, b: number): number {
  let squared = 0
  for (let k = 0; k < 3; k++) {
    let d = particles[b + k]! - particles[a + k]!
    if (offsets) d += offsets[b + k]! - offsets[a + k]!
    squared += d * d
  }
  return Math.sqrt(squared)
}

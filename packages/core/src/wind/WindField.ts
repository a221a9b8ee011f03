/**
 * The velocity of the air at any place and time, one field for cloth and grass: a mean wind that
 * swells and drops in gusts, turbulence that drifts along with it, and point sources.
 *
 * As long as its settings stay, the field is a function of them, place and time alone, so any moment of
 * a run can be computed again. Eddies and gusts that are there when settings change go on from where
 * they are; `drift` is all that remembers it. Over time the mean at every place is the wind that was asked for and,
 * without gusts, the standard deviation of each component is `turbulence` times its speed.
 */
import type { ParticleArray } from '../cloth/ClothState.js'
import { COS_0, COS_1, COS_2, COS_3, SIN_0, SIN_1, SIN_2, SIN_3 } from '../math/turns.js'
import { checkNumber, checkPoint, checkValues, fail, show } from '../params/check.js'
import { defaultsOf, type ParameterValues } from '../params/Parameter.js'
import { windParams } from '../params/windParams.js'
import { Drift } from './drift.js'
import { createGusts, writeGustRates, writeGusts } from './gusts.js'
import {
  createModes,
  MODE_COUNT,
  MODE_STRIDE,
  type TurbulenceModes,
  writeModeRates,
  writeModes,
  writePhases,
} from './turbulence.js'

const WHO = 'WindField'

/** Faster air than this, m/s, counts as this fast: squares of it are still numbers. */
const FASTEST = 1e100

/** m */
const DEFAULT_RADIUS = 0.1

/** How many numbers `writeModes` writes at most, and where the modes begin among them. */
export const FIRST_MODE = 4
export const AIR_NUMBERS = FIRST_MODE + MODE_STRIDE * MODE_COUNT

/** Position, strength, radius. */
export const SOURCE_STRIDE = 5

/** Air that streams out of a point, or into it. */
export interface WindSource {
  /** m */
  readonly position: readonly [number, number, number]
  /** Speed at a distance of 1 m, m/s: > 0 blows outwards, < 0 draws in. Falls as 1 / distance². */
  readonly strength: number
  /** Inside of this the speed falls to 0 at the centre, m, > 0. Default 0.1. */
  readonly radius?: number
}

/** Simulated time, s; in an object, since a number that is passed may become a new one every time. */
export interface Moment {
  readonly time: number
}

export type WindParams = ParameterValues<typeof windParams>

export interface WindOptions extends Partial<WindParams> {
  /** Seed of turbulence and gusts, 0 to 2³² − 1. Default 1. */
  readonly seed?: number
  readonly sources?: readonly WindSource[]
}

export class WindField {
  private values: WindParams = defaultsOf(windParams)
  private seed = -1
  private modes!: TurbulenceModes
  private gusts!: Float64Array
  private sources = new Float64Array(0)
  private mean: [number, number, number] = [0, 0, 0]
  private deviation = 0
  /** Of the modes, then of the three waves of gusts. */
  private readonly drift = new Drift(MODE_COUNT + 3)
  /** At `written` seconds: the modes, and the mean in gusts, m/s, with its share of the mean over time. */
  private readonly current = new Float64Array(MODE_STRIDE * MODE_COUNT)
  private readonly flow = new Float64Array(4)
  private written = NaN
  private readonly point = new Float64Array(3)

  /** @throws BillowError for a wrong value */
  constructor(options: WindOptions = {}) {
    this.configure({ seed: 1, ...options })
  }

  /** What a later moment depends on beside settings; for snapshots, and changed by these only. */
  get memory(): Float64Array {
    return this.drift.memory
  }

  /**
   * Changes settings; what is not given stays.
   *
   * @param time of the change, s: the air goes on from how it is then
   * @throws BillowError for a wrong value, and then nothing has changed
   */
  configure(options: WindOptions, time = 0): void {
    const values = { ...this.values, ...checkValues(WHO, windParams, options) }
    const seed = checkNumber(WHO, 'seed', options.seed ?? this.seed, {
      atLeast: 0,
      atMost: 0xffffffff,
    })
    const sources = options.sources === undefined ? this.sources : packSources(options.sources)
    this.values = values
    this.sources = sources
    if (seed !== this.seed) {
      this.modes = createModes(seed)
      this.gusts = createGusts(seed)
      this.drift.memory.fill(0)
    }
    this.seed = seed
    const [x, y, z] = values.wind
    this.mean = [bounded(x), bounded(y), bounded(z)]
    const speed = Math.sqrt(this.mean[0] ** 2 + this.mean[1] ** 2 + this.mean[2] ** 2)
    this.deviation = bounded(values.turbulence * speed)
    const { modes, mean, deviation, drift, current } = this
    writeModes(modes, deviation, values.turbulenceScale, current)
    writeModeRates(modes, mean, deviation, values.turbulenceScale, drift.rates)
    writeGustRates(values.gustPeriod, drift.rates, MODE_COUNT)
    drift.now[0] = time
    drift.follow()
    this.written = NaN
  }

  /** Lets the air go on from a moment by the present settings, after `memory` was put back. */
  goOn(moment: Moment): void {
    const { drift } = this
    drift.now[0] = moment.time
    drift.follow()
    this.written = NaN
  }

  /** Back to time 0 by the present settings. */
  rewind(): void {
    this.drift.rewind()
    this.written = NaN
  }

  /** Is the air as fast in one place as in any other? */
  get isUniform(): boolean {
    return this.deviation === 0 && this.sources.length === 0
  }

  /** The point sources in numbers: position (m), strength and radius, `SOURCE_STRIDE` each. */
  get packedSources(): Readonly<Float64Array> {
    return this.sources
  }

  /** Is the air at any place as fast at any time? */
  get isSteady(): boolean {
    const [x, y, z] = this.mean
    return this.deviation === 0 && (this.values.gusts === 0 || (x === 0 && y === 0 && z === 0))
  }

  /** The mean wind at a time as a share of its mean over all time. */
  gustAt(time: number): number {
    this.turnTo({ time })
    return this.flow[3]!
  }

  /**
   * The turbulence at a time in numbers: per mode the wave vector (turns/m), the phase (turns, 0 to
   * 1) and two velocities p and q (m/s), `MODE_STRIDE` numbers each. The air moves by
   * Σ p cos 2π(k·x + phase) + q sin 2π(k·x + phase). For loops and shaders that compute it
   * themselves; the array is overwritten by the next call.
   */
  modesAt(time: number): Float64Array {
    this.turnTo({ time })
    return this.current
  }

  /** Computes the modes and the mean in gusts. */
  private turnTo(moment: Moment): void {
    if (moment.time === this.written) return
    const { drift, modes, current, values, gusts, mean, flow } = this
    drift.now[0] = moment.time
    drift.update()
    writePhases(modes, drift.turns, current)
    writeGusts(values, gusts, drift.turns, MODE_COUNT, mean, flow)
    this.written = moment.time
  }

  /**
   * Writes the wind in numbers for a kernel that samples it in single precision: at `out[0..2]` the
   * mean at this time, from `FIRST_MODE` on the modes as `modesAt` has them, but with phases at
   * `origin` (xyz, m), from which the kernel counts places. Point sources are not in it.
   *
   * @param out `AIR_NUMBERS` long
   * @returns how many modes there are to be added to the mean
   */
  writeModes(moment: Moment, origin: Float64Array, out: Float32Array): number {
    const { deviation, flow, current: modes } = this
    this.turnTo(moment)
    for (let k = 0; k < 3; k++) out[k] = flow[k]!
    if (deviation === 0) return 0
    out.set(modes, FIRST_MODE)
    for (let m = 0; m < modes.length; m += MODE_STRIDE) {
      const along = modes[m]! * origin[0]! + modes[m + 1]! * origin[1]! + modes[m + 2]! * origin[2]!
      const turns = along + modes[m + 3]!
      out[FIRST_MODE + m + 3] = turns - Math.floor(turns)
    }
    return MODE_COUNT
  }

  /**
   * Adds the wind of the point sources, which `writeModes` leaves out.
   *
   * @param places xyz at every `stride` numbers, m from `origin`
   * @param winds m/s, laid out alike
   */
  addSources(
    places: ParticleArray,
    stride: number,
    origin: Float64Array,
    winds: ParticleArray,
  ): void {
    const { sources } = this
    for (let s = 0; s < sources.length; s += SOURCE_STRIDE) {
      const sx = sources[s]! - origin[0]!
      const sy = sources[s + 1]! - origin[1]!
      const sz = sources[s + 2]! - origin[2]!
      for (let i = 0; i < winds.length; i += stride) {
        const dx = places[i]! - sx
        const dy = places[i + 1]! - sy
        const dz = places[i + 2]! - sz
        const perMetre = blowPerMetre(sources, s, dx, dy, dz)
        // Places so far away that their distance is no number are out of its reach.
        if (!(perMetre * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz)) < Infinity)) continue
        winds[i]! += perMetre * dx
        winds[i + 1]! += perMetre * dy
        winds[i + 2]! += perMetre * dz
      }
    }
  }

  /** Writes the velocity of the air (m/s) at one place (m) and time (s) to `out[0..2]`. */
  sample(x: number, y: number, z: number, time: number, out: ParticleArray): void {
    const { point } = this
    point[0] = x
    point[1] = y
    point[2] = z
    this.sampleAll(point, 1, 3, { time }, point)
    out[0] = point[0]
    out[1] = point[1]
    out[2] = point[2]
  }

  /**
   * Writes the velocity of the air at many places, m/s. Allocates nothing.
   *
   * @param points xyz at every `stride` numbers, m
   * @param out gets xyz at the same indices; may be `points` itself
   */
  sampleAll(
    points: ParticleArray,
    count: number,
    stride: number,
    moment: Moment,
    out: ParticleArray,
  ): void {
    const { flow, sources, current: modes } = this
    this.turnTo(moment)
    const wx = flow[0]!
    const wy = flow[1]!
    const wz = flow[2]!
    const end = count * stride
    const modesEnd = this.deviation > 0 ? MODE_STRIDE * MODE_COUNT : 0
    for (let i = 0; i < end; i += stride) {
      const x = points[i]!
      const y = points[i + 1]!
      const z = points[i + 2]!
      let ux = 0
      let uy = 0
      let uz = 0
      for (let m = 0; m < modesEnd; m += MODE_STRIDE) {
        const turns = modes[m]! * x + modes[m + 1]! * y + modes[m + 2]! * z + modes[m + 3]!
        // `sinTurns` and `cosTurns`, together.
        const f = turns - Math.floor(turns + 0.5)
        const q = 4 * f * f
        const e = 1 - q
        const sin = f * e * (SIN_0 + q * (SIN_1 + q * (SIN_2 + q * SIN_3)))
        const cos = e * e * (COS_0 + q * (COS_1 + q * (COS_2 + q * COS_3))) - 1
        ux += modes[m + 4]! * cos + modes[m + 7]! * sin
        uy += modes[m + 5]! * cos + modes[m + 8]! * sin
        uz += modes[m + 6]! * cos + modes[m + 9]! * sin
      }
      for (let s = 0; s < sources.length; s += SOURCE_STRIDE) {
        const dx = x - sources[s]!
        const dy = y - sources[s + 1]!
        const dz = z - sources[s + 2]!
        const perMetre = blowPerMetre(sources, s, dx, dy, dz)
        ux += perMetre * dx
        uy += perMetre * dy
        uz += perMetre * dz
      }
      // Places so far away that their distance is no number have the mean wind.
      const known = Number.isFinite(ux + uy + uz)
      out[i] = known ? wx + ux : wx
      out[i + 1] = known ? wy + uy : wy
      out[i + 2] = known ? wz + uz : wz
    }
  }
}

/** Speed of the air of a source, over the distance from it, 1/s. */
function blowPerMetre(
  sources: Float64Array,
  s: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const distance = Math.max(Math.sqrt(dx * dx + dy * dy + dz * dz), sources[s + 4]!)
  return sources[s + 3]! / (distance * distance * distance)
}

function bounded(speed: number): number {
  return Math.min(Math.max(speed, -FASTEST), FASTEST)
}

/** @throws BillowError for anything that is no list of sources */
export function checkWindSources(who: string, sources: readonly WindSource[]): void {
  if (!Array.isArray(sources))
    fail(who, `windSources must be an array of sources of wind, got ${show(sources)}`)
  packSources(sources, who, 'windSources')
}

function packSources(
  sources: readonly WindSource[],
  who = WHO,
  name = 'sources',
): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(SOURCE_STRIDE * sources.length)
  sources.forEach(({ position, strength, radius = DEFAULT_RADIUS }, n) => {
    packed.set(checkPoint(who, `${name}[${n}].position`, position), SOURCE_STRIDE * n)
    const limits = { atLeast: -FASTEST, atMost: FASTEST }
    const s = checkNumber(who, `${name}[${n}].strength`, strength, limits, 'm/s')
    packed[SOURCE_STRIDE * n + 3] = s
    const r = checkNumber(who, `${name}[${n}].radius`, radius, { above: 0 }, 'm')
    packed[SOURCE_STRIDE * n + 4] = r
  })
  return packed
}

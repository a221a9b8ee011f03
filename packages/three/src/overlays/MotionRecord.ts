/**
 * Where the particles of a cloth were over simulated time, in memory that is bounded: when that is full, every
 * second moment is left out. It can be drawn like a cloth (`ClothView`), at any time between the first moment
 * and the last.
 *
 * ```ts
 * const record = new MotionRecord(cloth)
 * cloth.step()
 * record.take(cloth.time) // as often as it is due
 * record.show(1.25)
 * ```
 */
import type { ClothSheet, ClothView } from '@billow/core'

export interface MotionSettings {
  /** Moments per second of simulated time. @defaultValue 30 */
  readonly rate?: number | undefined
  /** Most memory, bytes; of a large cloth, that of 16 moments. @defaultValue 24e6 */
  readonly memory?: number | undefined
}

const LEAST_FRAMES = 16
/** Of an interval: what counts as rounding. */
const ROUNDING = 1e-4

export class MotionRecord implements ClothView {
  readonly sheet: ClothSheet
  readonly particleCount: number
  readonly revision = 0
  topologyRevision = 0
  /** How far from the moment before to that after it. */
  alpha = 0
  /** s */
  private times: number[] = []
  private frames: Float32Array[] = []
  private spare: Float32Array[] = []
  private readonly most: number
  private interval: number
  private at = 0

  constructor(
    private readonly cloth: Pick<ClothView, 'sheet' | 'positions' | 'particleCount'>,
    { rate = 30, memory = 24e6 }: MotionSettings = {},
  ) {
    this.sheet = cloth.sheet
    this.particleCount = cloth.particleCount
    const bytes = cloth.positions.length * Float32Array.BYTES_PER_ELEMENT
    this.most = Math.max(LEAST_FRAMES, 2 * Math.floor(memory / bytes / 2))
    this.interval = 1 / rate
  }

  /** How many moments there are. */
  get length(): number {
    return this.times.length
  }

  /** The first moment and the last, s. */
  get span(): readonly [from: number, to: number] {
    return [this.times[0] ?? 0, this.times.at(-1) ?? 0]
  }

  get positions(): Float32Array {
    return this.frames[Math.min(this.at + 1, this.frames.length - 1)]!
  }

  get previousPositions(): Float32Array {
    return this.frames[this.at]!
  }

  isDue(time: number): boolean {
    const last = this.times.at(-1)
    const raster = (t: number): number => Math.floor(t / this.interval + ROUNDING)
    return last === undefined || time < last || raster(time) > raster(last)
  }

  /**
   * Notes where the cloth is now.
   *
   * @param time s; before the last moment, takes back what is later
   */
  take(time: number): void {
    const { times, frames, spare } = this
    while (times.length > 0 && times.at(-1)! >= time) {
      times.pop()
      spare.push(frames.pop()!)
    }
    if (frames.length === this.most) this.thinOut()
    const frame = this.spare.pop() ?? new Float32Array(this.cloth.positions.length)
    frame.set(this.cloth.positions)
    this.times.push(time)
    this.frames.push(frame)
  }

  /** Goes to a time, s; before the first moment and after the last, to these. */
  show(time: number): void {
    const { times } = this
    let low = 0
    let high = Math.max(0, times.length - 2)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (times[middle]! > time) high = middle - 1
      else low = middle
    }
    this.at = low
    const from = times[low] ?? 0
    const to = times[low + 1] ?? from
    this.alpha = to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 1
  }

  writePositions(out: Float32Array): void {
    const { alpha, positions, previousPositions } = this
    for (let i = 0; i < out.length; i++)
      out[i] = previousPositions[i]! + alpha * (positions[i]! - previousPositions[i]!)
  }

  /** Nobody takes what was by the hand. */
  grab(): void {
    // Nothing gives way.
  }

  release(): void {
    // Nothing is held.
  }

  private thinOut(): void {
    this.spare.push(...this.frames.filter((_, n) => n % 2 === 1))
    this.frames = this.frames.filter((_, n) => n % 2 === 0)
    this.times = this.times.filter((_, n) => n % 2 === 0)
    this.interval *= 2
  }
}

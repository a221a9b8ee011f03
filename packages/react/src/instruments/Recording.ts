/**
 * Quantities over simulated time, in memory that is bounded: when it is full, every second sample is left
 * out and the distance of samples doubles, so that a run is there from its start however long it takes.
 * Time that goes back (reset, restore) takes back what was recorded after it.
 *
 * A store without React: `subscribe` tells of every change, `version` grows with each.
 */
import { BillowError, checkNumber, describeValue } from '@billow/core'

/** What a line of a plot, and a column of a table, is of. */
export interface Quantity {
  /** Names it in code; the texts of `@billow/react/instruments` know those of `useRecording`. */
  readonly id: string
  /** Symbol of the SI unit; empty for a share or a count. */
  readonly unit: string
  /** For people; of quantities that texts do not know. */
  readonly label?: string | undefined
}

/** Anything that has values over time: what is being recorded, or an earlier run. */
export interface RecordedSeries {
  readonly quantities: readonly Quantity[]
  /** How many samples there are. */
  readonly length: number
  /** s, increasing; a view, good until the next change. */
  readonly times: Float64Array
  /**
   * One value per time; a view, too.
   * @throws BillowError for a quantity that is not recorded
   */
  valuesOf(id: string): Float64Array
  /** What the run was made with, such as the parameters of the cloth. */
  readonly conditions: Readonly<Record<string, unknown>>
}

export interface RecordingSettings {
  /** Samples per second of simulated time. @defaultValue 30 */
  readonly rate?: number | undefined
  /** Most samples that are kept, 16 or more. @defaultValue 4096 */
  readonly capacity?: number | undefined
}

/** Of a distance of samples: what counts as rounding. */
const ROUNDING = 1e-4

export class Recording implements RecordedSeries {
  readonly quantities: readonly Quantity[]
  /** Says what the run is made with. */
  describe: () => Readonly<Record<string, unknown>> = () => ({})
  private readonly capacity: number
  private readonly firstInterval: number
  private readonly listeners = new Set<() => void>()
  private readonly clock: Float64Array
  private readonly columns: readonly Float64Array[]
  private count = 0
  private changes = 0
  private distance: number
  private seen: { version: number; values: Readonly<Record<string, number>> | undefined } = {
    version: 0,
    values: undefined,
  }

  /** @throws BillowError for wrong settings, or a quantity that is named twice */
  constructor(quantities: readonly Quantity[], settings: RecordingSettings = {}) {
    const { rate = 30, capacity = 4096 } = settings
    checkNumber('Recording', 'rate', rate, { above: 0 }, 'Hz')
    checkNumber('Recording', 'capacity', capacity, { atLeast: 16 })
    const ids = quantities.map(({ id }) => id)
    const twice = ids.find((id, n) => ids.indexOf(id) !== n)
    if (twice !== undefined)
      throw new BillowError(
        `@billow/react: Recording: quantities must have different ids, got "${twice}" twice`,
      )
    this.quantities = quantities
    // Even: so what is left of a raster is one.
    this.capacity = 2 * Math.floor(capacity / 2)
    this.firstInterval = this.distance = 1 / rate
    this.clock = new Float64Array(this.capacity)
    this.columns = quantities.map(() => new Float64Array(this.capacity))
  }

  get length(): number {
    return this.count
  }

  /** Grows with every change. */
  get version(): number {
    return this.changes
  }

  /** Simulated seconds from sample to sample. */
  get interval(): number {
    return this.distance
  }

  get times(): Float64Array {
    return this.clock.subarray(0, this.count)
  }

  get conditions(): Readonly<Record<string, unknown>> {
    return this.describe()
  }

  valuesOf(id: string): Float64Array {
    return this.columns[indexOf(this.quantities, id)]!.subarray(0, this.count)
  }

  /** The last sample by id, with its `time`; undefined before there is one. The same object until the next. */
  get latest(): Readonly<Record<string, number>> | undefined {
    const { count, changes } = this
    if (this.seen.version !== changes) {
      const values: Record<string, number> = { time: this.clock[count - 1]! }
      this.quantities.forEach(({ id }, n) => {
        values[id] = this.columns[n]![count - 1]!
      })
      this.seen = { version: changes, values: count > 0 ? values : undefined }
    }
    return this.seen.values
  }

  /** The time of the last sample, s; −Infinity before there is one. */
  get lastTime(): number {
    return this.count > 0 ? this.clock[this.count - 1]! : -Infinity
  }

  /** What was recorded last until a time, s; undefined where nothing was. */
  valueAt(id: string, time: number): number | undefined {
    let n = this.count - 1
    while (n >= 0 && this.clock[n]! > time) n--
    return n < 0 ? undefined : this.valuesOf(id)[n]
  }

  /** Is it time for a sample? Also where time went back. */
  isDue(time: number): boolean {
    const { lastTime, distance } = this
    if (time < lastTime || this.count === 0) return true
    // On a raster, so that a rate that is no part of that of steps is kept in the mean.
    const raster = (t: number): number => Math.floor(t / distance + ROUNDING)
    return raster(time) > raster(lastTime)
  }

  /**
   * @param time s; before the last sample, takes back what is later
   * @param values one per quantity, in their order
   */
  add(time: number, values: ArrayLike<number>): void {
    if (time <= this.lastTime) this.cut(time)
    if (this.count === this.capacity) this.thinOut()
    this.clock[this.count] = time
    for (let n = 0; n < this.columns.length; n++) this.columns[n]![this.count] = values[n]!
    this.count++
    this.changed()
  }

  clear(): void {
    this.cut(-Infinity)
    this.changed()
  }

  /** Told of every change, at once: who shows it does so when there is time. Returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** A copy of what there is, which stays as it is. */
  keep(): RecordedSeries {
    const { quantities, conditions } = this
    const times = this.times.slice()
    const columns = this.columns.map((column) => column.slice(0, times.length))
    return {
      quantities,
      conditions,
      length: times.length,
      times,
      valuesOf: (id) => columns[indexOf(quantities, id)]!,
    }
  }

  private cut(time: number): void {
    while (this.count > 0 && this.clock[this.count - 1]! >= time) this.count--
    if (this.count === 0) this.distance = this.firstInterval
  }

  private thinOut(): void {
    const kept = Math.ceil(this.count / 2)
    for (const column of [this.clock, ...this.columns])
      for (let n = 1; n < kept; n++) column[n] = column[2 * n]!
    this.count = kept
    this.distance *= 2
  }

  private changed(): void {
    this.changes++
    for (const listener of this.listeners) listener()
  }
}

function indexOf(quantities: readonly Quantity[], id: string): number {
  const index = quantities.findIndex((quantity) => quantity.id === id)
  if (index >= 0) return index
  const known = quantities.map((quantity) => quantity.id).join(', ')
  throw new BillowError(
    `@billow/react: Recording: quantity must be one of ${known}, got ${describeValue(id)}`,
  )
}

/**
 * Two runs of one cloth from one moment: the run since then is kept, the cloth goes back, and runs again with
 * other parameters. A store without React.
 */
import { BillowError, ClothSimulation, type ClothSnapshot, type ClothView } from '@billow/core'
import { MotionRecord, type MotionSettings } from '@billow/three/overlays'
import type { RecordedSeries, Recording } from './Recording.js'

/** A run that is over. */
export interface EarlierRun {
  readonly recorded: RecordedSeries
  readonly motion: MotionRecord
}

interface Mark {
  readonly cloth: ClothSimulation
  readonly snapshot: ClothSnapshot
  /** s */
  readonly time: number
  readonly revision: number
}

export class Comparison {
  private readonly listeners = new Set<() => void>()
  private cloth: ClothSimulation | undefined
  private redraw: () => void = () => undefined
  private start: Mark | undefined
  private motion: MotionRecord | undefined
  private kept: EarlierRun | undefined

  constructor(
    readonly recording: Recording,
    private readonly settings: MotionSettings = {},
  ) {}

  /** The run before this one; undefined where there is none to compare with. The same until `repeat`. */
  get earlier(): EarlierRun | undefined {
    return this.kept
  }

  /** Both runs begin here and now, and not where the cloth was when it came: s of simulated time. */
  mark(): void {
    const { cloth } = this
    if (!cloth) return
    const { time, revision } = cloth
    this.start = { cloth, snapshot: cloth.snapshot(), time, revision }
    this.motion = new MotionRecord(cloth, this.settings)
    this.keep(undefined)
  }

  /**
   * Keeps the run since the mark, takes the cloth back there, and lets it run again; with the parameters that
   * it has now, or gets then. Those that need a `rebuild` begin a new comparison.
   */
  repeat(): void {
    const { start, motion, cloth } = this
    if (!start || !motion?.length || start.cloth !== cloth || start.revision !== cloth.revision)
      return
    const recorded = this.recording.keep()
    cloth.restore(start.snapshot)
    this.motion = new MotionRecord(cloth, this.settings)
    this.keep({ recorded, motion })
    this.redraw()
  }

  /** Forgets the earlier run. */
  clear(): void {
    this.keep(undefined)
    this.redraw()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Simulated time of what is drawn now, between the last two steps, s. */
  get drawnTime(): number {
    const { cloth } = this
    return cloth ? cloth.time - (1 - cloth.alpha) * cloth.timeStep : 0
  }

  /**
   * Takes over the cloth, called for one that is known, too: after every step and in every frame.
   *
   * @throws BillowError for a cloth in a worker
   */
  observe(cloth: ClothView, redraw: () => void): void {
    if (!(cloth instanceof ClothSimulation))
      throw new BillowError(
        '@billow/react: Ghost: a cloth in a worker cannot be taken back at once; compare one on the page',
      )
    this.cloth = cloth
    this.redraw = redraw
    const { start } = this
    const isAnother = start?.cloth !== cloth || start.revision !== cloth.revision
    // A reset goes back farther than the mark, and is another beginning of the same cloth.
    if (isAnother) this.mark()
    else if (cloth.time < start.time)
      this.start = { ...start, snapshot: cloth.snapshot(), time: cloth.time }
    if (this.motion?.isDue(cloth.time) === true) this.motion.take(cloth.time)
  }

  private keep(run: EarlierRun | undefined): void {
    if (run === this.kept) return
    this.kept = run
    for (const listener of this.listeners) listener()
  }
}

/**
 * What the page and the worker say to each other. The page sends a batch of calls, the worker works
 * through them and answers once; the next batch goes out only then. So no more than one batch is
 * ever on its way, calls keep their order, and neither side writes what the other one reads.
 */
import type { PlainSettings } from '../cloth/plainSettings.js'
import type { ResolvedPin } from '../cloth/pins.js'
import type { PinOffset } from '../cloth/pinTargets.js'
import type { TeleportOptions } from '../cloth/rigidMotion.js'
import type { ClothSnapshot } from '../cloth/snapshot.js'
import type { ColliderContact } from '../collision/ColliderPoses.js'
import type { ClothMeasurements } from '../diagnostics/measure.js'
import type { Finding } from '../diagnostics/validate.js'
import type { ClothParams, LiveClothParams } from '../params/clothParams.js'
import type { WindSource } from '../wind/WindField.js'
import type { ColliderShape, ColliderState } from './colliderStates.js'
import type { SentTarget, TargetSample } from './targets.js'

/** A pin whose target, if it moves, is known by a number. */
export interface SentPin extends Pick<ResolvedPin, 'particle' | 'offset'> {
  readonly target?: SentTarget
}

/** All that a cloth is made of. */
export interface SentCloth {
  readonly params: Partial<ClothParams>
  readonly settings: Omit<PlainSettings, 'pins'>
  readonly pins: readonly SentPin[]
}

/** The calls that a worker answers; what they give back goes to the page. */
export interface ClothCalls {
  create(cloth: SentCloth): void
  rebuild(cloth: SentCloth): void
  advance(seconds: number): void
  step(): void
  setParams(changes: Partial<LiveClothParams>): void
  pin(particle: number, target: SentTarget | undefined, offset: PinOffset | undefined): void
  unpin(particle: number): void
  setPins(pins: readonly SentPin[]): void
  grab(particle: number, target: readonly [number, number, number]): void
  release(particle: number | undefined): void
  setWindSources(sources: readonly WindSource[]): void
  teleport(options: TeleportOptions): void
  reset(): void
  restore(snapshot: ClothSnapshot): void
  snapshot(): ClothSnapshot
  hash(): string
  measure(): ClothMeasurements
  /** @param collider its place in the list */
  contactOf(collider: number): ColliderContact
  validate(): Finding[]
}

export type ClothMethod = keyof ClothCalls

/** One call, and where everything was that the page moves. */
export interface Call<Method extends ClothMethod = ClothMethod> {
  readonly method: Method
  readonly args: Parameters<ClothCalls[Method]>
  /** Present where somebody waits for the answer. */
  readonly id?: number
  readonly colliders?: readonly ColliderState[]
  /** Of those colliders, the large shapes that the worker does not have yet. */
  shapes?: readonly ColliderShape[]
  targets?: readonly TargetSample[]
}

export interface Batch {
  readonly calls: readonly Call[]
  /** Positions go through shared memory instead of to and fro. */
  readonly shared: boolean
  /** Memory that the page no longer reads. */
  readonly spare?: ArrayBuffer
}

/** An error on its way. */
export interface SentError {
  readonly name: string
  readonly message: string
}

export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: SentError
}

/** Positions and previous positions, one after the other in one memory. */
export interface SentPositions {
  readonly type: 'float32' | 'float64'
  /** Transferred memory. */
  readonly buffer?: ArrayBuffer
  /** Both shared memories, once; then which of them is meant. */
  readonly buffers?: readonly SharedArrayBuffer[]
  readonly slot?: number
}

export interface Reply {
  readonly answers: readonly Answer[]
  /** Errors of calls that nobody waits for. */
  readonly errors: readonly SentError[]
  /** Absent where nothing has moved. */
  readonly positions?: SentPositions
  /** All splits of a torn cloth, where they have changed: the page tears its sheet alike. */
  readonly splits?: readonly number[]
  /** Simulated seconds since the start. */
  readonly time: number
  /** Seconds that wait for the next step. */
  readonly pending: number
  readonly sleeping: boolean
}

/**
 * The page's account of the pins of a cloth in a worker: which particles are pinned, and what they
 * follow. The rules are those of `Holds`.
 */
import type { ResolvedPin } from '../cloth/pins.js'
import { isPoint, type PinTarget } from '../cloth/pinTargets.js'
import type { ClothSheet } from '../mesh/ClothSheet.js'
import type { SentPin } from './protocol.js'
import { type SentTarget, TargetReader, type TargetSample } from './targets.js'

/** The bit of pinned particles in a snapshot's `holdKinds`. */
const PINNED = 1

export class PinBook {
  private readonly reader = new TargetReader()
  private startPins: readonly ResolvedPin[] = []
  /** Pinned particles, and what each of them follows. */
  private pinned = new Map<number, PinTarget | undefined>()

  /** Takes the pins of a new cloth. */
  start(pins: readonly ResolvedPin[], sheet: Pick<ClothSheet, 'areas'>): SentPin[] {
    const all = [...pins]
    // The cloth pins what has no mass by itself.
    sheet.areas.forEach((area, particle) => {
      if (area === 0) all.push({ particle })
    })
    this.startPins = all
    this.reset()
    return this.send(pins)
  }

  /** Pins exactly these. */
  set(pins: readonly ResolvedPin[]): SentPin[] {
    const before = this.pinned
    this.startPins = pins
    this.pinned = new Map(
      pins.map(({ particle, target }) => [particle, target ?? before.get(particle)]),
    )
    this.forget()
    return this.send(pins)
  }

  reset(): void {
    this.pinned = new Map(this.startPins.map(({ particle, target }) => [particle, target]))
    this.forget()
  }

  restore(kinds: Uint8Array): void {
    const before = this.pinned
    this.pinned = new Map()
    kinds.forEach((kind, particle) => {
      if ((kind & PINNED) !== 0) this.pinned.set(particle, before.get(particle))
    })
    this.forget()
  }

  pin(particle: number, target: PinTarget | undefined): SentTarget | undefined {
    this.pinned.set(particle, target)
    this.forget()
    return target && this.reader.send(target)
  }

  unpin(particle: number): void {
    this.pinned.delete(particle)
    this.forget()
  }

  isPinned(particle: number): boolean {
    return this.pinned.has(particle)
  }

  /** Where everything is that pins follow, but for functions of time. */
  readObjects(): TargetSample[] {
    return this.reader.readObjects()
  }

  /** Where functions of time are at a moment, s. */
  readPaths(time: number): TargetSample[] {
    return this.reader.readPaths(time)
  }

  private send(pins: readonly ResolvedPin[]): SentPin[] {
    return pins.map(({ particle, target, offset }) => ({
      particle,
      ...(target === undefined ? {} : { target: this.reader.send(target) }),
      ...(offset === undefined ? {} : { offset }),
    }))
  }

  /** What nothing follows any more, now or after a reset, is not read any more. */
  private forget(): void {
    const followed = new Set<PinTarget>()
    for (const target of this.pinned.values()) if (target && !isPoint(target)) followed.add(target)
    for (const { target } of this.startPins) if (target && !isPoint(target)) followed.add(target)
    this.reader.keep(followed)
  }
}

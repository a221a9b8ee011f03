/** What hands say about cloth and grass, and what their buttons are called. */
import type { HandDirection } from '../ClothHand.js'

export interface HandTexts {
  /** BCP 47 tag. */
  readonly language: string
  /** Name and kind of a cloth that has no other name. */
  readonly cloth: string
  /** Which keys do what on a cloth. */
  readonly clothKeys: string
  /** Name and kind of a field that has no other name. */
  readonly grass: string
  readonly grassKeys: string
  /** Both from 1 on. */
  readonly point: (row: number, column: number) => string
  /** From 1 on, of so many. */
  readonly numberedPoint: (number: number, count: number) => string
  readonly held: string
  readonly pinned: string
  /** Way from where it was taken, in whole and tenths of a unit. */
  readonly moved: (way: string) => string
  /** Of a foot on grass, or above it: m. */
  readonly foot: (x: string, z: string) => string
  readonly footLifted: (x: string, z: string) => string
  readonly buttons: Readonly<Record<HandDirection, string>> & {
    /** Names all of them. */
    readonly hand: string
    readonly next: string
    readonly previous: string
    readonly grab: string
    readonly release: string
    readonly pin: string
    readonly unpin: string
    /** A switch. */
    readonly fine: string
    /** Says that nothing is chosen yet. */
    readonly nothing: string
  }
}

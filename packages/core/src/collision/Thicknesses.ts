/**
 * How thick the particles of a sheet are while some have no room for their thickness yet: what a
 * snapshot keeps of `Thickening`.
 */
import { fail, show } from '../params/check.js'

/** m/s at which thickness begins to grow. */
export const FIRST_PACE = 0.002

/** What a snapshot keeps. */
export interface ThicknessRecord {
  /** Thickness that room was made for, m; 0 where nothing touched. */
  readonly known: number
  /** m/s at which it grows. */
  readonly pace: number
  /** Strain that springs may have while it grows, where that is more than usual. */
  readonly strain: number
  /** Per particle, m; empty where all have it. */
  readonly own: Float64Array
}

type KnownThickness = Pick<ThicknessRecord, 'known'> & Partial<ThicknessRecord>

export class Thicknesses {
  /** Thickness that room was looked for last, m; 0 where it has to be looked for anew. */
  known = 0
  /** m/s at which thickness grows. */
  pace = FIRST_PACE
  /** Strain that springs may have meanwhile, if that is more than usual. */
  strain = 0
  /** Per particle, m; undefined where all are as thick as the sheet is to be. */
  own: Float64Array | undefined

  /** Room has to be looked for anew, since there are others now; what is thin stays so until then. */
  forgetRoom(): void {
    this.known = 0
  }

  /** The sheet's thickness is another one: what had all of it, has so again. */
  follow(thickness: number): void {
    const { known, own } = this
    this.known = thickness
    if (known === thickness || !own) return
    for (let p = 0; p < own.length; p++)
      own[p] = own[p]! < known ? Math.min(own[p]!, thickness) : thickness
  }

  /** How much of the sheet's thickness a particle has, from 0 to 1. */
  shareOf(p: number, thickness: number): number {
    return this.own && thickness > 0 ? this.own[p]! / thickness : 1
  }

  /** A tear has made particles in the place of others. */
  topologyChanged(): void {
    if (this.own) this.forgetRoom()
  }

  /** It touches nothing. */
  reset(): void {
    this.known = 0
    this.pace = FIRST_PACE
    this.strain = 0
    this.own = undefined
  }

  record(): ThicknessRecord {
    const { known, pace, strain, own } = this
    return { known, pace, strain, own: own?.slice() ?? new Float64Array(0) }
  }

  /** @param record in snapshots of before there were such particles, what was known alone */
  restore({ known, pace = FIRST_PACE, strain = 0, own }: KnownThickness): void {
    this.known = known
    this.pace = pace
    this.strain = strain
    this.own = own && own.length > 0 ? own.slice() : undefined
  }

  /** What the next step depends on. */
  get numbers(): readonly Float64Array[] {
    const { known, pace, strain, own } = this
    return own ? [Float64Array.of(known, pace, strain), own] : []
  }
}

/** @throws BillowError where a snapshot holds something else */
export function checkThicknesses(
  who: string,
  record: ThicknessRecord | undefined,
  particleCount: number,
): void {
  if (record === undefined) return
  const { known, pace, strain } = record
  const own = record.own as Float64Array | undefined
  const isWhole = own?.length === 0 || own?.length === particleCount
  const isRight =
    known >= 0 &&
    pace > 0 &&
    strain >= 0 &&
    Number.isFinite(known + pace + strain) &&
    isWhole &&
    own.every((t) => t >= 0)
  if (isRight) return
  fail(
    who,
    `the snapshot's thicknesses must be numbers >= 0, m, for none or all of ${particleCount} particles, got ${show(record)}`,
  )
}

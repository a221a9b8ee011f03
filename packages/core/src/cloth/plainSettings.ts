/**
 * A cloth's settings without functions, so that they can be written to a file or sent to a worker:
 * pins that a function picks become particles, offsets that a function gives become a list.
 */
import type { ClothSheet } from '../mesh/ClothSheet.js'
import { isGrid } from '../mesh/grid.js'
import type { ClothParams } from '../params/clothParams.js'
import type { ClothSettings, StrengthAt } from './ClothOptions.js'
import { type Pin, type PinName, type PinPlace, resolvePins } from './pins.js'
import { isPoint } from './pinTargets.js'
import { fail } from '../params/check.js'
import type { WindSource } from '../wind/WindField.js'

type PlainPlace = Exclude<PinPlace, (...args: never[]) => boolean>

/** A pin without functions: a place on the sheet, or one with a point that it is moved to. */
export type PlainPin =
  PlainPlace | { readonly particle: PlainPlace; readonly target: readonly [number, number, number] }

export interface PlainSettings extends Omit<
  ClothSettings,
  'pins' | 'colliders' | 'offsetAt' | 'strengthAt'
> {
  readonly pins?: readonly PlainPin[] | PinName | undefined
  /** Offset out of the sheet's plane per particle, m. */
  readonly offsets?: readonly number[] | undefined
  /** What each particle withstands, in parts of the tear strain. */
  readonly strengths?: readonly number[] | undefined
}

/**
 * @param sheet what was made of the settings
 * @throws BillowError when a pin follows something that moves
 */
export function plainSettings(
  who: string,
  { pins, origin, offsetAt, mesh, strengthAt, windSources, clock, precision }: ClothSettings,
  sheet: ClothSheet,
  { orientation }: Pick<ClothParams, 'orientation'>,
): PlainSettings {
  return {
    ...(pins === undefined ? {} : { pins: plainPins(who, pins, sheet, orientation) }),
    ...(origin === undefined ? {} : { origin: [origin[0], origin[1], origin[2]] }),
    ...(offsetAt === undefined || !isGrid(sheet) ? {} : { offsets: listOffsets(offsetAt, sheet) }),
    ...(mesh === undefined ? {} : { mesh }),
    ...(strengthAt === undefined ? {} : { strengths: listStrengths(strengthAt, sheet) }),
    ...(windSources === undefined || windSources.length === 0
      ? {}
      : { windSources: windSources.map(plainSource) }),
    ...(clock === undefined ? {} : { clock }),
    ...(precision === undefined ? {} : { precision }),
  }
}

function plainSource({ position: [x, y, z], strength, radius }: WindSource): WindSource {
  return { position: [x, y, z], strength, ...(radius === undefined ? {} : { radius }) }
}

function plainPins(
  who: string,
  pins: readonly Pin[] | PinName,
  sheet: ClothSheet,
  orientation: ClothParams['orientation'],
): readonly PlainPin[] | PinName {
  if (typeof pins === 'string') return pins
  const places = (place: PinPlace): readonly PlainPlace[] =>
    typeof place === 'function'
      ? resolvePins(who, [place], sheet, orientation).map(({ particle }) => particle)
      : [place]
  return pins.flatMap((pin, n): readonly PlainPin[] => {
    if (typeof pin !== 'object' || !('particle' in pin)) return places(pin)
    const { target } = pin
    if (!isPoint(target)) {
      fail(
        who,
        `pins[${n}] must have a point as its target, got something that moves; unpin it first`,
      )
    }
    // An offset means nothing to a point.
    return places(pin.particle).map((particle) => ({
      particle,
      target: [target[0], target[1], target[2]],
    }))
  })
}

/** The other way round: the function that gives what is in the list. */
export function offsetsOf(
  offsets: readonly number[],
  columns: number,
): (column: number, row: number) => number {
  return (column, row) => offsets[row * columns + column] ?? 0
}

/** The same for strengths. */
export function strengthsOf(strengths: readonly number[]): StrengthAt {
  return (_x, _y, _z, particle) => strengths[particle] ?? 1
}

function listStrengths(
  strengthAt: StrengthAt,
  { particleCount, reserve = 0, restPositions }: ClothSheet,
): number[] {
  return Array.from({ length: particleCount - reserve }, (_, p) =>
    strengthAt(restPositions[3 * p]!, restPositions[3 * p + 1]!, restPositions[3 * p + 2]!, p),
  )
}

function listOffsets(
  offsetAt: (column: number, row: number) => number,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): number[] {
  return Array.from({ length: columns * rows }, (_, particle) =>
    offsetAt(particle % columns, Math.floor(particle / columns)),
  )
}

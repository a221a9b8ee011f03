/** How blades look: colours, light and the least width, each with what it may be. */
import { BillowError, checkNumber } from '@billow/core'
import type { ColorRepresentation } from 'three'

export interface GrassLook {
  /** Colour at the root. */
  readonly rootColor?: ColorRepresentation | undefined
  /** Colour at the tip. */
  readonly tipColor?: ColorRepresentation | undefined
  /** Colour of some blades, mixed in by their tint. */
  readonly dryColor?: ColorRepresentation | undefined
  /** How much of `dryColor` there is at most, 0 to 1. */
  readonly dryness?: number | undefined
  /** How dark the ground between blades is, 0 to 1. */
  readonly rootShade?: number | undefined
  /** Light that shines through blades from behind, 0 to 1. */
  readonly translucency?: number | undefined
  /** How round blades look across their width, 0 to 1. */
  readonly roundness?: number | undefined
  /** How far normals lean to the normal of the ground, 0 to 1: evens a field out. */
  readonly uprightness?: number | undefined
  /** A blade is drawn at least this wide, in pixels, so that far ones do not flicker. */
  readonly minPixels?: number | undefined
}

/** A meadow in early summer. */
export const DEFAULT_LOOK = {
  rootColor: 0x24451a,
  tipColor: 0x8fb544,
  dryColor: 0xc2b45c,
  dryness: 0.35,
  rootShade: 0.6,
  translucency: 0.8,
  roundness: 0.5,
  uprightness: 0.45,
  minPixels: 1.2,
} as const satisfies Required<GrassLook>

/** What blades are coloured by. */
export const grassPaints = ['look', 'level', 'reason'] as const
export type GrassPaint = (typeof grassPaints)[number]

/** Colours of blades that are left out, by reason. */
export const cullColors = {
  orientation: 0x3d7bff,
  frustum: 0x9a9a9a,
  distance: 0xff9d2e,
  occlusion: 0xd73cd0,
} as const

/** Colours of the levels of detail, near to far. */
export const levelColors = [0x2fae4a, 0xe8c02c, 0xd7542c] as const

type Look = Required<{ [Key in keyof GrassLook]: NonNullable<GrassLook[Key]> }>

/** A share of 1, or a width in pixels up to which blades are blades and not boards. */
const LIMITS: Partial<Record<keyof GrassLook, number>> = {
  dryness: 1,
  rootShade: 1,
  translucency: 1,
  roundness: 1,
  uprightness: 1,
  minPixels: 16,
}

/** @throws BillowError for a key that is no part of a look, and for a wrong value */
export function checkLook(who: string, look: GrassLook): void {
  for (const [key, value] of Object.entries(look) as [keyof GrassLook, unknown][]) {
    if (!Object.hasOwn(DEFAULT_LOOK, key)) {
      const known = Object.keys(DEFAULT_LOOK).join(', ')
      throw new BillowError(`@billow/three: ${who}: unknown look.${key}; a look has ${known}`)
    }
    const atMost = LIMITS[key]
    if (value !== undefined && atMost !== undefined)
      checkNumber(who, `look.${key}`, value, { atLeast: 0, atMost })
  }
}

/** What is not given is as by default. */
export function fullLook(look: GrassLook): Look {
  const given = Object.entries(look).filter(([, value]) => value !== undefined)
  return { ...DEFAULT_LOOK, ...Object.fromEntries(given) }
}

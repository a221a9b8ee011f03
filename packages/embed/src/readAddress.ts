/**
 * The parameters of an address, sorted into those with a meaning and the others. An address can be
 * written by anybody, so names and numbers of entries are bounded, and nothing is used as a key of
 * an object.
 */
import { shorten } from './shorten.js'

/** More parameters than there are is nonsense; the rest is not looked at. */
const MOST_ENTRIES = 200

/** More notes than this nobody reads. */
const MOST_UNKNOWN = 6

export interface Address {
  readonly attributes: ReadonlyMap<string, string>
  /** Names that mean nothing, shortened. */
  readonly unknown: readonly string[]
}

/** @param known names in lower case; of a name given twice the last value counts */
export function readAddress(search: string, known: readonly string[]): Address {
  const attributes = new Map<string, string>()
  const unknown = new Set<string>()
  let entries = 0
  for (const [name, text] of new URLSearchParams(search)) {
    if (++entries > MOST_ENTRIES) break
    const attribute = name.toLowerCase()
    if (known.includes(attribute)) attributes.set(attribute, text)
    else if (unknown.size < MOST_UNKNOWN) unknown.add(shorten(name))
  }
  return { attributes, unknown: [...unknown] }
}

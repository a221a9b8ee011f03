/** Texts of one language, and numbers as it writes them. */
import type { Quantity } from '../Recording.js'
import { german } from './de.js'
import { english } from './en.js'
import type { InstrumentTexts } from './InstrumentTexts.js'

/** @param lang BCP 47 tag, such as `de-AT`; any other language than German gets English */
export function textsFor(lang: string): InstrumentTexts {
  return /^de\b/i.test(lang) ? german : english
}

/** @param own labels by id, which come first */
export function labelOf(
  { id, label }: Quantity,
  { quantities }: InstrumentTexts,
  own: Readonly<Record<string, string>> = {},
): string {
  // `tension 12` is the tension at particle 12.
  const [, kind = '', rest = ''] = /^(\w+)( .*)?$/.exec(id) ?? []
  const known = quantities[kind]
  return own[id] ?? label ?? (known === undefined ? id : known + rest)
}

/** Below this, zeros after the point would fill the line. */
const TINY = 1e-3

/** Writes numbers with so many digits as say something, and a no-break space before the unit. */
export function figuresOf({ language }: InstrumentTexts, digits = 3) {
  const format = new Intl.NumberFormat(language, { maximumSignificantDigits: digits })
  const formatTiny = new Intl.NumberFormat(language, {
    maximumSignificantDigits: digits,
    notation: 'scientific',
  })
  return (value: number, unit = ''): string => {
    if (!Number.isFinite(value)) return '–'
    const isTiny = value !== 0 && Math.abs(value) < TINY
    const figure = (isTiny ? formatTiny : format).format(value)
    return unit === '' ? figure : `${figure}\u00a0${unit}`
  }
}

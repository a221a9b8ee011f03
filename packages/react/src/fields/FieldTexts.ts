/** What fields say beside the names of parameters, in English and German. */

export interface FieldTexts {
  /** BCP 47 tag. */
  readonly language: string
  readonly resetAll: string
  readonly wasReset: string
  readonly resetOne: (label: string) => string
  readonly explain: (label: string) => string
  /** Numbers are in the writing of the language; `most` comes with the unit. */
  readonly outOfRange: (typed: string, least: string, most: string, taken: string) => string
  readonly notANumber: (kept: string) => string
}

const english: FieldTexts = {
  language: 'en',
  resetAll: 'Reset all values',
  wasReset: 'All values are reset.',
  resetOne: (label) => `Reset ${label}`,
  explain: (label) => `What is ${label}?`,
  outOfRange: (typed, least, most, taken) =>
    `${typed} is not between ${least} and ${most}: now it is ${taken}.`,
  notANumber: (kept) => `That was no number: it is still ${kept}.`,
}

const german: FieldTexts = {
  language: 'de',
  resetAll: 'Alle Werte zurücksetzen',
  wasReset: 'Alle Werte sind zurückgesetzt.',
  resetOne: (label) => `${label} zurücksetzen`,
  explain: (label) => `Was ist ${label}?`,
  outOfRange: (typed, least, most, taken) =>
    `${typed} liegt nicht zwischen ${least} und ${most}: Jetzt ist es ${taken}.`,
  notANumber: (kept) => `Das war keine Zahl: Es bleibt bei ${kept}.`,
}

/** @param lang BCP 47 tag; any other language than German gets English */
export const fieldTextsFor = (lang: string): FieldTexts => (/^de\b/i.test(lang) ? german : english)

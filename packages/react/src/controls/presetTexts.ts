/** What panels, native ones and those of leva, call a set of values, in English and German. */

export interface PresetTexts {
  readonly preset: string
  /** Values that are no preset. */
  readonly own: string
  readonly isChosen: (name: string) => string
}

const english: PresetTexts = {
  preset: 'Preset',
  own: 'Own values',
  isChosen: (name) => `Values of ${name}.`,
}

const german: PresetTexts = {
  preset: 'Vorlage',
  own: 'Eigene Werte',
  isChosen: (name) => `Werte von ${name}.`,
}

/** @param lang BCP 47 tag; any other language than German gets English */
export const presetTextsFor = (lang: string): PresetTexts =>
  /^de\b/i.test(lang) ? german : english

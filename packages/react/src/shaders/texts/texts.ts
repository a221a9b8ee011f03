/** All texts of one language, with what an application has to say about shaders of its own. */
import { shaderTexts as germanShaders } from '@billow/three/locales/de'
import { shaderTexts as englishShaders } from '@billow/three/locales/en'
import { type FieldTexts, fieldTextsFor } from '../../fields/FieldTexts.js'
import type { ChooserTexts } from './ChooserTexts.js'
import { german } from './de.js'
import { english } from './en.js'

/** Texts by id of a shader, and by name of a uniform, group, choice or axis. */
export interface ShaderLabels {
  readonly shaders?: Readonly<
    Record<string, { readonly label: string; readonly description?: string }>
  >
  readonly uniforms?: Readonly<Record<string, string>>
  readonly groups?: Readonly<Record<string, string>>
  readonly choices?: Readonly<Record<string, string>>
  readonly axes?: Readonly<Record<string, string>>
}

export interface Texts extends Required<ShaderLabels> {
  readonly ui: ChooserTexts
  readonly fields: FieldTexts
}

/**
 * @param lang BCP 47 tag, such as `de-AT`; any other language than German gets English
 * @param own what the application adds or says otherwise
 */
export function textsFor(lang: string, own: ShaderLabels = {}): Texts {
  const isGerman = /^de\b/i.test(lang)
  const known = isGerman ? germanShaders : englishShaders
  return {
    ui: isGerman ? german : english,
    fields: fieldTextsFor(lang),
    shaders: { ...known.shaders, ...own.shaders },
    uniforms: { ...known.uniforms, ...own.uniforms },
    groups: { ...known.groups, ...own.groups },
    choices: { ...known.choices, ...own.choices },
    axes: { ...known.axes, ...own.axes },
  }
}

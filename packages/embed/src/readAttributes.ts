/**
 * From what people write, as attributes of an element or as parameters of an address, to settings
 * of a cloth. Parameters are read by the table of @billow/core: out of range is clamped, nonsense
 * is left out, and both are reported. Nothing here throws, and no name reaches an object as a key.
 */
import {
  type ClothParams,
  clothParams,
  flatFields,
  fromText,
  materialNames,
  materialPresets,
  type ParameterTable,
} from '@billow/core'
import { limitWork } from './limitWork.js'
import { DEFAULT_PRESET, type PresetName, presetNames, presetParams } from './presets.js'
import { shorten } from './shorten.js'
import type { Texts } from './texts/Texts.js'

/** Attributes that are not in the parameter table. */
const OWN_ATTRIBUTES = ['preset', 'material', 'lang', 'theme', 'autoplay'] as const

const themes = ['light', 'dark'] as const
const autoplays = ['visible', 'never'] as const

export interface ClothAttributes {
  readonly preset: PresetName
  /** Absent: as the person's system has it. */
  readonly theme: (typeof themes)[number] | undefined
  readonly autoplay: (typeof autoplays)[number]
  /** All of them: the preset's, those of the material, changed by what was written. */
  readonly params: ClothParams
  /** Sentences to show. */
  readonly warnings: readonly string[]
}

/** `strainLimit` may be written `strainlimit` or `strain-limit`. */
const spellings = (name: string): string[] => [
  name.toLowerCase(),
  name.replace(/[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
]

/** Every attribute with a meaning, in lower case. */
export const attributeNames: readonly string[] = [
  ...new Set([
    ...OWN_ATTRIBUTES,
    ...Object.keys(clothParams).flatMap(spellings),
    ...flatFields(clothParams).flatMap(({ name }) => spellings(name)),
  ]),
]

/** Reads `[name, text]` pairs; the language has been chosen by then. */
export function readAttributes(
  entries: Iterable<readonly [string, string]>,
  texts: Texts,
): ClothAttributes {
  const own = new Map<string, string>()
  const others: (readonly [string, string])[] = []
  for (const [name, text] of entries) {
    const isOwn = (OWN_ATTRIBUTES as readonly string[]).includes(name.toLowerCase())
    if (isOwn) own.set(name.toLowerCase(), text.trim())
    else others.push([name, text])
  }

  const warnings: string[] = []
  const choose = <Choice extends string>(name: string, choices: readonly Choice[]) => {
    const text = own.get(name)?.toLowerCase()
    if (text === undefined || text === '') return undefined
    const choice = choices.find((item) => item === text)
    if (choice === undefined) warnings.push(texts.notAChoice(name, choices))
    return choice
  }
  const preset = choose('preset', presetNames) ?? DEFAULT_PRESET
  const material = choose('material', materialNames)
  const theme = choose('theme', themes)
  const autoplay = choose('autoplay', autoplays) ?? 'visible'

  const base = { ...presetParams(preset), ...(material && materialPresets[material]) }
  const read = fromText(withDefaults(base), others, texts.labels.warnings)
  warnings.push(...read.warnings)
  for (const name of read.unknown) warnings.push(texts.unknownName(shorten(name)))

  const { params, reduced } = limitWork({ ...base, ...read.values })
  if (reduced) warnings.push(texts.tooMuchWork(params.substeps, params.iterations))
  return { preset, theme, autoplay, params, warnings }
}

/** The table with other defaults, from which a vector takes the components that are not given. */
function withDefaults(values: ClothParams): typeof clothParams {
  const table: ParameterTable = Object.fromEntries(
    Object.entries(clothParams).map(([key, parameter]) => [
      key,
      { ...parameter, default: values[key as keyof ClothParams] },
    ]),
  ) as ParameterTable
  return table as typeof clothParams
}

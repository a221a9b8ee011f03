/**
 * What a language has to say about grass: labels and descriptions of `grassParams`. A constant of
 * its own, so that who shows cloth alone does not load it. A missing text does not compile.
 */
import type { GrassPresetName } from '../grass/presets.js'
import type { VectorParameter } from '../params/Parameter.js'
import type { grassParams } from '../params/grassParams.js'

type GrassTable = typeof grassParams

export interface GrassTexts {
  /** BCP 47 tag. */
  readonly language: string
  readonly groups: Readonly<Record<GrassTable[keyof GrassTable]['group'], string>>
  readonly labels: Readonly<Record<keyof GrassTable, string>>
  readonly choices: {
    readonly model: Readonly<Record<GrassTable['model']['choices'][number], string>>
  }
  readonly axes: Readonly<
    Record<Extract<GrassTable[keyof GrassTable], VectorParameter>['axes'][number], string>
  >
  readonly presets: Readonly<Record<GrassPresetName, string>>
  /** One sentence or two for docs and tooltips. */
  readonly descriptions: Readonly<Record<keyof GrassTable, string>>
}

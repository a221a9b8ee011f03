/**
 * What a language has to name. Labels are kept apart from the parameter tables, so that nobody pays
 * for a language that is not shown. A missing label does not compile.
 */
import type { MaterialName } from '../cloth/materials.js'
import type { clothParams } from '../params/clothParams.js'
import type { TextWarnings } from '../params/textWarnings.js'
import type { ChoiceParameter, ParameterTable, VectorParameter } from '../params/Parameter.js'

type KeysOfKind<Table extends ParameterTable, Kind> = {
  [Key in keyof Table]: Table[Key] extends Kind ? Key : never
}[keyof Table]

type GroupOf<Table extends ParameterTable> = Table[keyof Table]['group']

type ClothTable = typeof clothParams

export interface Labels {
  /** BCP 47 tag. */
  readonly language: string
  readonly groups: Readonly<Record<GroupOf<ClothTable>, string>>
  readonly cloth: Readonly<Record<keyof ClothTable, string>>
  readonly choices: {
    readonly [Key in KeysOfKind<ClothTable, ChoiceParameter>]: Readonly<
      Record<`${Extract<ClothTable[Key], ChoiceParameter>['choices'][number]}`, string>
    >
  }
  readonly axes: Readonly<
    Record<
      Extract<ClothTable[KeysOfKind<ClothTable, VectorParameter>], VectorParameter>['axes'][number],
      string
    >
  >
  readonly materials: Readonly<Record<MaterialName, string>>
  /** Buttons of players and panels. */
  readonly controls: Readonly<Record<'play' | 'pause' | 'step' | 'reset', string>>
  /** For `fromText`. */
  readonly warnings: TextWarnings
}

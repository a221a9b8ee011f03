/**
 * What a language says about each parameter: one sentence or two for docs, tooltips and schemas.
 * They are the longest texts of the library, so they are kept apart from the tables, which every
 * application loads, and from the labels, which players load. A missing one does not compile.
 */
import type { clothParams } from '../params/clothParams.js'

export interface Descriptions {
  /** BCP 47 tag. */
  readonly language: string
  readonly cloth: Readonly<Record<keyof typeof clothParams, string>>
}

/** What the chooser and the editor say beside the names of shaders and uniforms. */

export interface ChooserTexts {
  /** BCP 47 tag. */
  readonly language: string
  /** Names the group of shaders. */
  readonly shader: string
  /** Where a picture can be dropped. */
  readonly drop: string
  readonly ownImage: (name: string) => string
  readonly madeImage: string
  readonly imageErrors: {
    readonly type: (type: string) => string
    /** Megabytes that a file has and may have. */
    readonly size: (size: string, largest: string) => string
    readonly broken: string
  }
}

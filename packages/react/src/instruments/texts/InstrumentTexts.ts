/** What instruments say. */

export interface InstrumentTexts {
  /** BCP 47 tag. */
  readonly language: string
  readonly energy: string
  readonly time: string
  /** By id of a quantity. */
  readonly quantities: Readonly<Record<string, string>>
  readonly share: string
  readonly earlier: (label: string) => string
  /** Holds the plot, not what is plotted. */
  readonly pause: string
  /** Has the kind in it, which is what the button shows. */
  readonly save: (kind: string) => string
  /** Names the plot for those who read it by keyboard. */
  readonly reader: (title: string) => string
  readonly keys: string
  readonly lines: string
  readonly nothing: string
  readonly noChart: string
  readonly summary: (seconds: string) => string
  /** Label, first, last, least and greatest value, with units. */
  readonly course: (label: string, last: string, least: string, greatest: string) => string
}

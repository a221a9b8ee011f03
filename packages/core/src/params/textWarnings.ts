/** The words for what `fromText` clamps or leaves out. English here; a locale may bring its own. */

export interface TextWarnings {
  /** @param got what was written, in quotes and shortened; so for all of them */
  readonly notANumber: (got: string) => string
  readonly notABoolean: (got: string) => string
  readonly notAChoice: (got: string, choices: readonly string[]) => string
  readonly notAVector: (got: string, count: number) => string
  readonly tooLong: (characters: number) => string
  /** @param got the number as it was written */
  readonly outOfRange: (
    got: string,
    range: {
      readonly min: number
      readonly max: number
      readonly unit: string
      readonly taken: number
    },
  ) => string
}

export const englishWarnings: TextWarnings = {
  notANumber: (got) => `expected a number, got ${got}, left out`,
  notABoolean: (got) => `expected true or false, got ${got}, left out`,
  notAChoice: (got, choices) => `expected one of ${choices.join(', ')}, got ${got}, left out`,
  notAVector: (got, count) => `expected ${count} numbers, got ${got}, left out`,
  tooLong: (characters) => `the text is too long (${characters} characters), left out`,
  outOfRange: (got, { min, max, unit, taken }) =>
    `${got} is not in the range ${min} to ${max}${unit && ` ${unit}`}, took ${taken}`,
}

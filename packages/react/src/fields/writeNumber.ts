/** Numbers of panels as text: for people in the writing of a language, for inputs as HTML wants them. */

/** Digits that count; values that are computed, such as a sixtieth of a second, have any number. */
const DIGITS = 5

/** `0,05` or `1,2e-6`: all that counts of it. */
export function writeNumber(value: number, language: string): string {
  if (Number.isInteger(value)) return value.toLocaleString(language)
  return value.toLocaleString(language, {
    maximumSignificantDigits: DIGITS,
    notation: isTiny(value) ? 'scientific' : 'standard',
  })
}

/** Zeros after the point are counted by nobody. */
const isTiny = (value: number): boolean => value !== 0 && Math.abs(value) < 1e-4

/** @param unit '' where there is none */
export function writeQuantity(value: number, unit: string, language: string): string {
  const number = writeNumber(value, language)
  return unit === '' ? number : `${number} ${unit}`
}

/** For `<input type="number">`, which shows it with the point or comma of the browser's language. */
export function inputText(value: number): string {
  if (Number.isInteger(value)) return String(value)
  const short = Number(value.toPrecision(DIGITS))
  return isTiny(short) ? short.toExponential() : String(short)
}

/** Base64 (RFC 4648, section 4), since `atob` is no part of the language. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** @param text without white space; padding may be missing */
export function decodeBase64(text: string): Uint8Array {
  const digits = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8))
  let bits = 0
  let filled = 0
  let length = 0
  for (const digit of digits) {
    bits = (bits << 6) | DIGITS.indexOf(digit)
    filled += 6
    if (filled < 8) continue
    filled -= 8
    // The array keeps the lowest eight bits.
    bytes[length++] = bits >> filled
  }
  return bytes
}

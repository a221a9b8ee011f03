/**
 * Bytes written as two hexadecimal digits each. Base64 is a third shorter as it stands and a third
 * longer on its way to a page: it shifts bytes by six bits, so that compression finds few of the
 * repetitions that machine code is full of. (The xpbd kernels: 2.2 kB gzip in base64, 1.7 kB so.)
 */

const DIGITS_PER_BYTE = 2

/** @param text hexadecimal digits, two per byte */
export function decodeHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / DIGITS_PER_BYTE }, (_, i) =>
    parseInt(text.slice(DIGITS_PER_BYTE * i, DIGITS_PER_BYTE * (i + 1)), 16),
  )
}

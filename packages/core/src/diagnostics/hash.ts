/**
 * A short fingerprint of numbers, to tell whether two runs are bit-equal: two FNV-1a hashes
 * (Fowler, Noll, Vo) over 32-bit words, with different starts.
 */

const FNV_PRIME = 0x01000193

/** @returns 16 hexadecimal digits */
export function hashArrays(
  arrays: readonly (Float64Array | Float32Array | Uint32Array | Uint8Array)[],
): string {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (const array of arrays) {
    const words =
      array.byteLength % 4 === 0 && array.byteOffset % 4 === 0
        ? new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4)
        : new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (const word of words) {
      low = Math.imul(low ^ word, FNV_PRIME)
      high = Math.imul(high ^ (word >>> 7) ^ (word << 11), FNV_PRIME)
    }
  }
  return [high, low].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

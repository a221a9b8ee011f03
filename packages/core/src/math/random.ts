/**
 * Seeded random numbers. Integer arithmetic only, so that a seed gives the same sequence on every
 * device. Nothing in Billow calls `Math.random`.
 */

/**
 * A well-mixed 32-bit hash of an integer (the finaliser of MurmurHash3).
 * @returns an unsigned 32-bit integer
 */
export function hashInteger(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A generator of uniform numbers in [0, 1), from a 32-bit seed. */
export function createRandom(seed: number): () => number {
  let counter = hashInteger(seed)
  return () => {
    // A Weyl sequence (the golden ratio in 32 bits) through a hash: period 2³².
    counter = (counter + 0x9e3779b9) | 0
    return hashInteger(counter) / 0x100000000
  }
}

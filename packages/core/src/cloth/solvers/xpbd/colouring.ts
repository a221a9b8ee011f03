/**
 * Colours the constraints of one family, so that no two of a colour share a particle: those of a
 * colour may be solved in any order, or several at once (greedy colouring; Fratarcangeli and
 * Pellacini 2013 use the same for cloth). Within a colour constraints keep their order.
 *
 * @param ends two particles per constraint
 * @returns colour per constraint, and how many there are
 */
export function colourConstraints(
  ends: ArrayLike<number>,
  particleCount: number,
): { colours: Uint8Array; colourCount: number } {
  const count = ends.length / 2
  const colours = new Uint8Array(count)
  // Bit c of a particle: one of its constraints has colour c.
  const taken = new Uint32Array(particleCount)
  let colourCount = 0
  for (let c = 0; c < count; c++) {
    const a = ends[2 * c]!
    const b = ends[2 * c + 1]!
    const free = ~(taken[a]! | taken[b]!)
    // The lowest free bit; a particle with 32 constraints of one family is no cloth.
    const colour = free === 0 ? OVERFLOW : 31 - Math.clz32(free & -free)
    colours[c] = colour
    if (colour !== OVERFLOW) {
      taken[a]! |= 1 << colour
      taken[b]! |= 1 << colour
    }
    colourCount = Math.max(colourCount, colour + 1)
  }
  return { colours, colourCount }
}

/** Constraints that found no colour: they must be solved one by one. */
export const OVERFLOW = 32

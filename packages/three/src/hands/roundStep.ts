/** How far a step of a hand or a foot moves: a round length that suits what it is on. */

/** A step is near this part of the diagonal. */
const STEPS = 50

/**
 * @param diagonal of what it is on, m
 * @returns 1, 2 or 5 times a power of ten, m
 */
export function roundStep(diagonal: number): number {
  const exact = diagonal / STEPS
  const power = 10 ** Math.floor(Math.log10(exact))
  const digit = exact / power
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1)
}

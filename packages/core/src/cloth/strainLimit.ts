/**
 * The deformation limit after Provot (1995): springs longer than the limit are shortened to it, one
 * after the other, in one pass. Two free ends move by half each, a fixed end not at all. A later
 * spring may stretch an earlier one again, so the bound holds approximately.
 *
 * Only positions change, not the last positions: the correction acts as a change of velocity.
 */
import type { ClothState } from './ClothState.js'
import type { SpringSet } from './SpringSet.js'

export function limitStrain({ positions, fixed }: ClothState, springs: SpringSet): void {
  const { count, offsets, ends, maxLengths, maxSquares } = springs
  for (let s = 0; s < count; s++) {
    const a = offsets[2 * s]!
    const b = offsets[2 * s + 1]!
    const dx = positions[b]! - positions[a]!
    const dy = positions[b + 1]! - positions[a + 1]!
    const dz = positions[b + 2]! - positions[a + 2]!
    const squared = dx * dx + dy * dy + dz * dz
    if (squared <= maxSquares[s]!) continue

    const length = Math.sqrt(squared)
    const excess = (length - maxLengths[s]!) / length
    const aFixed = fixed[ends[2 * s]!]!
    const bFixed = fixed[ends[2 * s + 1]!]!
    const shareA = aFixed ? 0 : bFixed ? excess : excess / 2
    const shareB = bFixed ? 0 : aFixed ? excess : excess / 2
    positions[a]! += shareA * dx
    positions[a + 1]! += shareA * dy
    positions[a + 2]! += shareA * dz
    positions[b]! -= shareB * dx
    positions[b + 1]! -= shareB * dy
    positions[b + 2]! -= shareB * dz
  }
}

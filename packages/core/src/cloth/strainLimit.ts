/**
 * The deformation limit after Provot (1995): springs longer than the limit are shortened to it, one
 * after the other, in one pass. Two free ends move by half each, a fixed end not at all. A later
 * spring may stretch an earlier one again, so the bound holds approximately.
 *
 * A pass carries a correction along the order of the springs as far as it is needed, and against it
 * from one spring to the next. So where a hand pulls, a pass backwards goes before.
 *
 * Only positions change, not the last positions: the correction acts as a change of velocity.
 */
import type { ClothState } from './ClothState.js'
import type { SpringSet } from './SpringSet.js'

export function limitStrain(
  { positions, fixed }: ClothState,
  springs: SpringSet,
  backwards = false,
): void {
  const { runCount, runStarts, runOffsets, offsets, ends, maxLengths, maxSquares } = springs
  for (let n = 0; n < runCount; n++) {
    const r = backwards ? runCount - 1 - n : n
    const a = runOffsets[r]!
    let ax = positions[a]!
    let ay = positions[a + 1]!
    let az = positions[a + 2]!
    const first = runStarts[r]!
    const last = runStarts[r + 1]! - 1
    for (let m = first; m <= last; m++) {
      const s = backwards ? first + last - m : m
      const b = offsets[s]!
      const dx = positions[b]! - ax
      const dy = positions[b + 1]! - ay
      const dz = positions[b + 2]! - az
      const squared = dx * dx + dy * dy + dz * dz
      if (squared <= maxSquares[s]!) continue

      const length = Math.sqrt(squared)
      const excess = (length - maxLengths[s]!) / length
      const aFixed = fixed[ends[2 * s]!]!
      const bFixed = fixed[ends[2 * s + 1]!]!
      const shareA = aFixed ? 0 : bFixed ? excess : excess / 2
      const shareB = bFixed ? 0 : aFixed ? excess : excess / 2
      positions[a] = ax += shareA * dx
      positions[a + 1] = ay += shareA * dy
      positions[a + 2] = az += shareA * dz
      positions[b]! -= shareB * dx
      positions[b + 1]! -= shareB * dy
      positions[b + 2]! -= shareB * dz
    }
  }
}

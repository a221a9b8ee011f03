/**
 * How much of their thickness particles have, while some of them have no room for all of it yet (see
 * `Thickening`): faces are kept apart as far as the thinnest of their corners is thick.
 */
import type { GuardedLayer } from '../Layers.js'
import { RECOVERY_SPEED } from '../PairContacts.js'

export class Room {
  /** Per particle, from 0 to 1. */
  private readonly shares: Float64Array
  private isGrowing = false

  constructor(
    private readonly layers: readonly GuardedLayer[],
    particleCount: number,
  ) {
    this.shares = new Float64Array(particleCount).fill(1)
  }

  /** A step begins. */
  look(): void {
    const { shares, layers } = this
    this.isGrowing = false
    for (let n = 0; n < layers.length; n++) if (layers[n]!.thicknesses?.own) this.isGrowing = true
    if (!this.isGrowing) return
    let p = 0
    for (const { sheet, thickness, thicknesses } of layers) {
      for (let i = 0; i < sheet.particleCount; i++)
        shares[p++] = thicknesses?.shareOf(i, thickness) ?? 1
    }
  }

  /** The least that four particles have, whose offsets start at a place of a list. */
  of(pairs: Int32Array, at: number): number {
    if (!this.isGrowing) return 1
    const { shares } = this
    return Math.min(
      shares[pairs[at]! / 3]!,
      shares[pairs[at + 1]! / 3]!,
      shares[pairs[at + 2]! / 3]!,
      shares[pairs[at + 3]! / 3]!,
    )
  }

  /** m/s at which what is too near gets apart: where particles grow, no faster than they do. */
  recoverySpeed(): number {
    let speed = RECOVERY_SPEED
    if (this.isGrowing)
      for (const { thicknesses } of this.layers)
        if (thicknesses?.own) speed = Math.min(speed, thicknesses.pace)
    return speed
  }
}

/**
 * The tethers of an xpbd cloth in its memory, found anew whenever other particles are pinned.
 */
import type { ClothSheet } from '../../../mesh/ClothSheet.js'
import type { XpbdKernels } from './kernels.js'
import { endOf } from './ConstraintLists.js'
import { MAX_TETHERS, type Tether, TetherFinder } from './tethers.js'
import { distanceOf, LANES, type XpbdMemory } from './XpbdMemory.js'

export class XpbdTethers {
  private finder: TetherFinder | undefined
  private rounds: readonly { start: number; count: number }[] = []
  /** Pins that the tethers are for; undefined before there are any. */
  private key: string | undefined

  constructor(private readonly sheet: ClothSheet) {}

  /** Tethers that a sheet may have, rounds filled up to fours. */
  static capacity(particleCount: number): number {
    return MAX_TETHERS * LANES * Math.ceil(particleCount / LANES)
  }

  /** Ties all particles to these. */
  tie(pins: readonly number[], memory: XpbdMemory): void {
    const { tetherEnds, tetherLengths } = memory
    const key = pins.join()
    if (key === this.key) return
    this.key = key
    let count = 0
    const write = (tether: Tether | undefined): void => {
      tetherEnds[2 * count] = endOf(tether?.particle, memory)
      tetherEnds[2 * count + 1] = endOf(tether?.anchor, memory)
      tetherLengths[count] = tether?.length ?? 1
      count++
    }
    this.finder ??= new TetherFinder(this.sheet)
    this.rounds = this.finder.find(pins).map((round) => {
      const start = count
      for (const tether of round) write(tether)
      while (count % LANES !== 0) write(undefined)
      return { start, count: count - start }
    })
  }

  /** The sheet is not what it was: ways over it have to be found anew. */
  forget(): void {
    this.finder = undefined
    this.key = undefined
  }

  /** Largest strain of a tether; 0 or less where all are slack. */
  tautness(memory: XpbdMemory): number {
    const { tetherEnds, tetherLengths } = memory
    let largest = 0
    for (const { start, count } of this.rounds) {
      for (let t = start; t < start + count; t++) {
        const distance = distanceOf(memory, tetherEnds[2 * t]!, tetherEnds[2 * t + 1]!)
        largest = Math.max(largest, distance / tetherLengths[t]!)
      }
    }
    return largest - 1
  }

  solve(kernels: XpbdKernels, stretch: number): void {
    const { rounds } = this
    for (let n = 0; n < rounds.length; n++)
      kernels.solveTethers(rounds[n]!.start, rounds[n]!.count, stretch)
  }
}

/**
 * The strain limit where a few constraints are left that sweeps over the whole cloth would need hundreds of
 * rounds for, as where a fine sheet gathers between its corners: only what is too long is shortened, and
 * then only what that may have lengthened is looked at, until there is nothing left. A round costs as much
 * as there is to do. It is the same projection on one constraint after the other (Gauss and Seidel), in
 * another order.
 *
 * What it needs beside the solver's memory, some 30 numbers per particle, is made when it is first asked.
 */
import type { ConstraintLists } from './ConstraintLists.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/**
 * How many constraints are looked at before something must have come of it, as a multiple of all that there
 * are; then twice as many each time. Pins stand against the limit where that leaves so much of what was the
 * most too long, and no page waits for more than so many in all.
 */
const PATIENCE = 32
const STANDSTILL = 0.9
const MOST_VISITS = 1e7

/** Length / rest to which a round shortens what is so far beyond the longest. */
export type AimOfRound = (round: number, excess: number) => number

export class LocalLimit {
  /** Constraints at each particle, and where in that list those of a particle start. */
  private atParticles = new Int32Array(0)
  private starts: Int32Array | undefined
  /** Those that have their turn in this round and in the next one, and which are listed for the next. */
  private turn = new Int32Array(0)
  private next = new Int32Array(0)
  private isNext = new Uint8Array(0)
  /** Largest length / rest beyond the longest since it was last asked for. */
  private largest = 0

  constructor(
    private readonly memory: XpbdMemory,
    private readonly constraints: ConstraintLists,
  ) {}

  /** Constraints are not what they were. */
  forget(): void {
    this.starts = undefined
  }

  /**
   * @param longest length / rest beyond which a constraint is shortened
   * @returns false where it came to no end
   */
  enforce(longest: number, aimOf: AimOfRound): boolean {
    this.starts ??= this.findStarts()
    const { turn } = this
    let left = this.listTooLong(longest)
    let [visits, window, end] = [0, PATIENCE * turn.length, PATIENCE * turn.length]
    let before = Infinity
    this.largest = 0
    for (let round = 0; left > 0; round++) {
      visits += left
      if (visits > end) {
        if (this.largest > STANDSTILL * before || visits > MOST_VISITS) break
        before = this.largest
        this.largest = 0
        window *= 2
        end += window
      }
      // There and back in turn: corrections are carried along the order.
      if (round % 2 === 1) this.turn.subarray(0, left).reverse()
      left = this.sweep(left, longest, aimOf, round)
      const { turn: done } = this
      this.turn = this.next
      this.next = done
      for (let n = 0; n < left; n++) this.isNext[this.turn[n]!] = 0
    }
    return left === 0
  }

  /** @returns how many constraints have their turn in the next round */
  private sweep(count: number, longest: number, aimOf: AimOfRound, round: number): number {
    const { turn, next, isNext, atParticles } = this
    const { ends, particles, offsets, restLengths } = this.memory
    const starts = this.starts!
    let left = 0
    for (let n = 0; n < count; n++) {
      const c = turn[n]!
      const a = ends[2 * c]!
      const b = ends[2 * c + 1]!
      const dx = particles[b]! - particles[a]! + (offsets[b]! - offsets[a]!)
      const dy = particles[b + 1]! - particles[a + 1]! + (offsets[b + 1]! - offsets[a + 1]!)
      const dz = particles[b + 2]! - particles[a + 2]! + (offsets[b + 2]! - offsets[a + 2]!)
      const rest = restLengths[c]!
      const squared = dx * dx + dy * dy + dz * dz
      if (squared <= (longest * rest) ** 2) continue
      const give = particles[a + 3]! + particles[b + 3]!
      if (give === 0) continue
      const length = Math.sqrt(squared)
      const excess = length / rest - longest
      if (excess > this.largest) this.largest = excess
      const aim = rest * aimOf(round, excess)
      const share = (length - aim) / (length * give)
      const shareA = share * particles[a + 3]!
      const shareB = share * particles[b + 3]!
      offsets[a]! += shareA * dx
      offsets[a + 1]! += shareA * dy
      offsets[a + 2]! += shareA * dz
      offsets[b]! -= shareB * dx
      offsets[b + 1]! -= shareB * dy
      offsets[b + 2]! -= shareB * dz
      for (let p = a; ; p = b) {
        const end = starts[p / STRIDE + 1]!
        for (let i = starts[p / STRIDE]!; i < end; i++) {
          const neighbour = atParticles[i]!
          if (isNext[neighbour] === 1) continue
          isNext[neighbour] = 1
          next[left++] = neighbour
        }
        if (p === b) break
      }
    }
    return left
  }

  /** @returns how many there are */
  private listTooLong(longest: number): number {
    const { ends, particles, offsets, restLengths } = this.memory
    let count = 0
    for (const { start, count: own } of this.constraints.limited) {
      for (let c = start; c < start + own; c++) {
        const a = ends[2 * c]!
        const b = ends[2 * c + 1]!
        let squared = 0
        for (let k = 0; k < 3; k++)
          squared +=
            (particles[b + k]! - particles[a + k]! + (offsets[b + k]! - offsets[a + k]!)) ** 2
        if (squared > (longest * restLengths[c]!) ** 2) this.turn[count++] = c
      }
    }
    return count
  }

  /** Lists the constraints at each particle. */
  private findStarts(): Int32Array {
    const { ends, particleCount } = this.memory
    const { limited } = this.constraints
    const starts = new Int32Array(particleCount + 2)
    let [listed, last] = [0, 0]
    const visit = (act: (particle: number, constraint: number) => void): void => {
      for (const { start, count } of limited) {
        for (let c = start; c < start + count; c++) {
          act(ends[2 * c]! / STRIDE, c)
          act(ends[2 * c + 1]! / STRIDE, c)
        }
      }
    }
    // An empty place has both ends at the particle that is nobody's, and is never too long.
    visit((p, c) => {
      if (p === particleCount) return
      starts[p + 1]!++
      listed++
      last = Math.max(last, c)
    })
    for (let p = 0; p < particleCount; p++) starts[p + 1]! += starts[p]!
    const places = starts.slice()
    this.atParticles = new Int32Array(listed)
    visit((p, c) => {
      if (p < particleCount) this.atParticles[places[p]!++] = c
    })
    const count = limited.reduce((sum, list) => sum + list.count, 0)
    this.turn = new Int32Array(count)
    this.next = new Int32Array(count)
    this.isNext = new Uint8Array(last + 1)
    return starts
  }
}

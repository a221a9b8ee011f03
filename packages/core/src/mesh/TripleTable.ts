/**
 * Numbers the distinct triples of numbers in the order in which they come: positions, cells of
 * space, edges (two particles and 0) and triangles all get their index here. A hash table with open
 * addressing over the bits, since a Map would need a string or an object per key.
 *
 * Triples are the same when their numbers are (`===`), so −0 is 0. NaN would never be found again
 * and must not be asked for.
 */
import { hashInteger } from '../math/random.js'

const LEAST_CAPACITY = 64
/** More than this is not set aside for a mere guess. */
const MOST_CAPACITY = 2 ** 22

export class TripleTable {
  private size = 0
  private triples: Float64Array
  /** Index of the triple in each slot, or −1. Twice the capacity, so that searches stay short. */
  private slots: Int32Array
  private readonly numbers = new Float64Array(3)
  private readonly bits = new Uint32Array(this.numbers.buffer)

  /** @param expected a guess at the number of triples. More fit in, but growing takes time */
  constructor(expected = LEAST_CAPACITY) {
    let capacity = LEAST_CAPACITY
    while (capacity <= expected && capacity < MOST_CAPACITY) capacity *= 2
    this.triples = new Float64Array(3 * capacity)
    this.slots = new Int32Array(2 * capacity).fill(-1)
  }

  /** Number of distinct triples so far. */
  get count(): number {
    return this.size
  }

  /** The index of a triple, which is `count` before the call when the triple is new. */
  add(x: number, y: number, z: number): number {
    const slot = this.slotOf(x, y, z)
    const found = this.slots[slot]!
    if (found >= 0) return found
    const index = this.size++
    this.slots[slot] = index
    this.triples[3 * index] = x
    this.triples[3 * index + 1] = y
    this.triples[3 * index + 2] = z
    if (3 * this.size === this.triples.length) this.grow()
    return index
  }

  /** The index of a triple, or −1. */
  find(x: number, y: number, z: number): number {
    return this.slots[this.slotOf(x, y, z)]!
  }

  /** The slot that holds the triple, or the free one where it belongs. */
  private slotOf(x: number, y: number, z: number): number {
    const { triples, slots } = this
    const mask = slots.length - 1
    for (let slot = this.hash(x, y, z) & mask; ; slot = (slot + 1) & mask) {
      const index = slots[slot]!
      if (index < 0) return slot
      const t = 3 * index
      if (triples[t] === x && triples[t + 1] === y && triples[t + 2] === z) return slot
    }
  }

  private hash(x: number, y: number, z: number): number {
    const { numbers, bits } = this
    // Adding 0 turns −0 into 0, which has other bits.
    numbers[0] = x + 0
    numbers[1] = y + 0
    numbers[2] = z + 0
    let hash = 0
    for (let n = 0; n < 6; n++) {
      hash = Math.imul(hash ^ bits[n]!, 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return hashInteger(hash)
  }

  private grow(): void {
    const { triples } = this
    this.triples = new Float64Array(2 * triples.length)
    this.triples.set(triples)
    this.slots = new Int32Array(2 * this.slots.length).fill(-1)
    for (let index = 0; index < this.size; index++) {
      const t = 3 * index
      this.slots[this.slotOf(triples[t]!, triples[t + 1]!, triples[t + 2]!)] = index
    }
  }
}

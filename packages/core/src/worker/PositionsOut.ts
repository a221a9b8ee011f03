/**
 * The worker's end of two memories for positions, of which the page reads one while the worker
 * writes the other: shared ones where the page may share memory, else ones that are handed to and
 * fro. Either way nothing is allocated once both are there.
 */
import type { ParticleArray } from '../cloth/ClothState.js'
import type { SentPositions } from './protocol.js'

export class PositionsOut {
  private shared: readonly SharedArrayBuffer[] | undefined
  private slot = 0
  private spare: ArrayBuffer | undefined

  /** Takes memory that the page gives back. */
  accept(spare: ArrayBuffer | undefined): void {
    this.spare = spare ?? this.spare
  }

  /** Copies positions and previous positions into the memory that the page does not read. */
  write(positions: ParticleArray, previous: ParticleArray, share: boolean): SentPositions {
    const { BYTES_PER_ELEMENT, length } = positions
    const type = positions instanceof Float32Array ? 'float32' : 'float64'
    const bytes = 2 * length * BYTES_PER_ELEMENT
    if (!share) {
      const { spare } = this
      const buffer = spare?.byteLength === bytes ? spare : new ArrayBuffer(bytes)
      this.spare = undefined
      copy(positions, previous, buffer)
      return { type, buffer }
    }
    const fits = this.shared?.[0]?.byteLength === bytes
    const shared = fits
      ? this.shared!
      : [new SharedArrayBuffer(bytes), new SharedArrayBuffer(bytes)]
    this.shared = shared
    this.slot = 1 - this.slot
    copy(positions, previous, shared[this.slot]!)
    return { type, slot: this.slot, ...(fits ? {} : { buffers: shared }) }
  }
}

function copy(positions: ParticleArray, previous: ParticleArray, buffer: ArrayBufferLike): void {
  const out =
    positions instanceof Float32Array ? new Float32Array(buffer) : new Float64Array(buffer)
  out.set(positions)
  out.set(previous, positions.length)
}

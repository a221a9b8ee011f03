/**
 * The page's end of the two memories for positions: views of the one that is read now. The arrays
 * change with every frame that moves, so they are to be fetched anew, not kept.
 */
import type { ParticleArray } from '../cloth/ClothState.js'
import type { SentPositions } from './protocol.js'

export interface Moment {
  /** xyz per particle, m. */
  readonly positions: ParticleArray
  /** One step earlier. */
  readonly previous: ParticleArray
}

export class PositionsIn {
  private current: Moment
  private shared: readonly Moment[] = []

  /** @param start before anything has come from the worker */
  constructor(start: ParticleArray) {
    this.current = { positions: start, previous: start }
  }

  get positions(): ParticleArray {
    return this.current.positions
  }

  get previous(): ParticleArray {
    return this.current.previous
  }

  /** Forgets what has come: the cloth is another one. */
  start(positions: ParticleArray): ArrayBuffer | undefined {
    return this.show({ positions, previous: positions })
  }

  /**
   * Takes over what the worker sent.
   *
   * @param isStale it is of an earlier cloth, and not to be seen
   * @returns memory that is free now and goes back to the worker
   */
  receive(sent: SentPositions, isStale: boolean): ArrayBuffer | undefined {
    if (sent.buffers) this.shared = sent.buffers.map((buffer) => split(sent.type, buffer))
    if (isStale) return sent.buffer
    return this.show(sent.buffer ? split(sent.type, sent.buffer) : this.shared[sent.slot!]!)
  }

  private show(next: Moment): ArrayBuffer | undefined {
    const { buffer } = this.current.positions
    const { shared, current } = this
    this.current = next
    // The start is no memory of the worker's, and shared memory stays where it is.
    const isOwn = current.positions === current.previous || shared.includes(current)
    return isOwn || !(buffer instanceof ArrayBuffer) ? undefined : buffer
  }
}

function split(type: SentPositions['type'], buffer: ArrayBufferLike): Moment {
  const all = type === 'float32' ? new Float32Array(buffer) : new Float64Array(buffer)
  const half = all.length / 2
  return { positions: all.subarray(0, half), previous: all.subarray(half) }
}

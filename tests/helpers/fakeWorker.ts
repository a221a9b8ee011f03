/**
 * A worker without a thread: messages are cloned and transferred as between threads, and wait until
 * the test delivers them, or go on by themselves.
 */
import { ClothHost } from '../../packages/core/src/worker/ClothHost.js'
import type { Batch, Reply } from '../../packages/core/src/worker/protocol.js'
import type { PortEvent, WorkerPort } from '../../packages/core/src/worker/WorkerPort.js'

type Kind = 'message' | 'error' | 'messageerror'

export class FakeWorker implements WorkerPort {
  /** Batches that the worker has not looked at. */
  readonly inbox: Batch[] = []
  /** Everything that was called for, in order. */
  readonly methods: string[] = []
  /** Sizes of the memories that came back with replies. */
  readonly returned: number[] = []
  terminated = false
  private readonly host = new ClothHost()
  private readonly listeners: [Kind, (event: PortEvent) => void][] = []

  /** @param isManual nothing is answered before `deliver` */
  constructor(private readonly isManual = false) {}

  postMessage(message: unknown, transfer: ArrayBuffer[]): void {
    const batch = structuredClone(message, { transfer }) as Batch
    this.inbox.push(batch)
    this.methods.push(...batch.calls.map(({ method }) => method))
    if (!this.isManual)
      setImmediate(() => {
        this.deliver()
      })
  }

  addEventListener(kind: Kind, listener: (event: PortEvent) => void): void {
    this.listeners.push([kind, listener])
  }

  terminate(): void {
    this.terminated = true
  }

  /** Lets the worker answer one batch. */
  deliver(): void {
    const batch = this.inbox.shift()
    if (!batch || this.terminated) return
    const reply = this.host.run(batch)
    const buffer = reply.positions?.buffer
    if (buffer) this.returned.push(buffer.byteLength)
    this.emit('message', {
      data: structuredClone(reply, { transfer: buffer ? [buffer] : [] }) satisfies Reply,
    })
  }

  emit(kind: Kind, event: PortEvent): void {
    for (const [type, listener] of this.listeners) if (type === kind) listener(event)
  }
}

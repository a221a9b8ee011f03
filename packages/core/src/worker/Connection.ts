/**
 * The page's end of the line to a worker: gathers calls into batches, of which one is on its way at
 * a time. Calls wait for as long as the worker is busy; of frames only the last one does, the others
 * are dropped, so that a slow worker runs in slow motion and never has to catch up.
 */
import { BillowError } from '../params/check.js'
import type { Batch, Call, ClothCalls, ClothMethod, Reply, SentError } from './protocol.js'
import type { WorkerPort } from './WorkerPort.js'

/** So many seconds of frames without an answer mean that something is wrong with the worker. */
const SILENCE_SECONDS = 30

/** A longer frame was a pause of the page, not of the worker. */
const LONGEST_FRAME_SECONDS = 0.25

const WHO = '@billow/core: ClothWorker:'

export interface ConnectionHandlers {
  /** Called before calls are sent, to add what is known only now. */
  prepare(calls: readonly Call[]): void
  receive(reply: Reply): void
  /** Absent: errors that nobody waits for are thrown by the next call. */
  readonly onError?: ((error: Error) => void) | undefined
}

interface Request {
  readonly promise: Promise<unknown>
  resolve(value: unknown): void
  reject(error: Error): void
}

type Answered<Method extends ClothMethod> = ReturnType<ClothCalls[Method]>

export class Connection {
  private waiting: Call[] = []
  private isBusy = false
  private isScheduled = false
  private isDisposed = false
  private failure: Error | undefined
  private unreported: Error | undefined
  private readonly requests = new Map<number, Request>()
  private nextId = 0
  private dropped = 0
  private silence = 0
  private spare: ArrayBuffer | undefined

  constructor(
    private readonly port: WorkerPort,
    private readonly shared: boolean,
    private readonly handlers: ConnectionHandlers,
  ) {
    port.addEventListener('message', ({ data }) => {
      if (!this.isDisposed) this.receive(data as Reply)
    })
    port.addEventListener('error', ({ message }) => {
      const known = typeof message === 'string' && message !== ''
      this.fail(known ? message : 'it did not load; see the console, and worker-src of the policy')
    })
    port.addEventListener('messageerror', () => {
      this.fail('a message could not be read')
    })
  }

  /** Frames that were left out since the worker was busy. */
  get droppedFrames(): number {
    return this.dropped
  }

  get hasFailed(): boolean {
    return this.failure !== undefined
  }

  /** @throws an error of an earlier call, where there is no `onError` to report it to */
  check(): void {
    const error = this.unreported
    if (!error) return
    // That the worker is gone is said every time.
    this.unreported = this.failure
    throw error
  }

  send(call: Call): void {
    if (this.failure || this.isDisposed) return
    this.waiting.push(call)
    if (this.isBusy || this.isScheduled) return
    this.isScheduled = true
    // Later in this task, so that calls that are made together go together.
    void Promise.resolve().then(() => {
      this.isScheduled = false
      this.flush()
    })
  }

  /** Sends a frame of so many seconds; one that still waits is dropped. */
  sendFrame(call: Call<'advance'>, seconds: number): void {
    const earlier = this.waiting.findIndex(({ method }) => method === 'advance')
    if (earlier >= 0) {
      this.waiting.splice(earlier, 1)
      this.dropped++
    }
    if (this.isBusy) this.wait(Math.min(seconds, LONGEST_FRAME_SECONDS))
    this.send(call)
  }

  /** Sends a call and waits for its answer. */
  ask<Method extends ClothMethod>(call: Call<Method>): Promise<Answered<Method>> {
    const gone = this.failure ?? (this.isDisposed ? disposed() : undefined)
    if (gone) return Promise.reject(gone)
    const id = this.nextId++
    let settle!: Omit<Request, 'promise'>
    const promise = new Promise<unknown>((resolve, reject) => {
      settle = { resolve, reject }
    })
    this.requests.set(id, { promise, ...settle })
    this.send({ ...call, id })
    return promise as Promise<Answered<Method>>
  }

  /** Takes memory that the page no longer reads; it goes back with the next batch. */
  giveBack(spare: ArrayBuffer | undefined): void {
    this.spare = spare ?? this.spare
  }

  /** Ends the worker. What is called later does nothing. */
  dispose(): void {
    if (this.isDisposed) return
    this.isDisposed = true
    this.waiting = []
    this.port.terminate()
    for (const { promise } of this.requests.values()) {
      // Whoever disposes does not wait any more; nobody is told of a promise that is not looked at.
      promise.catch(() => undefined)
    }
    this.rejectAll(disposed())
  }

  private flush(): void {
    if (this.isBusy || this.isDisposed || this.failure || this.waiting.length === 0) return
    const { spare, shared, waiting: calls } = this
    this.waiting = []
    try {
      this.handlers.prepare(calls)
      const batch: Batch = { calls, shared, ...(spare ? { spare } : {}) }
      this.port.postMessage(batch, spare ? [spare] : [])
      this.isBusy = true
      this.spare = undefined
    } catch (error) {
      // An argument that cannot be cloned, or a function of time that throws: nothing was sent.
      this.lose(calls, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Whoever waits for the calls is told, or else the owner. */
  private lose(calls: readonly Call[], error: Error): void {
    for (const { id } of calls) this.requests.get(id ?? -1)?.reject(error)
    if (calls.some(({ id }) => id === undefined)) this.report(error)
    for (const { id } of calls) this.requests.delete(id ?? -1)
  }

  private receive(reply: Reply): void {
    this.isBusy = false
    this.silence = 0
    this.handlers.receive(reply)
    for (const { id, value, error } of reply.answers) {
      const request = this.requests.get(id)
      this.requests.delete(id)
      if (error) request?.reject(revive(error))
      else request?.resolve(value)
    }
    for (const error of reply.errors) this.report(revive(error))
    this.flush()
  }

  /** A worker that ends without a word sends no event in some browsers. */
  private wait(seconds: number): void {
    const before = this.silence
    this.silence += seconds
    if (before < SILENCE_SECONDS && this.silence >= SILENCE_SECONDS) {
      const text = `the worker has not answered for ${SILENCE_SECONDS} s of frames; it may be gone`
      this.report(new BillowError(`${WHO} ${text}`))
    }
  }

  private report(error: Error): void {
    const { onError } = this.handlers
    if (onError) onError(error)
    else this.unreported ??= error
  }

  /** The worker is of no use any more. */
  private fail(reason: string): void {
    if (this.failure || this.isDisposed) return
    const failure = new BillowError(`${WHO} the worker has failed: ${reason}`)
    this.failure = failure
    this.waiting = []
    this.port.terminate()
    this.rejectAll(failure)
    this.report(failure)
  }

  private rejectAll(error: Error): void {
    for (const request of this.requests.values()) request.reject(error)
    this.requests.clear()
  }
}

function disposed(): Error {
  return new BillowError(`${WHO} the worker was disposed of`)
}

/** The same error as on the page itself. */
function revive({ name, message }: SentError): Error {
  return name === 'BillowError'
    ? new BillowError(message)
    : Object.assign(new Error(message), { name })
}

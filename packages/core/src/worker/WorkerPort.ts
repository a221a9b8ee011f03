/**
 * What is used of a `Worker`, and of the global scope inside of one: core knows no DOM, and tests
 * bring ports of their own.
 */

export interface PortEvent {
  readonly data?: unknown
  readonly message?: unknown
}

type Listener = (event: PortEvent) => void

/** The page's end. */
export interface WorkerPort {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: Listener): void
  terminate(): void
}

/** The worker's end. */
export interface WorkerScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message' | 'messageerror', listener: Listener): void
}

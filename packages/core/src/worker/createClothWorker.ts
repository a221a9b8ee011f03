/** Starts a worker with a cloth in it. */
import type { ClothOptions } from '../cloth/ClothOptions.js'
import { fail } from '../params/check.js'
import { ClothWorker, type ClothWorkerSettings } from './ClothWorker.js'
import type { WorkerPort } from './WorkerPort.js'

export interface ClothWorkerOptions extends Partial<ClothWorkerSettings> {
  /**
   * The worker, or a function that makes it, where `workerScript.js` is not to be found beside this
   * file: a module whose only line is `import '@billow/core/worker/script'`. It belongs to the cloth
   * and ends with it.
   */
  readonly worker?: WorkerPort | (() => WorkerPort) | undefined
}

// Names of the page, for which core has no types.
declare const Worker:
  | (new (
      address: object,
      options: { readonly type: 'module'; readonly name: string },
    ) => WorkerPort)
  | undefined
declare const URL: new (address: string, base: string) => object

/**
 * A cloth in a worker of its own. Where the page is cross-origin isolated, positions lie in shared
 * memory, elsewhere two buffers are handed to and fro; the results are the same.
 *
 * A worker that cannot be loaded, as when a policy refuses it, is told to `onError`.
 * Where a page requires trusted types the browser throws its TypeError; pass a `worker` there.
 *
 * @throws BillowError for a wrong option, or where there are no workers
 */
export function createClothWorker(
  options: ClothOptions = {},
  { worker, shared = mayShare(), onError, onAnswer }: ClothWorkerOptions = {},
): ClothWorker {
  if (shared && typeof SharedArrayBuffer !== 'function')
    fail('ClothWorker', 'shared memory needs a page that is cross-origin isolated')
  const start = typeof worker === 'function' ? worker : () => worker ?? startWorker()
  return new ClothWorker(options, start, { shared, onError, onAnswer })
}

function startWorker(): WorkerPort {
  if (typeof Worker === 'undefined') {
    fail('ClothWorker', 'there are no workers here; use ClothSimulation, or pass a worker')
  }
  // Bundlers look for this very form.
  return new Worker(new URL('./workerScript.js', (import.meta as unknown as { url: string }).url), {
    type: 'module',
    name: 'billow-cloth',
  })
}

function mayShare(): boolean {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean }
  return crossOriginIsolated === true && typeof SharedArrayBuffer === 'function'
}

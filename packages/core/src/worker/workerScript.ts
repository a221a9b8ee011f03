/**
 * The script that runs in the worker. `createClothWorker` names it in the one way that bundlers look
 * for, `new URL('./workerScript.js', import.meta.url)`, so that it becomes a file of its own.
 */
import { serveCloth } from './ClothHost.js'
import type { WorkerScope } from './WorkerPort.js'

// Elsewhere, as on a server that loads every entry of a package, it does nothing.
if ('WorkerGlobalScope' in globalThis) serveCloth(globalThis as unknown as WorkerScope)

/**
 * @billow/core/worker: cloth that is simulated in a Web Worker, so that the page stays free.
 */
export { ClothWorker, type ClothWorkerSettings } from './ClothWorker.js'
export { type ClothWorkerOptions, createClothWorker } from './createClothWorker.js'
export type { PortEvent, WorkerPort } from './WorkerPort.js'

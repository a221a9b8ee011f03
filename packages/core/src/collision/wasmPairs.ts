/** The search for pairs in WebAssembly (`assembly/pairs.ts`), or the plain one where that is refused. */
import { PAIRS_MODULE } from '../kernels/pairs.generated.js'
import { type WasmInstance, WasmModule } from '../kernels/WasmModule.js'
import { createPairMemory, type PairMemory } from './PairMemory.js'
import { createPlainPairs, type PairKernels } from './plainPairs.js'

let pairsModule: WasmModule | undefined

/** @param points, edges how many there may be */
export function createPairKernels(
  points: number,
  edges: number,
): { readonly memory: PairMemory; readonly kernels: PairKernels } {
  let instance: WasmInstance | undefined
  const memory = createPairMemory(points, edges, (bytes) => {
    pairsModule ??= new WasmModule(PAIRS_MODULE)
    instance = pairsModule.instantiate(bytes)
    return instance?.buffer ?? new ArrayBuffer(bytes)
  })
  return { memory, kernels: (instance?.exports as PairKernels) ?? createPlainPairs(memory) }
}

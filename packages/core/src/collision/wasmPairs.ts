/** The search for pairs in WebAssembly (`assembly/pairs.ts`), or the plain one where that is refused. */
import { PAIRS_MODULE } from '../kernels/pairs.generated.js'
import { WasmModule } from '../kernels/WasmModule.js'
import { createPairMemory, FOUND, layOutPairs, ROOM, type PairMemory } from './PairMemory.js'
import { createPlainPairs, type PairKernels } from './plainPairs.js'

type PairExports = Readonly<Record<keyof PairKernels, (...numbers: (number | boolean)[]) => number>>

let pairsModule: WasmModule | undefined

/** @param points, edges how many there may be */
export function createPairKernels(
  points: number,
  edges: number,
): { readonly memory: PairMemory; readonly kernels: PairKernels } {
  const at = layOutPairs(points, edges)
  pairsModule ??= new WasmModule(PAIRS_MODULE)
  const instance = pairsModule.instantiate(at.end)
  const memory = createPairMemory(instance?.buffer ?? new ArrayBuffer(at.end), at, edges)
  if (!instance) return { memory, kernels: createPlainPairs(memory) }
  const wasm = instance.exports as PairExports
  const { places, numbers, columns, rows, columnStarts, rowStarts, ordered, members } = at
  const { sortedColumns, xs, ys, zs, groups, edgeStarts, edgeEnds, stretches, listed, pairs } = at
  // prettier-ignore
  const kernels: PairKernels = {
    widen(from, to) {
      wasm.widen(places, from, to, numbers)
    },
    assign(from, to, { axis, mostColumns, mostRows, bits, maskU, maskV }) {
      wasm.assign(
        places, from, to, numbers, axis, mostColumns, mostRows, bits, maskU, maskV,
        columns, rows, columnStarts, rowStarts,
      )
    },
    sumUp(columnCount, rowCount) {
      wasm.sumUp(columnStarts, columnCount)
      wasm.sumUp(rowStarts, rowCount)
    },
    order(from, to) {
      wasm.order(from, to, columns, columnStarts, ordered)
    },
    arrange(count) {
      wasm.arrange(
        places, count, numbers, columns, rows, rowStarts, ordered, members, sortedColumns,
        xs, ys, zs,
      )
    },
    compare(entry, count, most, { bits, maskU, maskV }) {
      return wasm.compare(
        entry, count, ROOM, most, bits, maskU, maskV, rows, rowStarts, members, sortedColumns,
        xs, ys, zs, stretches, 4 * FOUND + stretches, numbers, listed,
      )
    },
    confirm(count) {
      return wasm.confirm(
        listed, count, places, members, groups, edgeStarts, edgeEnds, numbers, pairs,
      )
    },
  }
  return { memory, kernels }
}

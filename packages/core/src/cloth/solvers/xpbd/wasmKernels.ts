/**
 * The xpbd kernels in WebAssembly SIMD (`assembly/xpbd.ts`), and the choice between them and the
 * plain ones: WebAssembly wherever it runs, else TypeScript over an ordinary buffer.
 */
import { WasmModule } from '../../../kernels/WasmModule.js'
import { XPBD_MODULE } from '../../../kernels/xpbd.generated.js'
import { createPlainKernels, type XpbdKernels } from './kernels.js'
import {
  createMemory,
  layOut,
  type XpbdLayout,
  type XpbdMemory,
  type XpbdSizes,
} from './XpbdMemory.js'

export interface KernelsAndMemory {
  readonly memory: XpbdMemory
  readonly kernels: XpbdKernels
  readonly kind: 'wasm' | 'plain'
}

/** Functions of the module: addresses in bytes, then a count, then numbers. */
interface XpbdExports {
  integrate(
    particles: number,
    velocities: number,
    predicted: number,
    residuals: number,
    accelerations: number,
    count: number,
    lost: number,
    gx: number,
    gy: number,
    gz: number,
    h: number,
  ): void
  solveTethers(particles: number, ends: number, lengths: number, count: number): void
  solveDistances(
    particles: number,
    ends: number,
    restLengths: number,
    count: number,
    alpha: number,
  ): void
  limitDistances(
    particles: number,
    ends: number,
    restLengths: number,
    count: number,
    stretch: number,
  ): number
  updateVelocities(
    particles: number,
    velocities: number,
    predicted: number,
    count: number,
    perSecond: number,
  ): void
}

let xpbdModule: WasmModule | undefined

/** Kernels for a simulation, and the memory that they work on, all zeros. */
export function createKernels(sizes: XpbdSizes): KernelsAndMemory {
  const layout = layOut(sizes)
  xpbdModule ??= new WasmModule(XPBD_MODULE)
  const instance = xpbdModule.instantiate(layout.end)
  const memory = createMemory(instance?.buffer ?? new ArrayBuffer(layout.end), layout, sizes)
  if (instance === undefined) return { memory, kernels: createPlainKernels(memory), kind: 'plain' }
  const kernels = bindKernels(instance.exports as XpbdExports, layout, sizes.particles)
  return { memory, kernels, kind: 'wasm' }
}

function bindKernels(wasm: XpbdExports, at: XpbdLayout, particleCount: number): XpbdKernels {
  const endsOf = (constraint: number): number => at.ends + 8 * constraint
  const restOf = (constraint: number): number => at.restLengths + 4 * constraint
  return {
    integrate(kept, gravity, h) {
      wasm.integrate(
        at.particles,
        at.velocities,
        at.predicted,
        at.residuals,
        at.accelerations,
        particleCount,
        1 - kept,
        gravity[0],
        gravity[1],
        gravity[2],
        h,
      )
    },
    solveTethers(start, count) {
      const ends = at.tetherEnds + 8 * start
      wasm.solveTethers(at.particles, ends, at.tetherLengths + 4 * start, count)
    },
    solveDistances(start, count, alpha) {
      wasm.solveDistances(at.particles, endsOf(start), restOf(start), count, alpha)
    },
    limitDistances(start, count, stretch) {
      return wasm.limitDistances(at.particles, endsOf(start), restOf(start), count, stretch)
    },
    updateVelocities(h) {
      wasm.updateVelocities(at.particles, at.velocities, at.predicted, particleCount, 1 / h)
    },
  }
}

/**
 * The xpbd kernels in WebAssembly SIMD (`assembly/xpbd.ts`), and the choice between them and the
 * plain ones: WebAssembly wherever it runs, else TypeScript over an ordinary buffer.
 */
import { WasmModule } from '../../../kernels/WasmModule.js'
import { XPBD_MODULE } from '../../../kernels/xpbd.generated.js'
import { LEAST_GIVE, MAX_TURN } from './dihedral.js'
import { createPlainKernels, linkOf, type XpbdKernels } from './kernels.js'
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

/** Functions of the module: addresses in bytes, counts and numbers, in the order of their sources. */
type XpbdExports = Readonly<Record<keyof XpbdKernels, (...numbers: number[]) => number>>

let xpbdModule: WasmModule | undefined

/** Kernels for a simulation, and the memory that they work on, all zeros. */
export function createKernels(sizes: XpbdSizes): KernelsAndMemory {
  const layout = layOut(sizes)
  xpbdModule ??= new WasmModule(XPBD_MODULE)
  const instance = xpbdModule.instantiate(layout.end)
  const memory = createMemory(instance?.buffer ?? new ArrayBuffer(layout.end), layout, sizes)
  if (instance === undefined) return { memory, kernels: createPlainKernels(memory), kind: 'plain' }
  const kernels = bindKernels(instance.exports as XpbdExports, layout, sizes, memory)
  return { memory, kernels, kind: 'wasm' }
}

function bindKernels(
  wasm: XpbdExports,
  at: XpbdLayout,
  sizes: XpbdSizes,
  { told }: XpbdMemory,
): XpbdKernels {
  const { particles: count, triangles = 0 } = sizes
  const { particles, offsets, predicted, velocities, residuals } = at
  const apart = offsets - particles
  const nobody = particles + 16 * count
  /** Where the rest lengths of a family begin; nowhere if it is off. */
  const restsFrom = (start: number, isOn = true): number => (isOn ? at.restLengths + 4 * start : 0)
  return {
    pushByAir({ airDensity, drag, lift, dt }) {
      // prettier-ignore
      wasm.pushByAir(
        particles, velocities, at.winds, at.accelerations, at.corners, at.areas, at.airMasses,
        count, triangles, airDensity / 2, drag, lift, 1 / dt,
      )
    },
    integrate({ kept, pull, gravity }, h) {
      told[0] = gravity[0]
      told[1] = gravity[1]
      told[2] = gravity[2]
      told[3] = h
      told[4] = pull
      told[5] = 1 - kept
      const { accelerations } = at
      // prettier-ignore
      wasm.integrate(
        particles, offsets, predicted, velocities, residuals, accelerations, count, at.told,
      )
    },
    solveTethers(start, many, stretch) {
      const ends = at.tetherEnds + 8 * start
      wasm.solveTethers(particles, apart, ends, at.tetherLengths + 4 * start, many, stretch)
    },
    solveDistances(start, many, alpha) {
      const ends = at.ends + 8 * start
      const lengths = at.restLengths + 4 * start
      wasm.solveDistances(particles, apart, ends, lengths, many, alpha)
    },
    limitDistances(start, many, stretch) {
      const lengths = at.restLengths + 4 * start
      return wasm.limitDistances(particles, apart, at.ends + 8 * start, lengths, many, stretch)
    },
    solveRows(grid, alphas) {
      const { bends, shears, structurals } = grid
      const structural = alphas[0]
      const shear = alphas[1]
      const bend = alphas[2]
      told[7] = bend
      told[8] = shear
      told[9] = structural
      // prettier-ignore
      wasm.solveRows(
        particles + 16 * grid.first, apart, nobody, grid.columns, grid.rows, at.room,
        restsFrom(bends, bend >= 0), restsFrom(shears, shear >= 0),
        restsFrom(structurals, structural >= 0),
        at.told + 28,
      )
    },
    limitRows(grid, stretch) {
      // prettier-ignore
      return wasm.limitRows(
        particles + 16 * grid.first, apart, nobody, grid.columns, grid.rows, at.room,
        restsFrom(grid.shears), restsFrom(grid.structurals), stretch,
      )
    },
    solveHinges(many, scale) {
      const { hingeEnds, restCosines, restSines, shapes } = at
      // prettier-ignore
      wasm.solveHinges(
        particles, apart, hingeEnds, restCosines, restSines, shapes, many,
        scale, LEAST_GIVE, MAX_TURN,
      )
    },
    sampleWind(modes) {
      wasm.sampleWind(particles, at.winds, count, at.air, modes)
    },
    endStep() {
      const { origin, positions, lastPositions, numbers } = at
      // prettier-ignore
      return wasm.endStep(
        particles, offsets, velocities, origin, positions, lastPositions, count, numbers,
      ) !== 0
    },
    gatherNodes(nodes, nodeCount, children, many) {
      const own = particles + 16 * children
      const link = 4 * linkOf(children, count)
      wasm.gatherNodes(
        particles,
        apart,
        particles + 16 * nodes,
        nodeCount,
        own,
        at.parents + link,
        at.shares + link,
        many,
      )
    },
    moveChildren(children, many) {
      const own = particles + 16 * children
      const link = 4 * linkOf(children, count)
      // From a node to what it was before.
      const before = at.before - (particles + 16 * (count + 1))
      wasm.moveChildren(particles, apart, before, own, at.parents + link, at.factors + link, many)
    },
    updateVelocities(h) {
      told[6] = 1 / h
      wasm.updateVelocities(particles, offsets, predicted, velocities, residuals, count, at.told)
    },
  }
}

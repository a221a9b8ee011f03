/**
 * Sheets for the hinge kernels alone: a grid and a disc that are not flat at rest, crumpled by seeded
 * random numbers, a tenth of the particles held, hinges by fours.
 */
import { createDisc } from '@billow/core'
import { HingeLists } from '../../packages/core/src/cloth/solvers/xpbd/HingeLists.js'
import {
  createPlainKernels,
  type XpbdKernels,
} from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import { createKernels } from '../../packages/core/src/cloth/solvers/xpbd/wasmKernels.js'
import {
  createMemory,
  layOut,
  type XpbdMemory,
  type XpbdSizes,
} from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import type { ClothSheet } from '../../packages/core/src/mesh/ClothSheet.js'
import { createGrid } from '../../packages/core/src/mesh/grid.js'
import { createMeshCloth } from '../../packages/core/src/mesh/meshCloth.js'
import { hashSheet, pushOf } from './xpbdSheet.js'

export interface HingeSetting {
  readonly memory: XpbdMemory
  readonly kernels: XpbdKernels
}

const rough = (sheet: ClothSheet): ClothSheet => {
  const random = createRandom(9)
  return { ...sheet, restPositions: sheet.restPositions.map((x) => x + 0.02 * (random() - 0.5)) }
}

export const hingeSheets: Readonly<Record<'grid' | 'disc', ClothSheet>> = {
  grid: rough(
    createGrid({
      size: [0.9, 0.65],
      segments: [18, 13],
      orientation: 'horizontal',
      spacing: 'segments',
      origin: [0, 1, 0],
    }),
  ),
  disc: rough(createMeshCloth(createDisc({ radius: 0.5, rings: 9 }))),
}

/** Memory with room for the hinges of a sheet, which are in it, and kernels. */
export function createHinges(
  sheet: ClothSheet,
  create: 'wasm' | 'plain' | ((memory: XpbdMemory) => XpbdKernels),
): HingeSetting & { readonly count: number } {
  const lists = new HingeLists(sheet)
  const { count } = lists
  const { particleCount: particles } = sheet
  const sizes = { particles, nodes: 0, constraints: 0, tethers: 0, hinges: count }
  const setting = inScript(sizes, create)
  lists.write(setting.memory, setting.kernels)
  return { ...setting, count }
}

export function inScript(
  sizes: XpbdSizes,
  create: 'wasm' | 'plain' | ((memory: XpbdMemory) => XpbdKernels),
): HingeSetting {
  if (create === 'wasm') return createKernels(sizes)
  const layout = layOut(sizes)
  const memory = createMemory(new ArrayBuffer(layout.end), layout, sizes)
  return { memory, kernels: (create === 'plain' ? createPlainKernels : create)(memory) }
}

/** Moved by up to `crumple` m, with velocities and offsets of all signs. */
export function crumple(
  { particles, offsets, velocities }: XpbdMemory,
  { restPositions, particleCount }: ClothSheet,
  seed: number,
  by = 0.02,
): void {
  const random = createRandom(seed)
  const spread = (most: number): number => most * (2 * random() - 1)
  for (let p = 0; p < particleCount; p++) {
    for (let k = 0; k < 3; k++) {
      particles[4 * p + k] = restPositions[3 * p + k]! + spread(by)
      offsets[4 * p + k] = spread(1e-5)
      velocities[4 * p + k] = spread(1)
    }
    particles[4 * p + 3] = p < particleCount / 10 ? 0 : 500 + spread(300)
  }
}

/** Bending alone, as the solver has it in substeps of 1/600 s. */
export function bend({ kernels }: HingeSetting, count: number, substeps: number): void {
  const h = 1 / 600
  for (let s = 0; s < substeps; s++) {
    kernels.integrate(pushOf(0.999, h, [0, -1, 0]), h)
    kernels.solveHinges(count, 1 / (1e-3 * h * h))
    kernels.updateVelocities(h)
  }
}

/** The fixed run of hinges whose result must be the same bits in every engine. */
export function hashHingeRun(create: 'wasm' | 'plain'): string {
  const setting = createHinges(hingeSheets.grid, create)
  crumple(setting.memory, hingeSheets.grid, 7)
  bend(setting, setting.count, 100)
  return hashSheet(setting.memory)
}

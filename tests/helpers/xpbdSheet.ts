/**
 * A sheet for the xpbd kernels alone: a grid of particles in the xz plane, crumpled by seeded random
 * numbers, held along its first row, with constraints by fours, coarse levels and tethers to the first
 * row.
 */
import { createGrid } from '../../packages/core/src/mesh/grid.js'
import { CoarseLevels } from '../../packages/core/src/cloth/solvers/xpbd/CoarseLevels.js'
import { ConstraintLists } from '../../packages/core/src/cloth/solvers/xpbd/ConstraintLists.js'
import type { XpbdKernels } from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import type {
  XpbdMemory,
  XpbdSizes,
} from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { hashArrays } from '../../packages/core/src/diagnostics/hash.js'
import { createRandom } from '../../packages/core/src/math/random.js'
import { WindField } from '../../packages/core/src/wind/WindField.js'

const COLUMNS = 19
const ROWS = 14
const CELL = 0.05

const grid = createGrid({
  size: [CELL * (COLUMNS - 1), CELL * (ROWS - 1)],
  segments: [COLUMNS - 1, ROWS - 1],
  orientation: 'horizontal',
  spacing: 'segments',
  origin: [0, 1, 0],
})
const lists = new ConstraintLists(grid)
const coarse = new CoarseLevels(grid, lists.capacity)

const field = new WindField({ wind: [3, -1, 2], turbulence: 0.4, gusts: 0.3 })

export const { batches } = lists

if (lists.grid === undefined) throw new Error('the sheet is too narrow for rows')
export const gridRows = lists.grid

export const sizes: XpbdSizes = {
  particles: grid.particleCount,
  nodes: coarse.nodeCount,
  triangles: grid.triangles.length / 3,
  constraints: lists.capacity + coarse.constraintCount,
  // Those of all rows but the first, filled up to fours.
  tethers: 4 * Math.ceil((COLUMNS * (ROWS - 1)) / 4),
  columns: COLUMNS,
}

/** Crumpled by up to `crumple` cells, with velocities, offsets and winds of all signs. */
export function fillSheet(memory: XpbdMemory, seed: number, crumple = 0.4): void {
  const random = createRandom(seed)
  const spread = (by: number): number => by * (2 * random() - 1)
  for (let p = 0; p < sizes.particles; p++) {
    for (let k = 0; k < 3; k++) {
      memory.particles[4 * p + k] = grid.restPositions[3 * p + k]! + spread(crumple * CELL)
      memory.velocities[4 * p + k] = spread(2)
      memory.offsets[4 * p + k] = spread(2e-8)
      memory.residuals[4 * p + k] = spread(2e-8)
      memory.accelerations[4 * p + k] = spread(5)
      memory.winds[4 * p + k] = spread(20)
    }
    memory.particles[4 * p + 3] = p < COLUMNS ? 0 : 500 + spread(300)
  }
  memory.origin.set([12.5, -3.25, 1e3 / 3])
  memory.numbers.set([1 / 600, 1e7])
  // Of waves of half a metre and more, in double precision from outside.
  field.writeModes({ time: 3.7 }, memory.origin, memory.air)
  lists.write(memory)
  memory.corners.set(grid.triangles.map((particle) => 4 * particle))
  memory.areas.fill((CELL * CELL) / 2)
  memory.airMasses.forEach((_, t) => {
    // Some feel nothing.
    memory.airMasses[t] = t % 17 === 0 ? 0 : 1e-3 * (1 + random())
  })
  coarse.write(memory)
  coarse.weigh(memory)
  for (let t = 0; t < sizes.tethers; t++) {
    const particle = Math.min(COLUMNS + t, sizes.particles)
    const anchor = particle < sizes.particles ? particle % COLUMNS : sizes.particles
    memory.tetherEnds.set([4 * particle, 4 * anchor], 2 * t)
    memory.tetherLengths[t] = CELL * Math.floor(particle / COLUMNS)
  }
}

export const AIR = { airDensity: 1.2, drag: 1.1, lift: 0.6, dt: 1 / 60 }

const GRAVITY = [0.1, -9.81, -0.2] as const

/** Of a damping, with the time that accelerations then act. */
export function pushOf(kept: number, h: number, gravity: readonly [number, number, number]) {
  return { kept, pull: h, gravity }
}

/** Substeps as the solver does them. */
export function runSheet(kernels: XpbdKernels, memory: XpbdMemory, substeps: number): void {
  const h = 1 / 600
  const alpha = 1e-5 / (h * h)
  for (let s = 0; s < substeps; s++) {
    if (s % 8 === 0) kernels.pushByAir(AIR)
    kernels.integrate(pushOf(0.9995, h, GRAVITY), h)
    kernels.solveTethers(0, sizes.tethers, 1)
    coarse.cycle(memory, kernels, 1.001)
    kernels.solveRows(gridRows, [alpha, alpha, alpha])
    kernels.limitRows(gridRows, 1.1)
    kernels.updateVelocities(h)
  }
}

/** Fingerprint of all that lasts from one substep to the next. */
export function hashSheet({ particles, offsets, velocities, residuals }: XpbdMemory): string {
  const own = velocities.length
  return hashArrays([particles.subarray(0, own), offsets.subarray(0, own), velocities, residuals])
}

/** The fixed run whose result must be the same bits in every engine. */
export function hashFixedRun(kernels: XpbdKernels, memory: XpbdMemory): string {
  fillSheet(memory, 7)
  runSheet(kernels, memory, 200)
  return hashSheet(memory)
}

/** What lasts, as bits: a comparison of numbers would take -0 for 0. */
export function bitsOf(memory: XpbdMemory): Uint32Array[] {
  const { particles, offsets, velocities, residuals, accelerations } = memory
  const { winds, positions, lastPositions } = memory
  const own = velocities.length
  const lasting = [
    particles.subarray(0, own),
    offsets.subarray(0, own),
    velocities,
    residuals,
    accelerations,
    winds.subarray(0, own),
    positions,
    lastPositions,
  ]
  return lasting.map(({ buffer, byteOffset, byteLength }) =>
    new Uint32Array(buffer, byteOffset, byteLength / 4).slice(),
  )
}

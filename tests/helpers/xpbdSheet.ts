/**
 * A sheet for the xpbd kernels alone: a grid of particles in the xz plane, crumpled by seeded random
 * numbers, held along its first row, with one list of coloured constraints and tethers to the first
 * row. Sizes are such that batches leave one, two and three constraints over when taken by fours.
 */
import { colourConstraints } from '../../packages/core/src/cloth/solvers/xpbd/colouring.js'
import type { XpbdKernels } from '../../packages/core/src/cloth/solvers/xpbd/kernels.js'
import type {
  XpbdMemory,
  XpbdSizes,
} from '../../packages/core/src/cloth/solvers/xpbd/XpbdMemory.js'
import { hashArrays } from '../../packages/core/src/diagnostics/hash.js'
import { createRandom } from '../../packages/core/src/math/random.js'

const COLUMNS = 19
const ROWS = 14
const CELL = 0.05

/** Column and row step of the constraints of a particle. */
const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
  [2, 0],
  [0, 2],
] as const

interface Constraint {
  readonly a: number
  readonly b: number
  readonly rest: number
}

const constraints: Constraint[] = []
for (let row = 0; row < ROWS; row++) {
  for (let column = 0; column < COLUMNS; column++) {
    for (const [right, down] of STEPS) {
      const [c, r] = [column + right, row + down]
      if (c >= COLUMNS || r < 0 || r >= ROWS) continue
      // A square root, unlike Math.hypot, is the same everywhere.
      const rest = CELL * Math.sqrt(right * right + down * down)
      constraints.push({ a: row * COLUMNS + column, b: r * COLUMNS + c, rest })
    }
  }
}
const { colours, colourCount } = colourConstraints(
  constraints.flatMap(({ a, b }) => [a, b]),
  COLUMNS * ROWS,
)

export interface Batch {
  readonly start: number
  readonly count: number
}

export const batches: Batch[] = []
const ordered: Constraint[] = []
for (let colour = 0; colour < colourCount; colour++) {
  const batch = constraints.filter((_, c) => colours[c] === colour)
  batches.push({ start: ordered.length, count: batch.length })
  ordered.push(...batch)
}

export const sizes: XpbdSizes = {
  particles: COLUMNS * ROWS,
  constraints: ordered.length,
  tethers: COLUMNS * (ROWS - 1),
}

/** Crumpled by up to `crumple` cells, with velocities, residuals and winds of all signs. */
export function fillSheet(memory: XpbdMemory, seed: number, crumple = 0.4): void {
  const random = createRandom(seed)
  const spread = (by: number): number => by * (2 * random() - 1)
  for (let p = 0; p < sizes.particles; p++) {
    const row = Math.floor(p / COLUMNS)
    const place = [CELL * (p % COLUMNS), 1, CELL * row]
    for (let k = 0; k < 3; k++) {
      memory.particles[4 * p + k] = place[k]! + spread(crumple * CELL)
      memory.velocities[4 * p + k] = spread(2)
      memory.residuals[8 * p + k] = spread(2e-8)
      memory.residuals[8 * p + 4 + k] = spread(2e-8)
      memory.accelerations[4 * p + k] = spread(5)
    }
    memory.particles[4 * p + 3] = row === 0 ? 0 : 500 + spread(300)
  }
  ordered.forEach(({ a, b, rest }, c) => {
    memory.ends.set([4 * a, 4 * b], 2 * c)
    memory.restLengths[c] = rest
  })
  for (let t = 0; t < sizes.tethers; t++) {
    const particle = COLUMNS + t
    memory.tetherEnds.set([4 * particle, 4 * (particle % COLUMNS)], 2 * t)
    memory.tetherLengths[t] = CELL * Math.floor(particle / COLUMNS)
  }
}

const GRAVITY = [0.1, -9.81, -0.2] as const

/** Substeps as the solver does them. */
export function runSheet(kernels: XpbdKernels, substeps: number): void {
  const h = 1 / 600
  for (let s = 0; s < substeps; s++) {
    kernels.integrate(0.9995, GRAVITY, h)
    kernels.solveTethers(0, sizes.tethers)
    for (const { start, count } of batches) kernels.solveDistances(start, count, 1e-5 / (h * h))
    for (const { start, count } of batches) kernels.limitDistances(start, count, 1.1)
    kernels.updateVelocities(h)
  }
}

/** Fingerprint of all that lasts from one substep to the next. */
export function hashSheet({ particles, velocities, residuals }: XpbdMemory): string {
  return hashArrays([particles, velocities, residuals])
}

/** The fixed run whose result must be the same bits in every engine. */
export function hashFixedRun(kernels: XpbdKernels, memory: XpbdMemory): string {
  fillSheet(memory, 7)
  runSheet(kernels, 200)
  return hashSheet(memory)
}

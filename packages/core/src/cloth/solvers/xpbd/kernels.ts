/**
 * The hot loops of the xpbd solver, in plain TypeScript: the reference for their WebAssembly twins
 * (`assembly/xpbd.ts`), and what runs where WebAssembly is refused. State is single precision, and
 * arithmetic double where the twins calculate in single precision too: they agree to a few units in
 * the last place per call.
 *
 * The twins take constraints by fours: of these no two may share a particle, and counts are
 * multiples of four.
 */
import { addAirForces, type AirCoefficients, type AirLoad } from '../../../wind/aerodynamics.js'
import { solveHinges } from './dihedral.js'
import { endStep } from './plainEndStep.js'
import { sampleWind } from './plainWind.js'
import { STRIDE, type XpbdMemory } from './XpbdMemory.js'

/** What a substep does to a velocity without constraints: v ← kept · v + pull · (gravity + air). */
export interface Push {
  /** Share of the velocity that damping leaves. */
  kept: number
  /** Time for which an acceleration acts, s: a little less than the substep where there is damping. */
  pull: number
  /** m/s² */
  gravity: readonly [number, number, number]
}

/** Coefficients of the air, and the time for which its force acts before it is computed anew. */
export type Air = { -readonly [Key in keyof AirCoefficients]: number } & {
  /** s */
  dt: number
}

/**
 * A whole grid of particles or nodes whose constraints lie in memory in the order of `rowOrder.ts`, one
 * family after the other: where each begins, and where the last one ends.
 */
export interface GridRows {
  /** The first, counted as a particle. */
  readonly first: number
  readonly columns: number
  readonly rows: number
  readonly bends: number
  readonly shears: number
  readonly structurals: number
  readonly end: number
}

/** Compliance / h² by `SpringFamily`, 1/kg; negative for a family that is off. */
export type Alphas = [structural: number, shear: number, bend: number]

export interface XpbdKernels {
  /** Sets the accelerations by air of all particles: `addAirForces`, times inverse masses. */
  pushByAir(air: Air): void
  /** v ← kept · v + pull · (g + a), x ← x + h v, for particles with an inverse mass. */
  integrate(push: Push, h: number): void
  /**
   * Brings the particles of the tethers `start` to `start + count` back that are farther from their
   * anchor than stretch times the tether (Kim et al. 2012). An anchor may hold several of four.
   */
  solveTethers(start: number, count: number, stretch: number): void
  /**
   * One sweep over the constraints `start` to `start + count`, in order: Macklin et al. 2016, eq. 18, with
   * λ = 0 at the start of the substep.
   *
   * @param alpha compliance / h², 1/kg
   */
  solveDistances(start: number, count: number, alpha: number): void
  /**
   * Shortens the constraints `start` to `start + count` that are longer than stretch · rest.
   *
   * @returns the largest length / rest of those, or 0
   */
  limitDistances(start: number, count: number, stretch: number): number
  /** `solveDistances` for each family of a whole grid: bend, shear, then structural. */
  solveRows(grid: GridRows, alphas: Alphas): void
  /** `limitDistances` for shear and then structural, the largest of both. */
  limitRows(grid: GridRows, stretch: number): number
  /**
   * One sweep over the first hinges, in order.
   *
   * @param scale 1 / (bending stiffness · h²), 1/(N·m·s²)
   */
  solveHinges(count: number, scale: number): void
  /**
   * Puts a level's nodes where their children are in the mean.
   *
   * @param nodes the first node, counted as a particle; so is `children`
   */
  gatherNodes(nodes: number, nodeCount: number, children: number, childCount: number): void
  /** Moves children on with their nodes, by what these moved since `before` was set. */
  moveChildren(children: number, childCount: number): void
  /** Writes the wind at all particles, with so many of the modes that `air` has. */
  sampleWind(modes: number): void
  /**
   * Writes positions and last positions.
   *
   * @returns false where the world ends or numbers do
   */
  endStep(): boolean
  /** v ← v + (x − predicted) / h; then offsets become part of the bases, up to their last digits. */
  updateVelocities(h: number): void
}

export function createPlainKernels(memory: XpbdMemory): XpbdKernels {
  const { particles, offsets, predicted, before, velocities, residuals, accelerations } = memory
  const { ends, restLengths, tetherEnds, tetherLengths } = memory
  const { parents, shares, factors, particleCount } = memory
  const particlesEnd = STRIDE * particleCount
  const firstNode = particlesEnd + STRIDE

  const load: AirLoad = {
    positions: particles,
    velocities,
    wind: memory.winds,
    stride: 1,
    triangles: memory.corners,
    restAreas: memory.areas,
    masses: memory.airMasses,
    dt: 0,
  }

  const between = (a: number, b: number, k: number): number =>
    particles[b + k]! - particles[a + k]! + (offsets[b + k]! - offsets[a + k]!)

  const move = (i: number, share: number, dx: number, dy: number, dz: number): void => {
    offsets[i]! += share * dx
    offsets[i + 1]! += share * dy
    offsets[i + 2]! += share * dz
  }

  const kernels: XpbdKernels = {
    pushByAir(air) {
      accelerations.fill(0)
      load.dt = air.dt
      // Corners are offsets already.
      addAirForces(load, air, accelerations)
      for (let i = 0; i < particlesEnd; i++) accelerations[i]! *= particles[i | 3]!
    },

    integrate({ kept, pull, gravity }, h) {
      for (let i = 0; i < particlesEnd; i += STRIDE) {
        const held = particles[i + 3] === 0
        for (let k = i; k < i + 3; k++) {
          if (!held) {
            const gain = pull * (gravity[k - i]! + accelerations[k]!) + residuals[k]!
            const v = kept * velocities[k]! + gain
            velocities[k] = v
            residuals[k] = v - velocities[k]!
            offsets[k]! += h * velocities[k]!
          }
          predicted[k] = offsets[k]!
        }
      }
    },

    solveTethers(start, count, stretch) {
      for (let t = start; t < start + count; t++) {
        const i = tetherEnds[2 * t]!
        const a = tetherEnds[2 * t + 1]!
        if (particles[i + 3] === 0) continue
        const dx = between(a, i, 0)
        const dy = between(a, i, 1)
        const dz = between(a, i, 2)
        const squared = dx * dx + dy * dy + dz * dz
        const longest = stretch * tetherLengths[t]!
        if (squared <= longest * longest) continue
        move(i, longest / Math.sqrt(squared) - 1, dx, dy, dz)
      }
    },

    solveDistances(start, count, alpha) {
      for (let c = start; c < start + count; c++) {
        const a = ends[2 * c]!
        const b = ends[2 * c + 1]!
        const wa = particles[a + 3]!
        const wb = particles[b + 3]!
        const dx = between(a, b, 0)
        const dy = between(a, b, 1)
        const dz = between(a, b, 2)
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
        const divisor = (wa + wb + alpha) * length
        // Both ends held, or in one point: there is nothing to do, or no direction to do it in.
        if (!(divisor > 0)) continue
        const share = (length - restLengths[c]!) / divisor
        move(a, share * wa, dx, dy, dz)
        move(b, -share * wb, dx, dy, dz)
      }
    },

    limitDistances(start, count, stretch) {
      let largest = 0
      for (let c = start; c < start + count; c++) {
        const a = ends[2 * c]!
        const b = ends[2 * c + 1]!
        const dx = between(a, b, 0)
        const dy = between(a, b, 1)
        const dz = between(a, b, 2)
        const longest = stretch * restLengths[c]!
        const squared = dx * dx + dy * dy + dz * dz
        if (squared <= longest * longest) continue
        const length = Math.sqrt(squared)
        largest = Math.max(largest, length / restLengths[c]!)
        const wa = particles[a + 3]!
        const wb = particles[b + 3]!
        if (wa + wb === 0) continue
        const share = (length - longest) / ((wa + wb) * length)
        move(a, share * wa, dx, dy, dz)
        move(b, -share * wb, dx, dy, dz)
      }
      return largest
    },

    solveRows({ bends, shears, structurals, end }, [structural, shear, bend]) {
      if (bend >= 0) kernels.solveDistances(bends, shears - bends, bend)
      if (shear >= 0) kernels.solveDistances(shears, structurals - shears, shear)
      if (structural >= 0) kernels.solveDistances(structurals, end - structurals, structural)
    },

    limitRows({ shears, structurals, end }, stretch) {
      return Math.max(
        kernels.limitDistances(shears, structurals - shears, stretch),
        kernels.limitDistances(structurals, end - structurals, stretch),
      )
    },

    solveHinges(count, scale) {
      solveHinges(memory, count, scale)
    },

    sampleWind(modes) {
      sampleWind(memory, modes)
    },

    endStep() {
      return endStep(memory)
    },

    gatherNodes(nodes, nodeCount, children, childCount) {
      for (let i = STRIDE * nodes; i < STRIDE * (nodes + nodeCount); i += STRIDE) {
        particles.fill(0, i, i + 3)
        offsets.fill(0, i, i + 3)
      }
      for (let c = children; c < children + childCount; c++) {
        const link = linkOf(c, particleCount)
        for (let k = 0; k < 3; k++) {
          particles[parents[link]! + k]! += shares[link]! * particles[STRIDE * c + k]!
          offsets[parents[link]! + k]! += shares[link]! * offsets[STRIDE * c + k]!
        }
      }
    },

    moveChildren(children, childCount) {
      for (let c = children; c < children + childCount; c++) {
        const link = linkOf(c, particleCount)
        for (let k = 0; k < 3; k++) {
          const parent = parents[link]! + k
          const way = offsets[parent]! - before[parent - firstNode]!
          offsets[STRIDE * c + k]! += factors[link]! * way
        }
      }
    },

    updateVelocities(h) {
      for (let i = 0; i < particlesEnd; i += STRIDE) {
        const held = particles[i + 3] === 0
        for (let k = i; k < i + 3; k++) {
          if (!held) {
            const v = velocities[k]! + ((offsets[k]! - predicted[k]!) / h + residuals[k]!)
            velocities[k] = v
            residuals[k] = v - velocities[k]!
          }
          const x = particles[k]! + offsets[k]!
          particles[k] = x
          offsets[k] = x - particles[k]!
        }
      }
    },
  }
  return kernels
}

/** Where `parents`, `shares` and `factors` have a particle or node: they leave out nobody's. */
export function linkOf(index: number, particleCount: number): number {
  return index < particleCount ? index : index - 1
}

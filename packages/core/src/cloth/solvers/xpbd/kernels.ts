/**
 * The hot loops of the xpbd solver, in plain TypeScript: the reference for their WebAssembly twins,
 * and what runs where WebAssembly is refused.
 */
import type { XpbdMemory } from './XpbdMemory.js'

export interface XpbdKernels {
  /**
   * v ← kept · (v + h (g + a)), x ← x + h v, for particles with an inverse mass. Rounding of the sum
   * goes to the residuals.
   */
  integrate(kept: number, gravity: readonly [number, number, number], h: number): void
  /**
   * Brings the particles of the tethers `start` to `start + count` back that are farther from their
   * anchor than the tether is long (Kim et al. 2012). No particle may occur twice among them.
   */
  solveTethers(start: number, count: number): void
  /**
   * One sweep over the constraints `start` to `start + count`, in order: Macklin et al. 2016, eq. 18,
   * with λ = 0 at the start of the substep.
   *
   * @param alpha compliance / h², 1/kg
   */
  solveDistances(start: number, count: number, alpha: number): void
  /**
   * Shortens the constraints `start` to `start + count` that are longer than stretch · rest.
   * @returns the largest length / rest that was found
   */
  limitDistances(start: number, count: number, stretch: number): number
  /** v ← v + (x − predicted) / h */
  updateVelocities(h: number): void
}

export function createPlainKernels(memory: XpbdMemory): XpbdKernels {
  const { particles, velocities, predicted, residuals, accelerations } = memory
  const { ends, restLengths, tetherEnds, tetherLengths } = memory

  return {
    integrate(kept, [gx, gy, gz], h) {
      for (let i = 0; i < particles.length; i += 4) {
        if (particles[i + 3] === 0) {
          predicted[i] = particles[i]!
          predicted[i + 1] = particles[i + 1]!
          predicted[i + 2] = particles[i + 2]!
          continue
        }
        const vx = kept * (velocities[i]! + h * (gx + accelerations[i]!))
        const vy = kept * (velocities[i + 1]! + h * (gy + accelerations[i + 1]!))
        const vz = kept * (velocities[i + 2]! + h * (gz + accelerations[i + 2]!))
        velocities[i] = vx
        velocities[i + 1] = vy
        velocities[i + 2] = vz
        for (let k = 0; k < 3; k++) {
          const x = particles[i + k]!
          const way = h * velocities[i + k]! + residuals[i + k]!
          particles[i + k] = x + way
          const moved = particles[i + k]!
          residuals[i + k] = way - (moved - x)
          predicted[i + k] = moved
        }
      }
    },

    solveTethers(start, count) {
      for (let t = start; t < start + count; t++) {
        const i = tetherEnds[2 * t]!
        const a = tetherEnds[2 * t + 1]!
        if (particles[i + 3] === 0) continue
        const dx = particles[i]! - particles[a]!
        const dy = particles[i + 1]! - particles[a + 1]!
        const dz = particles[i + 2]! - particles[a + 2]!
        const squared = dx * dx + dy * dy + dz * dz
        const longest = tetherLengths[t]!
        if (squared <= longest * longest) continue
        const scale = longest / Math.sqrt(squared)
        particles[i] = particles[a]! + scale * dx
        particles[i + 1] = particles[a + 1]! + scale * dy
        particles[i + 2] = particles[a + 2]! + scale * dz
      }
    },

    solveDistances(start, count, alpha) {
      for (let c = start; c < start + count; c++) {
        const a = ends[2 * c]!
        const b = ends[2 * c + 1]!
        const wa = particles[a + 3]!
        const wb = particles[b + 3]!
        const dx = particles[b]! - particles[a]!
        const dy = particles[b + 1]! - particles[a + 1]!
        const dz = particles[b + 2]! - particles[a + 2]!
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
        const stiffness = wa + wb + alpha
        // Both ends held, or in one point: there is nothing to do, or no direction to do it in.
        if (wa + wb === 0 || length === 0) continue
        const share = (length - restLengths[c]!) / (stiffness * length)
        const sa = share * wa
        const sb = share * wb
        particles[a]! += sa * dx
        particles[a + 1]! += sa * dy
        particles[a + 2]! += sa * dz
        particles[b]! -= sb * dx
        particles[b + 1]! -= sb * dy
        particles[b + 2]! -= sb * dz
      }
    },

    limitDistances(start, count, stretch) {
      let largest = 0
      for (let c = start; c < start + count; c++) {
        const a = ends[2 * c]!
        const b = ends[2 * c + 1]!
        const dx = particles[b]! - particles[a]!
        const dy = particles[b + 1]! - particles[a + 1]!
        const dz = particles[b + 2]! - particles[a + 2]!
        const longest = stretch * restLengths[c]!
        const squared = dx * dx + dy * dy + dz * dz
        if (squared <= longest * longest) continue
        const length = Math.sqrt(squared)
        largest = Math.max(largest, length / restLengths[c]!)
        const wa = particles[a + 3]!
        const wb = particles[b + 3]!
        if (wa + wb === 0) continue
        const share = (length - longest) / ((wa + wb) * length)
        const sa = share * wa
        const sb = share * wb
        particles[a]! += sa * dx
        particles[a + 1]! += sa * dy
        particles[a + 2]! += sa * dz
        particles[b]! -= sb * dx
        particles[b + 1]! -= sb * dy
        particles[b + 2]! -= sb * dz
      }
      return largest
    },

    updateVelocities(h) {
      const perSecond = 1 / h
      for (let i = 0; i < particles.length; i += 4) {
        if (particles[i + 3] === 0) continue
        velocities[i]! += (particles[i]! - predicted[i]!) * perSecond
        velocities[i + 1]! += (particles[i + 1]! - predicted[i + 1]!) * perSecond
        velocities[i + 2]! += (particles[i + 2]! - predicted[i + 2]!) * perSecond
      }
    },
  }
}

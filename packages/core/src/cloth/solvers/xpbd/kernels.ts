/**
 * The hot loops of the xpbd solver, in plain TypeScript: the reference for their WebAssembly twins
 * (`assembly/xpbd.ts`), and what runs where WebAssembly is refused. State is single precision, and
 * arithmetic double where the twins calculate in single precision too: they agree to a few units in
 * the last place per call.
 */
import type { XpbdMemory } from './XpbdMemory.js'

export interface XpbdKernels {
  /**
   * v ← kept · (v + h (g + a)), x ← x + h v, for particles with an inverse mass. Rounding of both
   * goes to the residuals.
   */
  integrate(kept: number, gravity: readonly [number, number, number], h: number): void
  /**
   * Brings the particles of the tethers `start` to `start + count` back that are farther from their
   * anchor than the tether is long (Kim et al. 2012). No particle may be pulled by two of them, since the
   * twin takes four at once; an anchor may hold several.
   */
  solveTethers(start: number, count: number): void
  /**
   * One sweep over the constraints `start` to `start + count`, in order: Macklin et al. 2016, eq. 18,
   * with λ = 0 at the start of the substep. No two of them may share a particle, since the twin
   * takes four at once.
   *
   * @param alpha compliance / h², 1/kg
   */
  solveDistances(start: number, count: number, alpha: number): void
  /**
   * Shortens the constraints `start` to `start + count` that are longer than stretch · rest. No two
   * of them may share a particle.
   *
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
    integrate(kept, gravity, h) {
      for (let i = 0; i < particles.length; i += 4) {
        if (particles[i + 3] === 0) {
          predicted[i] = particles[i]!
          predicted[i + 1] = particles[i + 1]!
          predicted[i + 2] = particles[i + 2]!
          continue
        }
        for (let k = 0; k < 3; k++) {
          const ofPosition = 2 * i + k
          const ofVelocity = ofPosition + 4
          const pull = h * (gravity[k]! + accelerations[i + k]!) + residuals[ofVelocity]!
          const v = kept * (velocities[i + k]! + pull)
          velocities[i + k] = v
          residuals[ofVelocity] = v - velocities[i + k]!
          const x = particles[i + k]! + (h * velocities[i + k]! + residuals[ofPosition]!)
          particles[i + k] = x
          residuals[ofPosition] = x - particles[i + k]!
          predicted[i + k] = particles[i + k]!
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
        const excess = 1 - longest / Math.sqrt(squared)
        particles[i]! -= excess * dx
        particles[i + 1]! -= excess * dy
        particles[i + 2]! -= excess * dz
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
        const divisor = (wa + wb + alpha) * length
        // Both ends held, or in one point: there is nothing to do, or no direction to do it in.
        if (!(divisor > 0)) continue
        const share = (length - restLengths[c]!) / divisor
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
